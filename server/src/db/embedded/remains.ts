import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { askServer } from './answer.ts'
import { type Account, socketFile } from './place.ts'
import { errorCode, listProcesses, processExists, type RunningProcess, sendSignal } from './processes.ts'

// What a killed server leaves behind, and how to tell it from a server that lives.

/** What the server writes about itself; the process is 0 when the file is empty or broken. */
export type PidFile = { pid: number; socket: string; status: string; text: string }

// More than any system gives out.
const pid_of_nobody = 2_147_483_647
const patience_ms = 2_000

export async function readPidFile(data: string): Promise<PidFile | null> {
  try {
    const text = await readFile(pidPath(data), 'utf8')
    const lines = text.split('\n')
    const pid = Number.parseInt(lines[0] ?? '', 10)
    return { pid: Number.isNaN(pid) ? 0 : Math.max(pid, 0), socket: lines[4] ?? '', status: lines[7] ?? '', text }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

export function isPostmaster(command: string, cluster_name: string): boolean {
  return basename(command.split(' -D ')[0] ?? '') === 'postgres' && command.includes(` cluster_name=${cluster_name}`)
}

/** Clears away what stands in the way of a new server; false when there is still something to wait for. */
export async function clearRemains(options: {
  data: string
  socket: string
  account: Account | null
  cluster_name: string
  waited_ms: number
}): Promise<boolean> {
  const { data, socket, account, cluster_name } = options
  const processes = await listProcesses()
  // One that a killed Dunlin has just started and that has not written its file yet, or one that is going.
  if (processes.some(({ command }) => isPostmaster(command, cluster_name))) return false
  const orphans = findOrphans(processes, cluster_name)
  // They go by themselves when they next wait for something, but a long calculation may keep them for hours.
  for (const { pid } of orphans) sendSignal(pid, options.waited_ms > patience_ms ? 'SIGKILL' : 'SIGQUIT')
  if (orphans.length > 0) return false
  const file = await readPidFile(data)
  if (file !== null) {
    await refuseForeignServer(data, socket)
    await disownPidFile(data, file, account)
  }
  // These name the process too, and nobody else has a reason to be in that folder.
  await rm(socketFile(socket), { force: true })
  await rm(`${socketFile(socket)}.lock`, { force: true })
  return true
}

function findOrphans(processes: RunningProcess[], cluster_name: string): RunningProcess[] {
  const commands = new Map(processes.map(({ pid, command }) => [pid, command]))
  return processes.filter(
    ({ parent, command }) =>
      command.startsWith(`postgres: ${cluster_name}:`) && !isPostmaster(commands.get(parent) ?? '', cluster_name),
  )
}

/** Two containers that share the folder do not see each other's processes, and must not both write to it. */
async function refuseForeignServer(data: string, socket: string): Promise<void> {
  const answer = await askServer(socket)
  if (answer.kind === 'silent') return
  throw new Error(
    `A PostgreSQL that this process cannot see already serves ${data}, perhaps of another container: ` +
      'give each its own DATA_DIR, or use one PostgreSQL for all through DATABASE_URL.',
  )
}

/**
 * A new server refuses to start while the process that the file names exists, even when that number now belongs to
 * something else. Only the number is changed: by the rest of the file PostgreSQL itself checks that nobody uses
 * the memory of the old server any more.
 */
async function disownPidFile(data: string, file: PidFile, account: Account | null): Promise<void> {
  if (file.pid === 0) return rm(pidPath(data), { force: true })
  if (!processExists(file.pid)) return
  const disowned = `${pidPath(data)}.disowned`
  await writeFile(disowned, file.text.replace(/^\d+/, String(pid_of_nobody)), { mode: 0o600 })
  if (account !== null) await chown(disowned, account.uid, account.gid)
  await rename(disowned, pidPath(data))
}

function pidPath(data: string): string {
  return join(data, 'postmaster.pid')
}
