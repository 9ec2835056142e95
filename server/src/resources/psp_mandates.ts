import { iban } from '../api/checked.ts'
import { deletedFrom, resource } from '../api/define.ts'
import { dateTime, id, key, text } from '../api/field.ts'
import { after, anyIdOf, anyOf } from '../api/filters.ts'

export const psp_mandates = resource({
  name: 'psp_mandates',
  one: 'mandate',
  table: 'psp_mandates',
  description: 'Direct-debit mandates at a payment service provider.',
  within: 'administration',
  reads: ['list'],
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    debtor_id: id('Debtor that gave the mandate.').required(),
    bank_account_name: text('Name of the bank account holder.').required().writable(),
    bank_account_number: text('Bank account number, IBAN.').required().writable(iban),
    mandate_identifier: text('Identifier of the mandate at the provider.')
      .required()
      .writable(key('Identifier of the mandate at the provider.')),
    mandate_reference: text('Own reference of the mandate; unique in the administration.').writable(key),
    provider: text('Payment service provider.').required(),
    updated_at: dateTime('Last update.').required(),
    deactivated_at: dateTime('When it was deactivated.'),
    debtor_number: text('Debtor number.').onRequest(),
    customer_identifier: key('Customer at the provider; needed for mollie.').writeOnly(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    debtor_ids: anyIdOf('debtor_id', 'Internal ids of debtors.'),
    debtor_numbers: anyOf('debtor_number', 'Debtor numbers.'),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})

export const deleted_psp_mandates = deletedFrom(psp_mandates, {
  table: 'deleted_psp_mandates',
  one: 'deleted mandate',
  description: 'Mandates deleted in the last 90 days.',
  left: {
    debtor_id: id('Debtor that gave the mandate.').required(),
    mandate_identifier: text('Identifier of the mandate at the provider.').required(),
    provider: text('Payment service provider.').required(),
  },
})
