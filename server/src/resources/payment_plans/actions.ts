import { type Actions, create, onOne } from '../../api/actions.ts'
import { amount, emailAddress } from '../../api/checked.ts'
import { refuseParameters } from '../../api/errors.ts'
import { keyList, listOf, textList } from '../../api/field.ts'
import { inputOf } from '../../api/writable.ts'
import { type PlanTerm, planProblems } from '../../domain/payment_plan.ts'
import { emit } from '../../events/emit.ts'
import { chooseItems, freePlanItems } from '../../follow_up/plans/items.ts'
import { approvePlan, changePlan, checkPlan, makePlan, rejectPlan } from '../../follow_up/plans/make.ts'
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
      const { terms, cc_email_address = null } = body
      const plan = { debtor_id: first.debtor_id, terms, items: chosen, cc_email_address }
      const { id, mailed } = await makePlan(context, plan)
      const silent = mailed ? [] : ['The debtor has no email address, so it gets no mail with the plan.']
      return { id, once: { warnings: [...oddTerms(terms, context.today), ...silent] } }
    },
  }),

  approve: onOne(payment_plans, {
    method: 'PATCH',
    description:
      'Approves a plan that the debtor proposed, who gets a mail with the terms. A plan in any other state is refused, ' +
      'and so is one that was offered to the debtor, who has to answer.',
    body: {},
    run: async (context, plan) => {
      if (plan.proposed_by === 'creditor')
        refuseParameters(['id: the plan was offered to the debtor, who has to answer'])
      await approvePlan(context, plan)
    },
  }),

  reject: onOne(payment_plans, {
    method: 'PATCH',
    description: 'Rejects a plan that was proposed. A plan in any other state is refused.',
    body: {},
    run: (context, plan) => rejectPlan(context, plan),
  }),

  deactivate: onOne(payment_plans, {
    method: 'PATCH',
    description:
      'Ends an active plan; its invoices and cases are followed up again. A plan in any other state is refused.',
    body: {},
    run: async (context, plan) => {
      checkPlan('deactivate', plan)
      await changePlan(context, plan.id, { active: false, deactivated_at: context.now.toISOString() })
      await emit(context, 'payment_plan_deactivated', 'payment_plan', plan.id)
      await freePlanItems(context, plan.id)
    },
  }),
}

/** A term that is over already cannot be kept. It can be meant, by whoever brings an agreement along from elsewhere. */
const oddTerms = (terms: readonly PlanTerm[], today: string): string[] =>
  terms.flatMap(({ due_date }, place) => (due_date < today ? [`terms[${place}].due_date: is in the past`] : []))
