import { Client } from 'pg'
import { socket_port } from './place.ts'
import { errorCode } from './processes.ts'

// What a server says when somebody knocks at its socket.

export const user = 'dunlin'
export const database = 'dunlin'

export type Answer =
  | { kind: 'ready'; cluster_name: string }
  | { kind: 'busy' | 'full' | 'no_database' | 'silent' }
  | { kind: 'refused'; message: string }

const answer_ms_max = 3_000

/** Connects once. A server that is starting or stopping is busy; one that says nothing at all is silent. */
export async function askServer(socket: string): Promise<Answer> {
  const client = connectionTo(socket, database)
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(`select current_setting('cluster_name') as name`)
    return { kind: 'ready', cluster_name: rows[0]?.name ?? '' }
  } catch (error) {
    const code = errorCode(error)
    if (code === '3D000') return { kind: 'no_database' }
    if (code === '53300') return { kind: 'full' }
    if (code.startsWith('28')) return { kind: 'refused', message: error instanceof Error ? error.message : code }
    // Codes of PostgreSQL have five characters and a digit first here; those of the system are words.
    return { kind: /^\d/.test(code) ? 'busy' : 'silent' }
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function createDatabase(socket: string): Promise<void> {
  const client = connectionTo(socket, 'postgres')
  try {
    await client.connect()
    await client.query(`create database ${database}`)
  } catch (error) {
    // Made by somebody else in between, or the server went away, in which case all of this is done again.
    if (errorCode(error) !== '42P04' && !/^(57|08|E|$)/.test(errorCode(error))) throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

function connectionTo(socket: string, name: string): Client {
  const client = new Client({
    host: socket,
    port: socket_port,
    user,
    database: name,
    ssl: false,
    connectionTimeoutMillis: answer_ms_max,
    query_timeout: 10 * answer_ms_max,
  })
  // A connection that breaks while idle would otherwise end the process; the pending call reports it as well.
  client.on('error', () => undefined)
  return client
}
