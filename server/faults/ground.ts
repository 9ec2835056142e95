import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ending } from '../bench/ending.ts'
import { issuePair } from '../src/auth/oauth/issue.ts'
import { permission_names } from '../src/auth/permissions.ts'
import { connect, type Database } from '../src/db/connect.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { queues } from '../src/jobs/index.ts'
import { givenIn } from '../test/given.ts'
import { startProxy, type Wire } from './proxy.ts'

/** A connection of a person to an application, whose tokens are refreshed. */
export type Grant = { basic: string; refresh_token: string; access_token: string }

export type Ground = {
  administration_id: string
  token: string
  /** Another customer, who has nothing to do with the first. */
  other: { administration_id: string; token: string; task_id: string }
  tasks: string[]
  grants: Grant[]
  /** Straight to the database, beside the wire. */
  database: Database
  proxy: Wire
  /** Zero while there is none. */
  postmaster: () => Promise<number>
}

const tasks_count = 40
const debtors_count = 5_000
const grants_count = 4

/** A database with everything that is switched on for durability, a wire to it, and something to work with. */
export async function prepareGround(ending: Ending): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'dunlin-faults-'))
  // As root the server runs as another user, who must be able to enter.
  await chmod(folder, 0o711)
  ending.add(() => rm(folder, { recursive: true, force: true }))
  const embedded = await startEmbedded({ data_dir: folder, log: () => {} })
  ending.add(() => embedded.stop())
  await migrate(embedded.connection, queues)
  const database = connect(embedded.connection, { connections: 2, application: 'dunlin faults' })
  ending.add(() => database.close())
  const given = givenIn(database.db)
  const tenant = await given.tenant()
  const token = await given.token(tenant)
  await given.debtors(tenant, debtors_count)
  const tasks: string[] = []
  for (let count = 0; count < tasks_count; count++) tasks.push(await given.task(tenant))
  const grants: Grant[] = []
  for (let count = 0; count < grants_count; count++) grants.push(await makeGrant(database, given, tenant))
  const proxy = await startProxy(embedded.connection)
  ending.add(() => proxy.close())
  const postmaster = async (): Promise<number> =>
    Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  const { administration_id } = tenant
  const other = await makeOther(given)
  return { administration_id, token, other, tasks, grants, database, proxy, postmaster }
}

type Given = ReturnType<typeof givenIn>

async function makeOther(given: Given): Promise<Ground['other']> {
  const tenant = await given.tenant()
  await given.debtors(tenant, 500)
  const { administration_id } = tenant
  return { administration_id, token: await given.token(tenant), task_id: await given.task(tenant) }
}

async function makeGrant({ db }: Database, given: Given, tenant: { company_id: string }): Promise<Grant> {
  const application = await given.application(tenant)
  const grant_id = await given.grant(application.id, tenant.company_id)
  const { access_token, refresh_token = '' } = await db
    .transaction()
    .execute((trx) => issuePair(trx, { grant_id, permissions: permission_names, now: new Date() }))
  const basic = Buffer.from(`${application.client_id}:${application.client_secret}`).toString('base64')
  return { basic, access_token, refresh_token }
}
