import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { client } from '../src/db/connect.ts'
import { askPage } from './check.ts'
import { type Server, startServer } from './children.ts'
import type { Ask } from './load.ts'
import { families } from './plain_pages.ts'
import type { Stage } from './stage.ts'

export const peer_name = 'Platformatic DB'

const project = fileURLToPath(new URL('../../', import.meta.url))

/** The folder in which Platformatic DB was installed: ours, or the one that BENCH_PEERS names; null where it is not. */
export function findPeer(): string | null {
  const folder = process.env.BENCH_PEERS ?? project
  return existsSync(join(folder, 'node_modules', '@platformatic', 'db')) ? folder : null
}

/**
 * Starts it beside us, where it is installed. It makes its interface from whatever tables it finds, so it finds one:
 * the debtors with the columns that the plain handler reads, and without references to tables that it would map too.
 */
export async function startPeer(stage: Stage, service_page: Buffer): Promise<{ server: Server; asks: Ask[] } | null> {
  const found = findPeer()
  if (found === null) return null
  const { ending, folder, url, facts } = stage
  const own_folder = join(folder, 'peer')
  await mkdir(own_folder)
  const { table, columns } = families.debtors
  const own = client(url)
  await own.connect()
  await own
    .query(`create schema peer; create table peer.debtors as select ${columns} from ${table};
      alter table peer.debtors add primary key (administration_id, id); analyze peer.debtors`)
    .finally(() => own.end())
  const server = await startServer(ending, folder, {
    ...{ name: 'peer', script: './peer_server.ts', args: [found, own_folder], env: { DATABASE_URL: url } },
  })
  const query = { limit: '100', 'where.administrationId.eq': facts.administration_id, 'orderby.id': 'asc' }
  const path = `/peerDebtors/?${new URLSearchParams(query)}`
  const page = await askPage(server, path, {})
  const theirs = JSON.parse(page.toString()) as { name: string }[]
  const ours = JSON.parse(service_page.toString()) as { data: { name: string }[] }
  assert.deepEqual(
    theirs.map(({ name }) => name),
    ours.data.map(({ name }) => name),
    'the peer answers another page',
  )
  return { server, asks: [{ path, body_bytes: page.length }] }
}
