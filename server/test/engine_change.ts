import type { Kysely } from 'kysely'
import { type Change, changeIn } from '../src/db/change.ts'
import type { Tables } from '../src/db/schema.ts'
import { serviceActor } from '../src/domain/actor.ts'
import type { Day } from '../src/domain/days.ts'

/** Makes changes as the engine does, on the morning of a day. */
export const engineChanges =
  (db: Kysely<Tables>) =>
  <T>(administration_id: string, work: (change: Change) => Promise<T>, day: Day = '2026-11-16'): Promise<T> =>
    changeIn(db, { administration_id, actor: serviceActor('engine'), real_now: new Date(`${day}T09:00:00Z`) }, work)
