import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { memoryOf } from '../bench/processes.ts'

/** The service as a process of its own, as an operator runs it. */
export type Child = {
  base_url: string
  pid: number
  /** Every line that it logged, newest last. */
  lines: string[]
  /** The processes that serve now: its workers, or itself. */
  serving: () => number[]
  /** Whether it still runs. */
  alive: () => boolean
  signal: (name: NodeJS.Signals) => void
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  stop: () => Promise<number | NodeJS.Signals | null>
}

const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
const start_ms_max = 60_000
const lines_max = 20_000

/** The shell's limit on the size of a file, in blocks of 512 bytes, fails in the same places as a disk without room. */
export const withFileLimit = (blocks: number, ...command: string[]): string[] => [
  'sh',
  '-c',
  `ulimit -f ${blocks}; exec "$0" "$@"`,
  ...command,
]

type Options = {
  file_blocks_max?: number
  /** Called with each line that it logs. */
  heard?: (line: string) => void
}

/** Starts the service, and waits until it serves. It is ended with the process that started it. */
export async function startChild(
  env: Record<string, string>,
  { file_blocks_max, heard = () => {} }: Options = {},
): Promise<Child> {
  const command = [process.execPath, bin, 'serve']
  const [program = '', ...args] = file_blocks_max === undefined ? command : withFileLimit(file_blocks_max, ...command)
  const child = spawn(program, args, {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', BASE_URL: '', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const workers: number[] = []
  const workers_asked = Number(env.WORKERS ?? process.env.WORKERS)
  const workers_expected = workers_asked > 1 ? workers_asked : 0
  const listening = Promise.withResolvers<string>()
  let address: string | undefined
  const note = (line: string): void => {
    heard(line)
    const worker = /"worker \d+ \(process (\d+)\) serves"/.exec(line)?.[1]
    if (worker !== undefined) workers.push(Number(worker))
    if (lines.push(line) > lines_max) lines.splice(0, lines_max / 2)
    // Workers are announced on another pipe than the address, so either may be heard first.
    if (address !== undefined && workers.length >= workers_expected) listening.resolve(address)
  }
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  createInterface({ input: child.stderr }).on('line', note)
  createInterface({ input: child.stdout }).on('line', (line) => {
    address ??= /^Dunlin listens on (\S+)/.exec(line)?.[1]
    note(line)
  })
  const end = (): void => void child.kill('SIGKILL')
  process.once('exit', end)
  const timer = setTimeout(() => listening.reject(new Error('it did not start in time')), start_ms_max)
  ended.then(() => {
    process.off('exit', end)
    listening.reject(new Error(`it ended:\n${lines.slice(-20).join('\n')}`))
  })
  const base_url = await listening.promise
    .finally(() => clearTimeout(timer))
    .catch((error: unknown) => {
      end()
      throw error
    })
  return childOf(child, workers, { base_url, lines, ended })
}

function childOf(child: ChildProcess, workers: number[], known: Pick<Child, 'base_url' | 'lines' | 'ended'>): Child {
  const pid = child.pid ?? 0
  const alive = (): boolean => child.exitCode === null && child.signalCode === null
  return {
    ...known,
    pid,
    alive,
    serving: () => (workers.length === 0 ? [pid] : workers.filter(isThere)),
    signal: (name) => void child.kill(name),
    stop: () => {
      if (alive()) child.kill('SIGTERM')
      return known.ended
    },
  }
}

/** Ends a process; false when there is none. Zero and less would mean whole groups of processes. */
export function kill(pid: number | undefined, signal: NodeJS.Signals): boolean {
  if (pid === undefined || !(pid > 1) || !isThere(pid)) return false
  return process.kill(pid, signal)
}

/** Whether a process is there. */
export function isThere(pid: number): boolean {
  try {
    return pid > 1 && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The memory of all its processes, in MB. */
export function memoryIn(child: Child): number {
  const pids = new Set([child.pid, ...child.serving()])
  return [...pids].reduce((sum, pid) => sum + (memoryOf(pid) ?? 0), 0)
}
