import type pg from 'pg'
import { type Connection, type ConnectOptions, connect } from './connect.ts'

/** A copy of the database that follows it, some moments behind. */
export type Replica = {
  /** Null while it cannot be used. */
  pool: () => pg.Pool | null
  /** Said when a statement failed there: for a while nobody shall wait for it. */
  failed: (error: unknown) => void
  close: () => Promise<void>
}

/** How long it is left alone after something failed: a server that says nothing keeps each caller for seconds. */
const rest_ms = 5_000

export function openReplica(connection: Connection, options: ConnectOptions, log: (error: unknown) => void): Replica {
  const { pool, close } = connect(connection, { application: 'dunlin replica', ...options })
  let rests_until = 0
  return {
    pool: () => (performance.now() < rests_until ? null : pool),
    failed: (error) => {
      rests_until = performance.now() + rest_ms
      log(error)
    },
    close,
  }
}
