import { resource } from '../api/define.ts'
import { dateTime, expression, id, json, text } from '../api/field.ts'
import { anyIdOf, anyOf } from '../api/filters.ts'

const nameOf = (table: string, column: string, key: string) =>
  expression((row) => `(select n.${column} from ${table} n where n.id = ${row}.${key})`)

/** Who did what, when, and from where. */
export const audit_entries = resource({
  name: 'audit_entries',
  one: 'audit entry',
  table: 'audit_entries',
  description: 'What happened to applications, permissions, users and tokens of the company.',
  within: { reach: 'company', where: (row, company) => `${row}.company_id = ${company}` },
  reads: ['list'],
  newest_first: true,
  filters: {
    user_ids: anyIdOf('user_id', 'Only what these people did.'),
    actions: anyOf('action', 'Only entries of these kinds.'),
  },
  fields: {
    id: id('Identifier.').required(),
    action: text('What was done.').required(),
    user_id: id('Who did it.'),
    user_name: text('Name of who did it.').from(nameOf('users', 'name', 'user_id')),
    actor_service: text('The part of the service that did it by itself.'),
    application_id: id('Application that is concerned.'),
    application_name: text('Its name.').from(nameOf('applications', 'name', 'application_id')),
    api_token_name: text('Name of the API token that is concerned.').from(nameOf('api_tokens', 'name', 'api_token_id')),
    administration_name: text('Name of the administration that is concerned.').from(
      nameOf('administrations', 'internal_name', 'administration_id'),
    ),
    details: json('What else to know.').required(),
    ip: text('From where.').from(expression((row) => `host(${row}.ip)`)),
    created_at: dateTime('When.').required(),
  },
})
