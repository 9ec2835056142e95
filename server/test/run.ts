import { spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Connection, client, withDatabase } from '../src/db/connect.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'

/**
 * Runs the tests on one PostgreSQL: Dunlin's own in a folder that goes away again, or the server that TEST_DATABASE_URL
 * names. The database is migrated once, and each file clones it.
 */
const root = fileURLToPath(new URL('../../', import.meta.url))
const named = process.argv.slice(2)
const files =
  named.length > 0
    ? named
    : globSync('{docs,server,sdk,web}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).sort()

const folder = await mkdtemp(join(tmpdir(), 'dunlin-test-'))
// As root the server runs as another user, who must be able to enter.
await chmod(folder, 0o711)
const given = process.env.TEST_DATABASE_URL
// Tests on durability start servers of their own; this one may be quick.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
const embedded = given ? null : await startEmbedded({ data_dir: folder, log: () => {}, settings })
const server: Connection = given ?? embedded?.connection ?? ''
const template = `dunlin_template_${process.pid}`

/** Tests of odd requests run twice as long as they are told to: through the interface, and through our pages. */
const longer_ms = 2_000 * Number(process.env.FUZZ_SECONDS ?? 0)

let code = 1
try {
  await administer(`create database ${template}`)
  await migrate(withDatabase(server, template))
  code = await runWithBrowser()
} finally {
  await administer(`drop database if exists ${template} with (force)`)
  await embedded?.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(code)

/** The Chromium of the machine, or the one that npm brought, unpacked once into the folder of this run. */
async function findBrowser(): Promise<Record<string, string>> {
  const own = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((one) =>
    existsSync(one),
  )
  if (own) return { DUNLIN_TEST_BROWSER: own }
  // It is unpacked where temporary files go; there, another user may have one already that we cannot use.
  const usual = process.env.TMPDIR
  process.env.TMPDIR = folder
  const { default: packed } = await import('@sparticuz/chromium')
  const program = await packed.executablePath()
  if (usual === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usual
  return { DUNLIN_TEST_BROWSER: program, DUNLIN_TEST_BROWSER_BROUGHT: 'yes' }
}

/** Files that open pages share one browser; a run of other files starts none. */
async function runWithBrowser(): Promise<number> {
  if (!files.some((file) => needsBrowser(join(root, file)))) return runTests({})
  const { withSharedBrowser } = await import('./shared_browser.ts')
  return withSharedBrowser(await findBrowser(), runTests)
}

/** Whether a file of tests opens pages, by itself or through what it shares with others. */
function needsBrowser(file: string): boolean {
  return /startBrowser|startSite/.test(readFileSync(file, 'utf8'))
}

async function administer(text: string): Promise<void> {
  const own = client(withDatabase(server, 'postgres'))
  await own.connect()
  await own.query(text).finally(() => own.end())
}

function runTests(browser: Record<string, string>): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-timeout=${process.env.TEST_TIMEOUT_MS ?? 240_000 + longer_ms}`,
      `--test-concurrency=${availableParallelism()}`,
      ...files,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...browser, DUNLIN_TEST_SERVER: JSON.stringify(server), DUNLIN_TEST_TEMPLATE: template },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (status) => resolve(status ?? 1)))
}
