import Fastify from 'fastify'
import type { Bearer } from '../src/api/principal.ts'
import { permission_names } from '../src/auth/permissions.ts'
import { connect } from '../src/db/connect.ts'
import { openStore } from '../src/files/store.ts'
import { debtors } from '../src/resources/debtors/debtors.ts'
import { releasePage } from '../src/runtime/page_writer.ts'
import { type Query, readList } from '../src/runtime/reads.ts'

/**
 * The service's own pages without the door: the same code reads, on a pool of the same size, but nobody asks for a token,
 * counts requests, watches the load, measures or logs. What the service costs beyond this is the door.
 */
const [folder = '', administration_id = ''] = process.argv.slice(2)
const now = (): Date => new Date()
const store = await openStore({ files_url: null, data_dir: folder, now: now() })
const database = connect(process.env.DATABASE_URL ?? '', { connections: 16 })
const caller: Bearer = {
  kind: 'api_token',
  key: 'bench',
  token_id: '1',
  company_id: '1',
  application_id: null,
  actor: { kind: 'token', id: '1', name: 'Bench', email_address: 'bench@example.com' },
  permissions: new Set(permission_names),
  administrations: new Map([
    [administration_id, { id: administration_id, modules: new Set(), calendar: { timezone: 'UTC', days_ahead: 0 } }],
  ]),
  shown_administration_ids: [administration_id],
}
const app = Fastify({ http: { maxHeaderSize: 128 * 1024 } })
let base_url = ''

app.get('/v1/debtors', async (request, reply) => {
  const reading = { database, replica: null, store, now, base_url: () => base_url }
  const page = await readList(reading, debtors, caller, request.query as Query)
  reply.type('application/json; charset=utf-8')
  reply.raw.once('close', () => releasePage(page, reply.raw.writableFinished))
  return page
})

base_url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`Without the door it listens on ${base_url}`)
