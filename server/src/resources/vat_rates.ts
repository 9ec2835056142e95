import { resource } from '../api/define.ts'
import { id, number, oneOf, text } from '../api/field.ts'

/** What kind of rate there can be. */
export const vat_categories = ['regular', 'zero', 'none', 'exempt', 'reversed', 'export', 'export_within_eea'] as const

export const vat_rates = resource({
  name: 'vat_rates',
  one: 'VAT rate',
  table: 'vat_rates',
  description: 'Rates of value added tax that invoice lines refer to.',
  within: 'administration',
  reads: ['list'],
  selectable: [],
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    code: text('Code that invoice lines name.').required(),
    name: text('Name.').required(),
    rate: number('Percentage.').required(),
    category: oneOf(vat_categories, 'What kind of rate it is.').required(),
    exemption_reason_code: text('Why no tax is due, as a VATEX code.'),
  },
})
