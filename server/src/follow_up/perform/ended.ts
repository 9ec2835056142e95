import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import type { Happening } from '../../events/emit_many.ts'
import type { Act } from '../decide/decision.ts'
import { endDisputes } from '../disputes.ts'
import { endPromises } from '../promises/settle.ts'
import { notify } from './notify.ts'
import { makeTasks, type NewTask } from './tasks.ts'

/** Marks promises that were broken, disputes that nobody took up, and terms of plans that were missed. */
export async function endAgreements(
  change: Change,
  doing: readonly { act: Act; judged: { facts: { id: string } } }[],
): Promise<Happening[]> {
  const of = (name: string): Ended[] =>
    doing.flatMap(({ act, judged }) =>
      'id' in act && act.act === name ? [{ id: act.id, debtor_id: judged.facts.id }] : [],
    )
  const [promises, plans] = [of('promise_broken'), of('plan_term_missed')]
  await endPromises(
    change,
    promises.map(({ id }) => id),
    'broken',
  )
  await endDisputes(
    change,
    of('dispute_lapsed').map(({ id }) => id),
    { outcome: 'lapsed', message: null },
  )
  await missTerms(
    change,
    plans.map(({ id }) => id),
  )
  const missed = plans.map(
    ({ id }): Happening => ({
      ...{ event_name: 'payment_plan_term_expired', resource_type: 'payment_plan', resource_id: id },
    }),
  )
  return [...missed, ...(await tellStaff(change, promises, plans))]
}

type Ended = { id: string; debtor_id: string }

/** What was not kept is for people to act on. */
async function tellStaff(change: Change, promises: readonly Ended[], plans: readonly Ended[]): Promise<Happening[]> {
  const task =
    (kind: NewTask['kind']) =>
    ({ id, debtor_id }: Ended): NewTask => ({
      ...{ kind, debtor_id, key: kind === 'promise_broken' ? id : `${id} ${change.today}` },
    })
  const tasks = [...promises.map(task('promise_broken')), ...plans.map(task('plan_term_missed'))]
  const { happened } = await makeTasks(change, tasks)
  await notify(change, [
    ...promises.map(({ id, debtor_id }) => ({ notification_type: 'promise_broken' as const, debtor_id, key: id })),
    ...plans.map(({ id, debtor_id }) => ({
      notification_type: 'payment_plan_term_missed' as const,
      debtor_id,
      key: id,
    })),
  ])
  return happened
}

/** The plan stays as it is; that a term was missed is said once. */
async function missTerms({ db, administration_id, now, today }: Change, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update payment_plan_terms set missed_at = ${now.toISOString()}::timestamptz
    where administration_id = ${administration_id}::bigint and payment_plan_id = any(${[...ids]}::bigint[])
      and amount_due > 0 and due_date < ${today}::date and missed_at is null`.execute(db)
}
