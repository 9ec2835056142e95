import { resource } from '../api/define.ts'
import { date, dateTime, expression, id, idList, money, object, oneOf, text } from '../api/field.ts'
import { after, anyIdOf, anyWordOf, exactId } from '../api/filters.ts'
import { claim_origins, promise_statuses } from '../domain/promise.ts'
import { user } from './users.ts'

const invoices_of = expression(
  (row, given) =>
    `(select coalesce(array_agg(p.invoice_id::text order by p.invoice_id), '{}') from promise_invoices p ` +
    `where p.administration_id = ${given('administration_id')} and p.promise_id = ${row}.id)`,
)

export const promises = resource({
  name: 'promises',
  one: 'promise',
  table: 'promises',
  description: 'What debtors promised to pay, and by when. Until then its invoices are not reminded of.',
  within: 'administration',
  reads: ['list', 'show'],
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    debtor_id: id('Debtor who promised.').required(),
    amount: money('What was promised.').required(),
    currency_code: text('Currency, ISO 4217.').required(),
    promised_on: date('Day by which it will be paid.').required(),
    status: oneOf(promise_statuses, 'What became of it.').required(),
    origin: oneOf(claim_origins, 'How we know of it.').required(),
    remark: text('What was said.').writable(),
    created_by_user: object(user, 'Who wrote it down.'),
    ended_at: dateTime('When it was kept, broken or withdrawn.'),
    created_at: dateTime('When it was made.').required(),
    updated_at: dateTime('Last update.').required(),
    invoice_ids: idList('Invoices that it is about.').from(invoices_of).required().onRequest(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    debtor_id: exactId('debtor_id', 'Only those of this debtor.'),
    statuses: anyWordOf('status', promise_statuses, 'What became of them.'),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})
