import { resource } from '../api/define.ts'
import { dateTime, id, integer, json, text } from '../api/field.ts'
import { after, anyIdOf } from '../api/filters.ts'
import { flow_members } from '../flows/flow.ts'

export const flows = resource({
  name: 'flows',
  one: 'flow',
  table: 'flows',
  description: 'How invoices of a kind are followed up: which steps, on which day, with which term.',
  within: 'administration',
  reads: ['list', 'show'],
  shown_by: { column: 'code', example: 'standard' },
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    code: text('Code, which invoices carry as `flow_code`.').required(),
    name: text('Name.').required(),
    version: integer('Version that is in force; empty until one is published.'),
    definition: json('What that version says, as `docs/flow.schema.json` describes it.', flow_members),
    published_at: dateTime('When that version was published.'),
    created_at: dateTime('When the flow was made.').required(),
    updated_at: dateTime('Last update.').required(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})
