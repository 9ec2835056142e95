import { resource } from '../api/define.ts'
import { dateTime, id, object, text } from '../api/field.ts'
import { after, anyIdOf } from '../api/filters.ts'
import { user } from './users.ts'

export const notes = resource({
  name: 'notes',
  one: 'note',
  table: 'notes',
  description: 'What staff wrote for each other; debtors never see it.',
  within: 'administration',
  reads: ['list'],
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    content: text('Text of the note.').required(),
    debtor_id: id('Debtor it is about.'),
    invoice_id: id('Invoice it is about.'),
    credit_case_id: id('Credit case it is about.'),
    from_email_address: text('Who sent it, when the note came by mail.'),
    user: object(user, 'Who wrote it.'),
    created_at: dateTime('When it was written.').required(),
    completed_at: dateTime('When it was marked as done.'),
    updated_at: dateTime('Last update.').required(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    debtor_ids: anyIdOf('debtor_id', 'Internal ids of debtors.'),
    invoice_ids: anyIdOf('invoice_id', 'Internal ids of invoices.'),
    credit_case_ids: anyIdOf('credit_case_id', 'Internal ids of credit cases.'),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})
