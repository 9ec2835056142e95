import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Embedded, startEmbedded } from './embedded.ts'
import { commandOf, processExists } from './processes.ts'

// What the tests of the embedded PostgreSQL start from. Each test has a folder of its own, and whatever it leaves
// running there is ended after it, also when it fails.

export const quick = { fsync: 'off' }

/** What is done later is done in reverse: what was begun last ends first. */
export type TestFolder = { folder: string; data_dir: string; later(work: () => unknown): void }

/** An empty folder that everybody may enter, since mkdtemp makes one that a server started by root cannot reach. */
export async function givenTestFolder(t: TestContext): Promise<TestFolder> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'dunlin-test-')))
  await chmod(folder, 0o755)
  const data_dir = join(folder, 'data')
  const work = [() => rm(folder, { recursive: true, force: true, maxRetries: 3 }), () => endServer(data_dir)]
  t.after(async () => {
    for (const step of work.toReversed()) await step()
  })
  return { folder, data_dir, later: (step) => work.push(async () => void (await step())) }
}

export async function givenStarted(
  trial: TestFolder,
  options: { data_dir?: string; log?: string[] } = {},
): Promise<Embedded> {
  const data_dir = options.data_dir ?? trial.data_dir
  const embedded = await startEmbedded({ data_dir, settings: quick, log: (line) => options.log?.push(line) })
  trial.later(() => embedded.stop())
  return embedded
}

/** Without the notice that the programs were copied: in a clone that only root can enter, every start gives it. */
export const aboutData = (notices: readonly string[]): string[] =>
  notices.filter((notice) => !notice.startsWith('The programs of PostgreSQL are copied'))

export type Other = {
  process: ChildProcessWithoutNullStreams
  connection: Embedded['connection']
  adopted: boolean
  notices: string[]
  /** Has it stop and end by itself. */
  leave(): Promise<void>
  kill(): Promise<void>
}

/** Another Dunlin process that starts or finds the server of the folder. */
export async function givenOther(trial: TestFolder): Promise<Other> {
  const other = spawnOther(trial)
  const lines = createInterface({ input: other.stdout })
  const [line]: unknown[] = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => ['null'])])
  const said: Omit<Embedded, 'stop'> | null = JSON.parse(String(line))
  if (said === null) throw new Error('The other process ended before its server was up.')
  return {
    process: other,
    ...said,
    leave: async () => {
      const exit = once(other, 'exit')
      other.stdin.end()
      await exit
    },
    kill: async () => {
      const exit = once(other, 'exit')
      other.kill('SIGKILL')
      await exit
    },
  }
}

export function spawnOther(trial: TestFolder): ChildProcessWithoutNullStreams {
  const module = new URL('./embedded.ts', import.meta.url).href
  const script = `
    import { startEmbedded } from ${JSON.stringify(module)}
    const options = { data_dir: ${JSON.stringify(trial.data_dir)}, settings: ${JSON.stringify(quick)} }
    const { stop, ...said } = await startEmbedded({ ...options, log: (line) => process.stderr.write(line) })
    process.stdout.write(JSON.stringify(said) + '\\n')
    process.stdin.on('end', stop).resume()`
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' })
  other.stderr.resume()
  trial.later(() => other.kill('SIGKILL'))
  return other
}

export async function query(connection: Embedded['connection'], text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export async function serverPid({ data_dir }: { data_dir: string }): Promise<number> {
  return Number.parseInt(await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

export async function until(condition: () => boolean | Promise<boolean>, wait_ms = 20_000): Promise<void> {
  const end = performance.now() + wait_ms
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('What was waited for did not happen.')
    await sleep(20)
  }
}

/** Comes back when the server answers again with another process than the one given. */
export async function untilBack(trial: TestFolder, connection: Embedded['connection'], old_pid: number): Promise<void> {
  await until(async () => {
    const pid = await serverPid(trial).catch(() => old_pid)
    return pid !== old_pid && (await query(connection, 'select 1').then(Boolean, () => false))
  })
}

async function endServer(data_dir: string): Promise<void> {
  const pid = await serverPid({ data_dir }).catch(() => 0)
  if (!(pid > 0) || !(await commandOf(pid)).includes(data_dir)) return
  process.kill(pid, 'SIGQUIT')
  await until(async () => !processExists(pid) || (await commandOf(pid)) === '')
}
