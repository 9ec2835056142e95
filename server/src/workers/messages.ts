import type { Connection } from '../db/connect.ts'
import type { Asked, Granted } from '../limits/authority.ts'
import type { Values } from './sums.ts'

// What the primary and its workers say to each other. A question has a number, and its answer the same one.

/** What a worker is given at its start, in its environment. */
export type WorkerStart = { id: number; connection: Connection; port: number }
export const worker_variable = 'DUNLIN_WORKER'

export type FromWorker =
  /** It serves, and can take connections. */
  | { is: 'ready' }
  /** It has the connection it was given, and can take the next one. */
  | { is: 'taken' }
  | { is: 'failed'; message: string }
  /** It is about to end by itself, and shall get no more connections. */
  | { is: 'retiring' }
  | { is: 'asked'; number: number; asked: Asked[] }
  | { is: 'sums wanted'; number: number }
  | { is: 'values'; number: number; values: Values }
  /** The last numbers of one that goes. */
  | { is: 'leaving'; values: Values }
  /** Why it does not have the port where mail comes in; null: it has it. */
  | { is: 'mail port'; problem: string | null }
  | { is: 'alive' }

export type FromPrimary =
  | { is: 'granted'; number: number; granted: Granted[] }
  | { is: 'sums'; number: number; text: string }
  | { is: 'values wanted'; number: number }
  | { is: 'alive?' }
  /** Comes with the connection itself. */
  | { is: 'connection' }
  /** Go when the others have taken over: first let clients know, then stop. */
  | { is: 'leave' }
  | { is: 'stop' }
