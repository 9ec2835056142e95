import { resource } from '../api/define.ts'
import { id, key, text } from '../api/field.ts'

/** Nobody reads them through the interface: invoices name them by code. */
export const payment_conditions = resource({
  name: 'payment_conditions',
  one: 'payment condition',
  table: 'payment_conditions',
  description: 'Named terms of payment, which decide how an invoice is followed up.',
  within: 'administration',
  reads: [],
  document: false,
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    code: text('Code that invoices name.').required().writable(key),
    name: text('Name.').required().writable(),
  },
})
