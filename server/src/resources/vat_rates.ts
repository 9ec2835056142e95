import { percentage } from '../api/checked.ts'
import { resource } from '../api/define.ts'
import { id, key, number, oneOf, text } from '../api/field.ts'

/** What kind of rate there can be. */
const vat_categories = ['regular', 'zero', 'none', 'exempt', 'reversed', 'export', 'export_within_eea'] as const

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
    code: text('Code that invoice lines name.').required().writable(key),
    name: text('Name.').required().writable(text('Name; needed for a new rate.')),
    rate: number('Percentage.').required().writable(percentage('Percentage; needed for a new rate.')),
    category: oneOf(vat_categories, 'What kind of rate it is.')
      .required()
      .writable(oneOf(vat_categories, 'What kind of rate it is; `regular` unless given.')),
    exemption_reason_code: text('Why no tax is due, as a VATEX code.'),
  },
})
