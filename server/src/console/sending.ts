import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { addDays, type Day, timeIn } from '../domain/days.ts'
import { readStanding } from '../follow_up/read/rules.ts'

export const engine_states = ['on', 'off', 'stopped'] as const

type Sending = {
  engine: (typeof engine_states)[number]
  sends_now: boolean
  sends_on: Day | null
  sends_at: string
}
type At = { administration_id: string; today: Day; now: Date }

/** Whether letters go out by themselves, and when the next ones may: sending days and hours of the administration. */
export async function sendingIn(db: Kysely<Tables>, { administration_id, today, now }: At): Promise<Sending> {
  const { on, admission, rules, window, timezone } = await readStanding(db, administration_id, today)
  const time = timeIn(now, timezone)
  const sends_on = rules.calendar.next('reminder', time < window.ends_at ? today : addDays(today, 1))
  const sends_now = sends_on === today && time >= window.starts_at
  return {
    engine: engineOf(on, admission.stopped),
    ...{ sends_now, sends_on, sends_at: sends_now ? window.ends_at : window.starts_at },
  }
}

function engineOf(on: boolean, stopped: boolean): Sending['engine'] {
  if (!on) return 'off'
  return stopped ? 'stopped' : 'on'
}
