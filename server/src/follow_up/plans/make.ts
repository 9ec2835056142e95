import { sql } from 'kysely'
import { refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { userOf } from '../../domain/actor.ts'
import { type PlanTerm, type PlanVerb, verbProblem } from '../../domain/payment_plan.ts'
import { emit } from '../../events/emit.ts'
import { emitMany } from '../../events/emit_many.ts'
import { copyTerms, followPlan } from '../../ledger/plans.ts'
import { type Mailing, mailPlan } from '../../letters/payment_plan.ts'
import { endTask } from '../perform/tasks.ts'
import { blockPlanItems, type Chosen, linkItems, takenItems } from './items.ts'

/** Whose words the terms of a plan are. */
export type Proposer = 'debtor' | 'creditor'

/** A plan with its terms and what it is about; all of it was checked before. */
export type NewPlan = {
  debtor_id: string
  terms: readonly PlanTerm[]
  items: readonly Pick<Chosen, 'kind' | 'id'>[]
  cc_email_address?: string | null
  /** Why the debtor asks for it. */
  reason?: string | null
  /** Whether nobody had to approve it, because the rules of the creditor did. */
  auto_activated?: boolean
  /** The proposal that it answers. */
  answers_plan_id?: string | null
  /** Whether its terms also pay what was charged beside the principal of its invoices. */
  with_costs?: boolean
}

/** Makes a plan that is in force at once, and mails it if wanted. Returns its id, and whether it was mailed. */
export async function makePlan(change: Mailing, plan: NewPlan, mail = true): Promise<{ id: string; mailed: boolean }> {
  const id = await insertPlan(change, plan, { approved_at: change.now.toISOString(), proposed_by: null })
  await blockPlanItems(change, id)
  return { id, mailed: mail && (await mailPlan(change, id)) }
}

/** Makes a plan that waits for an answer of the other side. Returns its id. */
export const proposePlan = (change: Change, plan: NewPlan, proposed_by: Proposer): Promise<string> =>
  insertPlan(change, plan, { approved_at: null, proposed_by })

type Marks = {
  active: boolean | null
  approved_at: string | null
  rejected_at: string | null
  deactivated_at: string | null
}

/** Puts a plan in force that was proposed, and mails it. A plan in any other state is refused. */
export async function approvePlan(change: Mailing, plan: Marks & { id: string }): Promise<void> {
  checkPlan('approve', plan)
  const taken = await takenItems(change, plan.id)
  if (taken.length > 0) refuseParameters(taken.map((problem) => `id: ${problem}`))
  await changePlan(change, plan.id, { active: true, approved_at: change.now.toISOString() })
  await emit(change, 'payment_plan_updated', 'payment_plan', plan.id)
  await blockPlanItems(change, plan.id)
  const followed = await followPlan(change, plan.id)
  if (!followed.some(({ event_name }) => event_name === 'payment_plan_finished')) await mailPlan(change, plan.id)
  // The event that it changed was emitted already.
  const others = followed.filter(({ event_name }) => event_name !== 'payment_plan_updated')
  await emitMany(change, [...others, ...(await endTask(change, { kind: 'plan_proposed', key: plan.id }))])
}

/** Rejects a plan that was proposed. A plan in any other state is refused. */
export async function rejectPlan(
  change: Change,
  plan: Marks & { id: string },
  rejection_reason: string | null = null,
): Promise<void> {
  checkPlan('reject', plan)
  const user = userOf(change.actor)
  await changePlan(change, plan.id, {
    active: false,
    rejected_at: change.now.toISOString(),
    rejection_reason,
    rejected_by_user_id: user.id,
    rejected_by_user_name: user.name,
    rejected_by_user_email_address: user.email_address,
  })
  await emit(change, 'payment_plan_updated', 'payment_plan', plan.id)
  await emitMany(change, await endTask(change, { kind: 'plan_proposed', key: plan.id }))
}

/** Refuses what cannot be done to a plan in its state. */
export function checkPlan(verb: PlanVerb, plan: Marks): void {
  const problem = verbProblem(verb, plan)
  if (problem !== null) refuseParameters([`id: ${problem}`])
}

type PlanChange = {
  active: boolean
  approved_at?: string
  rejected_at?: string
  rejection_reason?: string | null
  rejected_by_user_id?: string | null
  rejected_by_user_name?: string | null
  rejected_by_user_email_address?: string | null
  deactivated_at?: string
}

/** Notes what became of a plan. */
export async function changePlan(
  { db, administration_id, stamp }: Change,
  id: string,
  changes: PlanChange,
): Promise<void> {
  await db
    .updateTable('payment_plans')
    .set({ ...changes, updated_at: stamp })
    .where('administration_id', '=', administration_id)
    .where('id', '=', id)
    .execute()
}

type Standing = { approved_at: string | null; proposed_by: Proposer | null }

async function insertPlan(change: Change, plan: NewPlan, { approved_at, proposed_by }: Standing): Promise<string> {
  const { db, administration_id, stamp, now } = change
  const { debtor_id, terms, items, cc_email_address = null, reason = null, answers_plan_id = null } = plan
  const proposed_at = proposed_by === null ? null : now.toISOString()
  // Asked first: written from the row of the debtor, a plan would be looked for on all nodes of a cluster.
  const { debtor_number, debtor_identifier } = await db
    .selectFrom('debtors')
    .select(['debtor_number', 'debtor_identifier'])
    .where('administration_id', '=', administration_id)
    .where('id', '=', debtor_id)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('payment_plans')
    .values({
      ...{ administration_id, debtor_id, debtor_number, debtor_identifier },
      ...{ approved_at, proposed_at, proposed_by, reason },
      ...{ answers_plan_id, cc_email_address, active: approved_at === null ? null : true },
      ...{ auto_activated: plan.auto_activated ?? false, with_costs: plan.with_costs ?? false },
      ...{ created_at: stamp, updated_at: stamp },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertTerms(change, id, terms)
  await linkItems(change, id, items)
  await emit(change, 'payment_plan_created', 'payment_plan', id)
  return id
}

/** The terms, and the copy of them that the plan shows, in the order in which they are due. */
async function insertTerms(change: Change, id: string, terms: readonly PlanTerm[]): Promise<void> {
  const { db, administration_id } = change
  const numbered = terms.map((one, n) => ({ ...one, n }))
  await sql`
    insert into payment_plan_terms (administration_id, payment_plan_id, total_amount, amount_due, due_date)
    select ${administration_id}::bigint, ${id}::bigint, amount, amount, due_date
    from ${asTable('term', numbered, { n: 'integer', amount: 'numeric', due_date: 'date' })}
    order by due_date, n`.execute(db)
  await copyTerms(change, [id])
}
