import { deletedFrom, resource } from '../api/define.ts'
import { column, date, dateTime, id, listOf, money, rowsOf, text } from '../api/field.ts'
import { after, anyIdOf } from '../api/filters.ts'
import { deeplink, noteAddress, portalLink } from '../api/page_links.ts'
import { label } from './labels.ts'

export const credit_cases = resource({
  name: 'credit_cases',
  one: 'credit case',
  table: 'credit_cases',
  description: 'Debt-collection cases: the overdue invoices of one debtor, with collection costs and interest.',
  within: 'administration',
  reads: ['list', 'show'],
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    debtor_id: id('Debtor of the case.').required(),
    case_number: text('Number of the case.').required(),
    credit_case_number: text('Number of the case as people see it, in groups of three digits.').required(),
    currency_code: text('Currency, ISO 4217.').required(),
    total_amount: money('Total of the case.').required(),
    open_amount: money('Part of the total that is still open.').required(),
    debt_collection_costs: money('Collection costs.').required(),
    interest_costs: money('Interest.').required(),
    open_interest_and_collection_costs: money('Part of interest and collection costs that is still open.').onRequest(),
    active_payment_plan_id: id('Payment plan in force.'),
    payment_plan_id: id('Payment plan in force.')
      .from(column('active_payment_plan_id'))
      .deprecated('Deprecated: use `active_payment_plan_id`.'),
    labels: listOf(label, 'Labels.').from(rowsOf('credit_case_labels', 'credit_case_id')).onRequest(),
    public_url: text('Link to the debtor portal.').from(portalLink('credit_cases')).onRequest(),
    deeplink_url: text('Address of the case in the debtor management interface.')
      .from(deeplink('credit_cases'))
      .onRequest(),
    internal_note_email_address: text('Mail to this address becomes an internal note.')
      .from(noteAddress('nc'))
      .onRequest(),
    started_at: dateTime('When the case began.').required(),
    pre_summons_at: dateTime('When the collection notice was sent.'),
    summons_1_at: dateTime('When the first summons was sent.'),
    summons_2_at: dateTime('When the second summons was sent.'),
    summons_3_at: dateTime('When the third summons was sent.'),
    summons_4_at: dateTime('When the fourth summons was sent.'),
    first_summons_at: dateTime('When the first summons was sent.')
      .from(column('summons_1_at'))
      .deprecated('Deprecated: use `summons_1_at`.'),
    latest_summons_at: dateTime('When the last summons, or a notice of default, was sent.'),
    notice_of_default_at: dateTime('When the notice of default was sent.'),
    pre_judicial_at: dateTime('When the pre-judicial phase began.'),
    forwarded_to_bailiff_at: dateTime('When the case was handed to a bailiff.'),
    paused_at: dateTime('When the case was paused.'),
    paused_until: date('The last day of that pause; empty when it lasts until somebody resumes.').onRequest(),
    deactivated_at: dateTime('When the case ended.'),
    updated_at: dateTime('Last update.').required(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})

export const deleted_credit_cases = deletedFrom(credit_cases, {
  table: 'deleted_credit_cases',
  one: 'deleted credit case',
  description: 'Credit cases deleted in the last 90 days.',
  left: { debtor_id: id('Debtor of the case.').required() },
})
