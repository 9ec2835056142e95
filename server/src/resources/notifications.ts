import { resource } from '../api/define.ts'
import { dateTime, id, json, object, oneOf, text } from '../api/field.ts'
import { after, anyIdOf } from '../api/filters.ts'
import { user } from './users.ts'

export const notifications = resource({
  name: 'notifications',
  one: 'notification',
  table: 'notifications',
  description: 'Points of attention that the system raised for staff.',
  within: 'administration',
  reads: ['list', 'show'],
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    notification_type: text('What kind of notification it is.').required(),
    resource_type: oneOf(['administration', 'credit_case', 'debtor', 'invoice'], 'What it is about.').required(),
    details: json('More about it, which depends on what kind it is.', {
      properties: { bounce_reason: { type: 'string', description: 'Why mail bounced; only for `mail_bounced`.' } },
    }).required(),
    acknowledged_by_user: object(user, 'Who acknowledged it.'),
    acknowledged_at: dateTime('When it was acknowledged.'),
    debtor_id: id('Debtor it is about.'),
    invoice_id: id('Invoice it is about.'),
    credit_case_id: id('Credit case it is about.'),
    created_at: dateTime('When it was raised.').required(),
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
