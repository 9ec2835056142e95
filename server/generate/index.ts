import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openapi } from '../src/api/openapi.ts'
import { oauth_description } from '../src/auth/oauth/description.ts'
import { permission_names } from '../src/auth/permissions.ts'
import { console_outline } from '../src/console/index.ts'
import { page_records } from '../src/console/orders.ts'
import { page_verbs } from '../src/console/page_verbs.ts'
import { client, connect } from '../src/db/connect.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { flow_schema } from '../src/flows/flow.ts'
import { queues } from '../src/jobs/index.ts'
import { portalFamilies } from '../src/portal/index.ts'
import { families } from '../src/resources/index.ts'
import { errorsPage, eventsPage, familyPages } from './docs.ts'
import { documents } from './documents.ts'
import { eventSamples } from './event_samples.ts'
import { lawWordsFile } from './law_words.ts'
import { queries } from './queries.ts'
import { schemaSql, schemaTypes } from './schema.ts'
import { consoleTypes, eventFamilies, eventTypes, portalTypes, sdkTypes } from './sdk.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const check = process.argv.includes('--check')
const stale: string[] = []

/** Writes a file, or with --check only notes that it is out of date. */
async function put(path: string, text: string): Promise<void> {
  const file = join(root, path)
  const there = await readFile(file, 'utf8').catch(() => null)
  if (there === text) return
  stale.push(path)
  if (check) return
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  console.log(`wrote ${path}`)
}

await put('server/src/db/documents.sql', documents(families))
await put(
  'docs/openapi.json',
  `${JSON.stringify(openapi(families, { base_url: 'http://127.0.0.1:8080', beside: oauth_description }), null, 2)}\n`,
)
await put('docs/flow.schema.json', `${JSON.stringify(flow_schema, null, 2)}\n`)
await put('docs/errors.md', errorsPage())
for (const [name, text] of familyPages(families)) await put(`docs/api/${name}.md`, text)
for (const [name, text] of queries(families)) await put(`server/src/db/queries/${name}.sql`, text)
await put('sdk/src/generated.ts', sdkTypes(families))
await put('web/src/api/generated.ts', consoleTypes([...console_outline, ...page_records], page_verbs, permission_names))
await put('web/src/portal/generated.ts', portalTypes(portalFamilies({ link_key: Buffer.alloc(0) })))
await put('web/src/words/law/generated.ts', lawWordsFile())

const folder = await mkdtemp(join(tmpdir(), 'dunlin-generate-'))
// As root the server runs as another user, who must be able to enter.
await chmod(folder, 0o711)
const embedded = await startEmbedded({ data_dir: folder, log: () => {}, settings: { fsync: 'off' } })
try {
  await migrate(embedded.connection, queues)
  const own = client(embedded.connection)
  await own.connect()
  await put('server/src/db/schema.ts', await schemaTypes(own))
  await put('server/src/db/schema.sql', await schemaSql(own))
  await own.end()
  const { db, close } = connect(embedded.connection)
  const samples = await eventSamples(db).finally(close)
  await put('server/src/webhooks/event_samples.json', `${JSON.stringify(samples, null, 2)}\n`)
  await put('docs/events.md', eventsPage(samples))
  await put('sdk/src/events.generated.ts', eventTypes(samples))
  await put('web/src/api/events.generated.ts', eventFamilies(samples))
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

if (check && stale.length > 0) {
  console.error(`These generated files are not up to date; run npm run generate:\n  ${stale.join('\n  ')}`)
  process.exitCode = 1
}
