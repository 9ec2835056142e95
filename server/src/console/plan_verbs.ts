import { type Actions, onOne } from '../api/actions.ts'
import { amount } from '../api/checked.ts'
import { date, id, listOf, text } from '../api/field.ts'
import { rejectPlan } from '../follow_up/plans/make.ts'
import { offerTerms } from '../follow_up/plans/offer.ts'
import { payment_plans } from '../resources/payment_plans/payment_plans.ts'

/** What people do with proposals on our pages, beside approving them. */
export const plan_verbs: Actions = {
  reject: onOne(payment_plans, {
    method: 'PATCH',
    description: 'Rejects a plan that was proposed, and says why. A plan in any other state is refused.',
    body: { reason: text('Why; the debtor reads it.') },
    run: (context, plan, { reason }) => rejectPlan(context, plan, reason?.trim() || null),
  }),
  offer: onOne(payment_plans, {
    method: 'PATCH',
    description:
      'Offers a debtor other terms than it proposed. The proposal is rejected, and the offer waits for the debtor, who ' +
      'gets a mail. Only a plan that a debtor proposed can be answered so.',
    body: {
      terms: listOf(
        { amount: amount('Amount.').required(), due_date: date('Last day to pay it.').required() },
        'Terms that are offered, in the order in which they are due.',
      ).required(),
    },
    once: { offer_id: id('The plan that waits for the debtor.').required() },
    run: async (context, plan, { terms }) => ({ offer_id: await offerTerms(context, plan, terms) }),
  }),
}
