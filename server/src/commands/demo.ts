import { once } from 'node:events'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { createApiToken } from '../auth/api_tokens.ts'
import { createApplication } from '../auth/applications.ts'
import { hashPassword, makePassword } from '../auth/passwords.ts'
import { permission_names } from '../auth/permissions.ts'
import { hashSecret } from '../auth/secrets.ts'
import { endTwoStep } from '../auth/two_step.ts'
import { clock } from '../clock.ts'
import { addressOf, type Config, readConfig } from '../config.ts'
import { type Connection, connect, type Database } from '../db/connect.ts'
import type { Tables } from '../db/schema.ts'
import { addDocuments } from '../demo/documents.ts'
import type { DemoTenants } from '../demo/fill.ts'
import { contexts } from '../events/contexts.ts'
import { notingStore } from '../files/abandoned.ts'
import { type FileStore, openStore } from '../files/store.ts'
import { demo_callback_path } from '../http/demo_page.ts'
import type { Reading } from '../runtime/reads.ts'
import { type Command, given, Mistake } from './command.ts'
import { type DemoCard, withLivingTokens, withPortal } from './demo_card.ts'
import { demoFollowed } from './demo_followed/index.ts'
import { demoSandbox } from './demo_sandbox.ts'
import { runService } from './serve.ts'

export const demo: Command = {
  summary: 'Run the demo environment: an invented company with data in every family.',
  usage: 'dunlin demo [--debtors N]',
  options: {
    debtors: {
      takes: { type: 'string' },
      sentence: 'Debtors in the first administration; the rest is made in proportion. 250 unless given.',
    },
  },
  run: async (values) => {
    // What there is to read is how to get in. Processes that serve beside this one read it from the environment too.
    process.env.LOG_LEVEL ||= 'warn'
    // Receivers of whoever tries the demo run on the same machine.
    process.env.WEBHOOK_NETWORKS ||= '127.0.0.0/8,::1'
    const config = await withPort(readConfig(process.env))
    const debtors = readCount(given(values, 'debtors'))
    let card: DemoCard | null = null
    // Whoever waits for the service to answer finds the whole card then.
    await runService(config, async (connection) => {
      card = await prepare(config, connection, debtors)
    })
    if (card) show(config, card)
  },
}

/** Chooses a free port where the operator leaves it to us, because the card names it before the service is there. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config
  const server = createServer().listen(0, config.host)
  await once(server, 'listening')
  // It listens on a port, so this is never a path.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return { ...config, port }
}

/** Links begin where the service will be, and its application has people sent back there. */
async function withAddress(db: Kysely<Tables>, card: DemoCard, base_url: string): Promise<DemoCard> {
  const redirect_uri = `${base_url}${demo_callback_path}`
  const { authorization_code } = card.applications
  await db
    .updateTable('applications')
    .set({ redirect_uri })
    .where('client_id', '=', authorization_code.client_id)
    .execute()
  const applications = { ...card.applications, authorization_code: { ...authorization_code, redirect_uri } }
  return { ...card, base_url, portal_url: `${base_url}${card.portal_url}`, applications }
}

function readCount(text: string | null): number | undefined {
  if (text === null) return undefined
  if (!/^\d{1,7}$/.test(text) || Number(text) < 1) throw new Mistake('--debtors must be a whole number from 1.')
  return Number(text)
}

const cardFile = (config: Config): string => join(config.data_dir, 'demo.json')

/** Sees to it that the demo is there, and writes the card. Secrets are only in demo.json. */
async function prepare(config: Config, connection: Connection, debtors: number | undefined): Promise<DemoCard> {
  const database = connect(connection, { connections: 4, application: 'dunlin demo' })
  try {
    const found = await findOrFill(config, database, debtors)
    const living = await withPortal(database.db, await withLivingTokens(database.db, found))
    const card = await withAddress(database.db, living, config.base_url ?? addressOf(config))
    await writeCard(config, card)
    return card
  } finally {
    await database.close()
  }
}

/** Fills an empty database, or finds the demo that an earlier start made. */
async function findOrFill(config: Config, database: Database, debtors: number | undefined): Promise<DemoCard> {
  // Loaded here, because a service in production never needs it.
  const { clearPartialDemo, demoState, fillDemo, findDemo } = await import('../demo/fill.ts')
  const state = await demoState(database)
  const card = await readFile(cardFile(config), 'utf8').then(
    (text) => JSON.parse(text) as DemoCard,
    () => null,
  )
  const now = clock.now()
  const store = notingStore(await openStore({ ...config, now }), database.db, () => now)
  const reading = { database, replica: null, base_url: () => '', now: () => now, store }
  if (state === 'complete' && card && (await isOf(database.db, card)))
    return { ...card, ...(await makeBeside(reading, card.company, card.user)) }
  if (state === 'partial') await clearPartialDemo(database)
  const found = state === 'complete' ? await findDemo(database) : null
  const wanted = debtors === undefined ? {} : { debtors }
  const progress = (line: string): void => console.log(line)
  const tenants = found ?? (await fillDemo(database, { now, payloads: contexts, progress, ...wanted }))
  await withDocuments(database.db, store, tenants, now)
  const beside = await makeBeside(reading, tenants.company, tenants.user)
  const made = await makeCard(database.db, tenants, beside)
  await writeCard(config, made)
  return made
}

/** The administrations that are made as callers make them; those that are there already are found. */
type Beside = Pick<DemoCard, 'sandbox_administration_id' | 'followed_administration_id'>

async function makeBeside(
  reading: Reading,
  company: DemoTenants['company'],
  { email_address }: { email_address: string },
): Promise<Beside> {
  return {
    sandbox_administration_id: await demoSandbox(reading, company.id),
    followed_administration_id: await demoFollowed(reading, { company_id: company.id, email_address }),
  }
}

/** In one step, so that whoever reads it finds a whole one. */
async function writeCard(config: Config, card: DemoCard): Promise<void> {
  await mkdir(config.data_dir, { recursive: true })
  const unfinished = `${cardFile(config)}.new`
  await writeFile(unfinished, `${JSON.stringify(card, null, 2)}\n`, { mode: 0o600 })
  await chmod(unfinished, 0o600)
  await rename(unfinished, cardFile(config))
}

/** The files of the demo lie where the service looks for files. */
async function withDocuments(db: Kysely<Tables>, store: FileStore, tenants: DemoTenants, now: Date): Promise<void> {
  const ids = [...tenants.administrations.map(({ id }) => id), tenants.other_administration_id]
  await addDocuments(db, store, ids, now)
}

/** Whether a card was written for this database, and not for another one that used the same folder. */
async function isOf(db: Kysely<Tables>, card: DemoCard): Promise<boolean> {
  const token_hash = hashSecret(card.static_token)
  const known = await db.selectFrom('api_tokens').select('id').where('token_hash', '=', token_hash).executeTakeFirst()
  return known !== undefined
}

async function makeCard(all: Kysely<Tables>, tenants: DemoTenants, beside: Beside): Promise<DemoCard> {
  const password = makePassword()
  const keys = await all.transaction().execute((db) => makeKeys(db, tenants, password))
  return { ...keys, ...beside }
}

async function makeKeys(
  db: Kysely<Tables>,
  tenants: DemoTenants,
  password: string,
): Promise<Omit<DemoCard, keyof Beside>> {
  const now = clock.now()
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', tenants.user.id)
    .execute()
  // Its secret was locked with the password of before.
  await endTwoStep(db, tenants.user.id, now)
  const common = {
    company_id: tenants.company.id,
    permissions: permission_names,
    now,
    notification_email_addresses: [],
  }
  const { token } = await createApiToken(db, { ...common, name: 'Demo token', administration_ids: null })
  // Another one takes its place as soon as it is known where the service is.
  const redirect_uri = `http://127.0.0.1${demo_callback_path}`
  const ip_allow_list = ['127.0.0.1', '::1']
  const partner = await createApplication(db, {
    ...common,
    name: 'Demo bookkeeping',
    grant_type: 'authorization_code',
    redirect_uri,
    ip_allow_list: [],
  })
  const own = await createApplication(db, {
    ...common,
    name: 'Demo warehouse',
    grant_type: 'client_credentials',
    redirect_uri: null,
    ip_allow_list,
  })
  const { client_id, client_secret } = partner
  return {
    base_url: '',
    company: tenants.company,
    administrations: tenants.administrations,
    other_administration_id: tenants.other_administration_id,
    user: { email_address: tenants.user.email_address, password },
    static_token: token,
    portal_url: '',
    applications: {
      authorization_code: { client_id, client_secret, redirect_uri, access_token: '', refresh_token: '' },
      client_credentials: { client_id: own.client_id, client_secret: own.client_secret, ip_allow_list },
    },
  }
}

function show(config: Config, card: DemoCard): void {
  const { base_url, static_token, administrations } = card
  const named = administrations.map(({ id, name }) => `${id} (${name})`).join(', ')
  const query = `administration_id=${administrations[0]?.id}&per_page=2`
  const { client_id, redirect_uri } = card.applications.authorization_code
  const asking = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', state: 'demo' })
  console.log(`
Dunlin's demo is running: ${base_url}

  API reference   ${base_url}/docs
  Sign in         ${base_url}/sign_in
                  ${card.user.email_address}   ${card.user.password}
  A debtor sees   ${card.portal_url}
  Let software in ${base_url}/oauth/authorize?${asking}
  Company         ${card.company.name}, administrations ${named}
  Followed up     administration ${card.followed_administration_id}: its letters wait for somebody who lets them go
  Sandbox         administration ${card.sandbox_administration_id}: turn its clock, and see what debtors get
  All of this     ${cardFile(config)}

Try it:

  curl -H "Authorization: Bearer ${static_token}" "${base_url}/v1/debtors?${query}"
`)
}
