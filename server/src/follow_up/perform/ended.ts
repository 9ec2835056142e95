import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import type { Happening } from '../../events/emit_many.ts'
import type { Act } from '../decide/decision.ts'

/** Marks promises that were broken, disputes that nobody took up, and terms of plans that were missed. */
export async function endAgreements(change: Change, doing: readonly { act: Act }[]): Promise<Happening[]> {
  const idsOf = (name: string): string[] =>
    doing.flatMap(({ act }) => ('id' in act && act.act === name ? [act.id] : []))
  await breakPromises(change, idsOf('promise_broken'))
  await lapseDisputes(change, idsOf('dispute_lapsed'))
  const plans = idsOf('plan_term_missed')
  await missTerms(change, plans)
  return plans.map((resource_id) => ({
    ...{ event_name: 'payment_plan_term_expired', resource_type: 'payment_plan', resource_id },
  }))
}

async function breakPromises({ db, administration_id, now, stamp }: Change, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update promises set status = 'broken', ended_at = ${now.toISOString()}::timestamptz,
      updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = any(${[...ids]}::bigint[])
      and status = 'open'`.execute(db)
}

async function lapseDisputes(change: Change, ids: readonly string[]): Promise<void> {
  const { db, administration_id, now, today, stamp } = change
  if (ids.length === 0) return
  await sql`
    update disputes set outcome = 'lapsed', ended_at = ${now.toISOString()}::timestamptz, ended_on = ${today}::date,
      updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = any(${[...ids]}::bigint[])
      and ended_at is null`.execute(db)
}

/** The plan stays as it is; that a term was missed is said once. */
async function missTerms({ db, administration_id, now, today }: Change, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update payment_plan_terms set missed_at = ${now.toISOString()}::timestamptz
    where administration_id = ${administration_id}::bigint and payment_plan_id = any(${[...ids]}::bigint[])
      and amount_due > 0 and due_date < ${today}::date and missed_at is null`.execute(db)
}
