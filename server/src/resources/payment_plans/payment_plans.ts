import { deletedFrom, resource } from '../../api/define.ts'
import { boolean, column, date, dateTime, id, listOf, money, object, oneOf, text } from '../../api/field.ts'
import { after, anyIdOf, anyOf } from '../../api/filters.ts'
import { portalLink } from '../../api/page_links.ts'
import { user } from '../users.ts'

/** One part of what is to be paid. */
export const payment_term = {
  id: id('Identifier.').required(),
  total_amount: money('Amount of the term.').required(),
  amount_due: money('Part of it that is still open.').required(),
  due_date: date('Last day to pay.').required().writable(),
  payment_date: date('Day on which it was paid in full.'),
}

export const payment_plans = resource({
  name: 'payment_plans',
  one: 'payment plan',
  table: 'payment_plans',
  description: 'Agreements to pay invoices or credit cases of one debtor in terms.',
  within: 'administration',
  reads: ['list', 'show'],
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    debtor_id: id('Debtor of the plan.').required(),
    active: boolean('Whether the plan is in force.'),
    auto_activated: boolean('Whether it came into force without approval by staff.').required(),
    payment_terms: listOf(payment_term, 'Terms, in the order in which they are due.').from(column('payment_terms')),
    reason: text('Why the debtor proposed it.'),
    proposed_at: dateTime('When it was proposed.'),
    approved_at: dateTime('When it was approved.'),
    rejected_at: dateTime('When it was rejected.'),
    rejected_by_user: object(user, 'Who rejected it.'),
    deactivated_at: dateTime('When it was ended.'),
    created_at: dateTime('When it was made.').required(),
    updated_at: dateTime('Last update.').required(),
    proposed_by: oneOf(
      ['debtor', 'creditor'],
      'Who proposed it; a plan that the creditor proposed waits for the debtor.',
    ).onRequest(),
    public_url: text('Link to the debtor portal.').from(portalLink('payment_plans')).onRequest(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    debtor_numbers: anyOf('debtor_number', 'Debtor numbers.'),
    debtor_identifiers: anyOf('debtor_identifier', 'Identifiers of debtors in the accounting software.'),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})

export const deleted_payment_plans = deletedFrom(payment_plans, {
  table: 'deleted_payment_plans',
  one: 'deleted payment plan',
  description: 'Payment plans deleted in the last 90 days.',
  left: { debtor_id: id('Debtor of the plan.').required() },
})
