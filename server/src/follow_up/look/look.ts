import type { Transaction } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { addDays, type Day } from '../../domain/days.ts'
import type { Sent } from '../decide/admit.ts'
import { type Entry, type Looked, noteLooked, takeDue } from './agenda.ts'
import { findChores } from './chores.ts'
import { hasWork, heldOutlooks, type Judged, judge, type Looking } from './judge.ts'

/** How many letters go is decided when they are put in their order; here everybody is asked for. */
const nobody_before: Sent = { today: 0, before: [] }

/** Which debtors to take, and who hears which of them were taken. */
export type Portion = { limit: number; except: readonly string[]; took: (debtor_ids: readonly string[]) => void }

/**
 * Looks at a portion of debtors whose day has come, and notes what comes next; returns how many they were. Nothing is
 * done here, so that looking takes no turn away from those who write.
 */
export async function lookAtDue(db: Transaction<Tables>, looking: Looking, portion: Portion): Promise<number> {
  const { administration_id, today, real_now, standing } = looking
  const { rules_version } = standing
  const entries = await takeDue(db, administration_id, { today, rules_version }, portion)
  portion.took(entries.map(({ debtor_id }) => debtor_id))
  if (entries.length === 0) return 0
  const unbounded = { ...standing.admission, cap: null, surge_released: true }
  const judged = await judge(
    db,
    { ...looking, standing: { ...standing, admission: unbounded } },
    entries,
    nobody_before,
  )
  const chores = await findChores(db, administration_id, judged)
  const looked = afterAll(entries, judged, (one) => {
    const after = afterLooking(one, today)
    return chores.has(one.facts.id) ? { ...after, ready: true, outlooks: after.outlooks ?? [] } : after
  })
  await noteLooked(db, administration_id, { looked, rules_version, real_now })
  return entries.length
}

/** What is noted of all debtors that were taken; one that is gone has nothing open. */
export function afterAll(
  entries: readonly Entry[],
  judged: readonly Judged[],
  after: (one: Judged) => Looked,
): Looked[] {
  const found = new Map(judged.map((one) => [one.entry, one]))
  return entries.map((entry) => {
    const one = found.get(entry)
    return one ? after(one) : { ...nothing_open, entry }
  })
}

const nothing_open = { outlooks: null, look_on: null, ready: false, letters: [] }

/** What was looked at today is looked at today again only when something changes. */
export const laterThan = (today: Day, look_on: Day | null): Day | null =>
  look_on !== null && look_on <= today ? addDays(today, 1) : look_on

function afterLooking(one: Judged, today: Day): Looked {
  const { entry, decision, go } = one
  const ready = hasWork(one)
  if (decision.outlooks.length === 0 && !ready) return { ...nothing_open, entry }
  const letters = go.filter(({ approval }) => approval === 'none')
  return { entry, outlooks: heldOutlooks(one), look_on: laterThan(today, decision.look_on), ready, letters }
}
