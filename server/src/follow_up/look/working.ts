import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Performed } from './perform_ready.ts'

/** What working in an administration needs. */
export type Working = {
  db: Kysely<Tables>
  administration_id: string
  /** The moment outside. */
  now: () => Date
  /** Names this process while it works there. */
  taken_by: string
  signal: AbortSignal
  /** Called after each portion of letters and steps is written. */
  performed: (performed: Performed) => void
  /** Called with what went wrong for one debtor, while others go on. */
  log: (error: unknown, about: string) => void
}
