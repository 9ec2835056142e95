import { type Actions, onOne } from '../api/actions.ts'
import { amount } from '../api/checked.ts'
import { date, id, listOf } from '../api/field.ts'
import { offerTerms } from '../follow_up/plans/offer.ts'
import { payment_plans } from '../resources/payment_plans/payment_plans.ts'

/** What people do with proposals on our pages, beside approving and rejecting them. */
export const plan_verbs: Actions = {
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
