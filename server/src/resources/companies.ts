import { resource } from '../api/define.ts'
import { boolean, date, id, oneOf, text } from '../api/field.ts'

/** A company is connected while it has a grant for the application that nobody revoked. */
const connected = (row: string, application_id: string): string =>
  `exists (select from grants g where g.company_id = ${row}.id and g.application_id = ${application_id} ` +
  'and g.revoked_at is null)'

export const companies = resource({
  name: 'companies',
  one: 'company',
  table: 'companies',
  description: 'Companies that have an active connection to the calling application.',
  within: { reach: 'application', where: connected },
  reads: ['list', 'show'],
  selectable: ['list'],
  fields: {
    id: id('Identifier.').required(),
    name: text('Name.').required(),
    status: oneOf(
      ['active', 'implementation', 'inactive', 'deleted', 'unconfirmed'],
      'State of the account.',
    ).required(),
    trial: boolean('Whether the company is still trying the service.').required(),
    trial_ends_on: date('Last day of the trial.'),
  },
})
