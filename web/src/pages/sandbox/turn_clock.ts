import { ask } from '../../api/client.ts'
import { addDays } from '../../words/days.ts'

/** So many days are turned in one request, so that none takes longer than somebody waits. */
const days_at_once = 7

/** How far the clock can be turned at once. */
export const days_max = 400

type Turning = { administration_id: string; from: string; to: string; onDay: (day: string) => void }

/** Turns the clock of a sandbox week by week, and says how many steps were performed on the way. */
export async function turnClock({ administration_id, from, to, onDay }: Turning): Promise<number> {
  let steps = 0
  for (let day = from; day < to; ) {
    const further = addDays(day, days_at_once)
    const { data } = await ask('administrations.clock', { administration_id, date: further < to ? further : to })
    steps += data.steps_performed
    day = data.today
    onDay(day)
  }
  return steps
}

/** The same day of the next month, or the last one of a month that is shorter. */
export function monthAfter(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10)
}
