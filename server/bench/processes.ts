import { readdirSync, readFileSync } from 'node:fs'
import { type Connection, client } from '../src/db/connect.ts'

// What processes used, as Linux reports it. Elsewhere nothing is known, and the table says so.

/** Linux counts processor time in ticks of 10 ms for every program, whatever the kernel was built with. */
const tick_ms = 10

/** The processor time of a process, with all its threads. */
export function cpuOf(pid: number): number | null {
  const stat = statOf(pid)
  return stat === null ? null : (Number(stat[11]) + Number(stat[12])) * tick_ms
}

/** The processor time of a PostgreSQL: its postmaster, all processes below it, and those that ended. */
export function cpuOfServer(postmaster: number): number | null {
  const own = statOf(postmaster)
  if (own === null) return null
  let ticks = Number(own[11]) + Number(own[12]) + Number(own[13]) + Number(own[14])
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null
    if (stat !== null && Number(stat[1]) === postmaster) ticks += Number(stat[11]) + Number(stat[12])
  }
  return ticks * tick_ms
}

/** Resident memory in MB. */
export function memoryOf(pid: number): number | null {
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`))
  return match ? Math.round(Number(match[1]) / 1024) : null
}

/** The parent of the process that answers us, if it is a PostgreSQL on this machine. */
export async function findPostmaster(connection: Connection): Promise<number | null> {
  const own = client(connection, 'dunlin bench')
  await own.connect()
  try {
    const { rows } = await own.query<{ pid: number; title: string }>(
      `select pg_backend_pid() as pid, format('%s %s', current_user, current_database()) as title`,
    )
    const { pid = 0, title = '' } = rows[0] ?? {}
    // A server elsewhere may have a process of the same number as one of ours: its title must be right as well.
    if (!/^postgres: /.test(titleOf(pid)) || !titleOf(pid).includes(title)) return null
    return Number(statOf(pid)?.[1])
  } finally {
    await own.end()
  }
}

const titleOf = (pid: number): string => readText(`/proc/${pid}/cmdline`)

/** The fields of /proc/pid/stat from the third on: the second is a name that may hold anything. */
function statOf(pid: number): string[] | null {
  const text = readText(`/proc/${pid}/stat`)
  return text === '' ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
