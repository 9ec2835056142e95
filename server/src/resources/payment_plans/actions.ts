import { sql } from 'kysely'
import { type Actions, create, onOne } from '../../api/actions.ts'
import { amount, emailAddress } from '../../api/checked.ts'
import type { Context } from '../../api/context.ts'
import { refuseParameters } from '../../api/errors.ts'
import { keyList, listOf, textList } from '../../api/field.ts'
import { inputOf } from '../../api/writable.ts'
import { userOf } from '../../domain/actor.ts'
import { type PlanTerm, type PlanVerb, planProblems, verbProblem } from '../../domain/payment_plan.ts'
import { emit } from '../../events/emit.ts'
import { emitMany } from '../../events/emit_many.ts'
import { copyTerms, followPlan } from '../../ledger/plans.ts'
import { mailPlan } from '../../letters/payment_plan.ts'
import { blockPlanItems, type Chosen, chooseItems, freePlanItems, linkItems, takenItems } from './items.ts'
import { payment_plans, payment_term } from './payment_plans.ts'

const term = {
  amount: amount('Amount of the term, as a number with at most two decimals.').required(),
  ...inputOf(payment_term),
}

/** The states of a plan and the ways between them are described in domain/payment_plan.ts. */
export const payment_plan_actions: Actions = {
  create: create(payment_plans, {
    description:
      'Makes a payment plan that is approved from the start, over at least one invoice or credit case of one debtor. ' +
      'The terms add up to what is open, give or take a cent. While the plan is active its invoices and cases are ' +
      'not followed up. The debtor gets a mail with the terms, also while it is paused; as long as the company is ' +
      '`unconfirmed`, a plan with such a mail is refused. The same request again is refused, because its invoices and ' +
      'cases are in an active plan then.',
    body: {
      terms: listOf(term, 'Terms.').required(),
      invoice_numbers: keyList('Invoices, by number.'),
      invoice_identifiers: keyList('Invoices, by their identifier in the accounting software.'),
      credit_case_numbers: keyList('Credit cases, by number.'),
      cc_email_address: emailAddress('A copy of the mail with the terms goes here.'),
    },
    once: { warnings: textList('What is unlikely about the plan; empty when nothing is.').required() },
    example: {
      invoice_numbers: ['2026-0117'],
      terms: [
        { amount: 50, due_date: '2026-12-31' },
        { amount: 50, due_date: '2027-01-31' },
      ],
    },
    run: async (context, body) => {
      const { chosen, problems } = await chooseItems(context, body)
      problems.push(...planProblems(chosen, body.terms))
      const [first] = chosen
      if (first === undefined || problems.length > 0) return refuseParameters(problems)
      const id = await insertPlan(context, first, body.cc_email_address ?? null)
      await insertTerms(context, id, body.terms)
      await linkItems(context, id, chosen)
      await emit(context, 'payment_plan_created', 'payment_plan', id)
      await blockPlanItems(context, id)
      const { today } = context
      const silent = (await mailPlan(context, id))
        ? []
        : ['The debtor has no email address, so it gets no mail with the plan.']
      return { id, once: { warnings: [...oddTerms(body.terms, today), ...silent] } }
    },
  }),

  approve: onOne(payment_plans, {
    method: 'PATCH',
    description:
      'Approves a plan that the debtor proposed, who gets a mail with the terms. A plan in any other state is refused.',
    body: {},
    run: async (context, plan) => {
      check('approve', plan)
      const taken = await takenItems(context, plan.id)
      if (taken.length > 0) refuseParameters(taken.map((name) => `id: ${name} is in another active plan`))
      await change(context, plan.id, { active: true, approved_at: context.now.toISOString() })
      await emit(context, 'payment_plan_updated', 'payment_plan', plan.id)
      await blockPlanItems(context, plan.id)
      const followed = await followPlan(context, plan.id)
      if (!followed.some(({ event_name }) => event_name === 'payment_plan_finished')) await mailPlan(context, plan.id)
      // That it changed was told already.
      await emitMany(
        context,
        followed.filter(({ event_name }) => event_name === 'payment_plan_finished'),
      )
    },
  }),

  reject: onOne(payment_plans, {
    method: 'PATCH',
    description: 'Rejects a plan that the debtor proposed. A plan in any other state is refused.',
    body: {},
    run: async (context, plan) => {
      check('reject', plan)
      const user = userOf(context.actor)
      await change(context, plan.id, {
        active: false,
        rejected_at: context.now.toISOString(),
        rejected_by_user_id: user.id,
        rejected_by_user_name: user.name,
        rejected_by_user_email_address: user.email_address,
      })
      await emit(context, 'payment_plan_updated', 'payment_plan', plan.id)
    },
  }),

  deactivate: onOne(payment_plans, {
    method: 'PATCH',
    description:
      'Ends an active plan; its invoices and cases are followed up again. A plan in any other state is refused.',
    body: {},
    run: async (context, plan) => {
      check('deactivate', plan)
      await change(context, plan.id, { active: false, deactivated_at: context.now.toISOString() })
      await emit(context, 'payment_plan_deactivated', 'payment_plan', plan.id)
      await freePlanItems(context, plan.id)
    },
  }),
}

/** A term that is over already cannot be kept. It can be meant, by whoever brings an agreement along from elsewhere. */
const oddTerms = (terms: readonly PlanTerm[], today: string): string[] =>
  terms.flatMap(({ due_date }, place) => (due_date < today ? [`terms[${place}].due_date: is in the past`] : []))

function check(verb: PlanVerb, plan: Parameters<typeof verbProblem>[1]): void {
  const problem = verbProblem(verb, plan)
  if (problem !== null) refuseParameters([`id: ${problem}`])
}

type Change = {
  active: boolean
  approved_at?: string
  rejected_at?: string
  rejected_by_user_id?: string | null
  rejected_by_user_name?: string | null
  rejected_by_user_email_address?: string | null
  deactivated_at?: string
}

async function change({ db, administration_id, stamp }: Context, id: string, changes: Change): Promise<void> {
  await db
    .updateTable('payment_plans')
    .set({ ...changes, updated_at: stamp })
    .where('administration_id', '=', administration_id)
    .where('id', '=', id)
    .execute()
}

async function insertPlan(
  { db, administration_id, stamp, now }: Context,
  { debtor_id }: Chosen,
  cc_email_address: string | null,
): Promise<string> {
  const { id } = await db
    .insertInto('payment_plans')
    .columns([
      'administration_id',
      'debtor_id',
      'debtor_number',
      'debtor_identifier',
      'active',
      'approved_at',
      'cc_email_address',
      'created_at',
      'updated_at',
    ])
    .expression(
      sql`select administration_id, id, debtor_number, debtor_identifier, true, ${now.toISOString()}::timestamptz,
                 ${cc_email_address}::text, ${stamp}::timestamptz, ${stamp}::timestamptz
          from debtors where administration_id = ${administration_id}::bigint and id = ${debtor_id}::bigint`,
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The terms, and the copy of them that the plan shows, in the order in which they are due. */
async function insertTerms(context: Context, id: string, terms: readonly PlanTerm[]): Promise<void> {
  const { db, administration_id } = context
  await sql`
    insert into payment_plan_terms (administration_id, payment_plan_id, total_amount, amount_due, due_date)
    select ${administration_id}::bigint, ${id}::bigint, amount, amount, due_date
    from json_to_recordset(${JSON.stringify(terms.map((one, n) => ({ ...one, n })))}::json)
      as term (n integer, amount numeric, due_date date)
    order by due_date, n`.execute(db)
  await copyTerms(context, [id])
}
