import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

// Numbers of processes are given out again, in containers within seconds. So a process is never trusted by its
// number alone: it is known by the moment it started, or by the command it was started with.

export type RunningProcess = { pid: number; parent: number; command: string }

const linux = process.platform === 'linux'
const run = promisify(execFile)

/** A text that names one process for ever, or null when no such process runs. */
export async function processIdentity(pid: number): Promise<string | null> {
  if (!linux) {
    const [state, ...started] = (await ps(['-o', 'stat=,lstart=', '-p', String(pid)])).trim().split(/\s+/)
    return !state || state.startsWith('Z') ? null : `${pid}.${started.join('_')}`
  }
  const fields = await statFields(pid)
  if (!fields) return null
  const boot = await readOr('/proc/sys/kernel/random/boot_id', '')
  return `${pid}.${fields.started}.${boot.trim()}`
}

export function isIdentityRunning(identity: string): Promise<boolean> {
  const pid = Number.parseInt(identity, 10)
  return Number.isInteger(pid) && pid > 0
    ? processIdentity(pid).then((found) => found === identity)
    : Promise.resolve(false)
}

/** The arguments a process was started with, parted by spaces; empty when it is gone or a zombie. */
export async function commandOf(pid: number): Promise<string> {
  if (!linux) return (await ps(['-ww', '-o', 'command=', '-p', String(pid)])).trim()
  return (await readOr(`/proc/${pid}/cmdline`, '')).replaceAll('\0', ' ').trim()
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else may not be signalled, and is there all the same.
    return errorCode(error) === 'EPERM'
  }
}

export async function listProcesses(): Promise<RunningProcess[]> {
  if (!linux) return (await ps(['-ww', '-axo', 'pid=,ppid=,command='])).split('\n').flatMap(parseListed)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [fields, command] = await Promise.all([statFields(pid), commandOf(pid)])
      return fields && command !== '' ? [{ pid, parent: fields.parent, command }] : []
    }),
  )
  return found.flat()
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It went away by itself in the meantime, which is what every signal here is for.
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function parseListed(line: string): RunningProcess[] {
  const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
  return pid && parent && command ? [{ pid: Number(pid), parent: Number(parent), command }] : []
}

async function statFields(pid: number): Promise<{ parent: number; started: string } | null> {
  const stat = await readOr(`/proc/${pid}/stat`, '')
  // The second field is the name of the program, which may hold spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = 'X', parent = '0'] = fields
  return state === '' || 'ZX'.includes(state) ? null : { parent: Number(parent), started: fields[19] ?? '' }
}

async function readOr(path: string, otherwise: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    // A process may end between any two looks at it; what cannot be read is not there.
    return otherwise
  }
}

async function ps(options: string[]): Promise<string> {
  try {
    const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' }
    return (await run('ps', options, { env, maxBuffer: 32 * 1024 * 1024 })).stdout
  } catch {
    // It ends with an error when no process matches.
    return ''
  }
}
