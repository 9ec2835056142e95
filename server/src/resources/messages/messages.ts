import { resource } from '../../api/define.ts'
import { dateTime, id, object, oneOf, text } from '../../api/field.ts'
import { after, anyIdOf } from '../../api/filters.ts'
import { user } from '../users.ts'

export const messages = resource({
  name: 'messages',
  one: 'message',
  table: 'messages',
  description: 'What creditor and debtor wrote to each other, by mail or in the portal.',
  within: 'administration',
  reads: ['list', 'show'],
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    sender_type: oneOf(['creditor', 'debtor'], 'Who wrote it.').required(),
    subject: text('Subject.').writable((says) => text(says).required()),
    read_by_user: object(user, 'Who marked it as read.'),
    debtor_id: id('Debtor it belongs to.'),
    invoice_id: id('Invoice it belongs to.'),
    credit_case_id: id('Credit case it belongs to.'),
    sent_at: dateTime('When it was sent.'),
    received_at: dateTime('When it was received.'),
    read_at: dateTime('When it was read first; some mail programs never tell.'),
    updated_at: dateTime('Last update.').required(),
    content: text('Text of the message.').onRequest(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    debtor_ids: anyIdOf('debtor_id', 'Internal ids of debtors.'),
    invoice_ids: anyIdOf('invoice_id', 'Internal ids of invoices.'),
    credit_case_ids: anyIdOf('credit_case_id', 'Internal ids of credit cases.'),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})
