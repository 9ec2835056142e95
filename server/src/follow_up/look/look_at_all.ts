import { isAwayError } from '../../db/away.ts'
import { lookAtDue } from './look.ts'
import type { StandingToday } from './standing.ts'
import type { Working } from './working.ts'

/** So many debtors are looked at in one transaction. */
const looked_at_once = 1_500

/** So many portions are looked at side by side: while one is decided about, the database reads the others. */
const side_by_side = 3

/** When it fails for so many in a row, it is no matter of single debtors. */
const in_a_row_max = 20

/** Those who cannot be looked at in this turn, and what went wrong for the last of them. */
export type Failing = { debtor_ids: string[]; problem: unknown }

export const noneFailing = (): Failing => ({ debtor_ids: [], problem: null })

type Looker = Pick<Working, 'db' | 'administration_id' | 'log'>

/**
 * Looks at portions until nobody is left, or its turn is over; returns how many they were. A portion for which it fails
 * is halved until the one is found with whom something is wrong: the others need not wait for that one.
 */
export async function lookAtAll(
  { db, administration_id, log }: Looker,
  day: StandingToday,
  failing: Failing,
  isOver: () => boolean = () => false,
): Promise<number> {
  let [looked, in_a_row, stopped] = [0, 0, false]
  /** Returns how many to take the next time, and null when nobody is left. */
  async function lookOnce(limit: number): Promise<number | null> {
    let taken: readonly string[] = []
    const took = (debtor_ids: readonly string[]): void => {
      taken = debtor_ids
    }
    const portion = { limit, except: failing.debtor_ids, took }
    try {
      const debtors = await db.transaction().execute((trx) => lookAtDue(trx, { administration_id, ...day }, portion))
      if (debtors === 0) return null
      looked += debtors
      in_a_row = 0
      return Math.min(limit * 2, looked_at_once)
    } catch (error) {
      const [debtor_id] = taken
      if (debtor_id === undefined || isAwayError(error)) throw error
      if (taken.length > 1) return Math.ceil(taken.length / 2)
      log({ error, administration_id, debtor_id }, 'the engine could not look at a debtor')
      failing.debtor_ids.push(debtor_id)
      failing.problem = error
      if (++in_a_row > in_a_row_max) throw error
      return 1
    }
  }
  // Each goes on by itself: if all began together, the database and this process would take turns at being idle.
  async function lookOn(): Promise<void> {
    let limit: number | null = looked_at_once
    while (limit !== null && !stopped && !isOver()) limit = await lookOnce(limit)
  }
  const stopOthers = (reason: unknown): never => {
    stopped = true
    throw reason
  }
  const done = await Promise.allSettled(Array.from({ length: side_by_side }, () => lookOn().catch(stopOthers)))
  for (const one of done) if (one.status === 'rejected') throw one.reason
  return looked
}

/** Says what went wrong for some, when everything is done for the others. */
export function throwIfAny({ debtor_ids, problem }: Failing): void {
  if (debtor_ids.length > 0) throw problem
}
