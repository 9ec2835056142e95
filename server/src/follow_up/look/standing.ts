import type { Kysely } from 'kysely'
import { calendarOf, momentsIn } from '../../db/change.ts'
import type { Tables } from '../../db/schema.ts'
import type { Calendar, Day } from '../../domain/days.ts'
import { readStanding, type Standing } from '../read/rules.ts'

/** The day of an administration, and how it is set. */
export type StandingToday = { standing: Standing; calendar: Calendar; today: Day; real_now: Date }

export async function standingOf(
  db: Kysely<Tables>,
  administration_id: string,
  real_now: Date,
): Promise<StandingToday> {
  const calendar = await calendarOf(db, administration_id)
  const { today } = momentsIn(calendar, real_now)
  return { standing: await readStanding(db, administration_id, today), calendar, today, real_now }
}
