import { sql } from 'kysely'
import { type Actions, onOne } from '../api/actions.ts'
import type { PersonContext } from '../api/context.ts'
import { resource } from '../api/define.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { boolean, dateTime, expression, id, idList, listOf, oneOf, text, textList } from '../api/field.ts'
import { anyIdOf } from '../api/filters.ts'
import { grant_types } from '../auth/applications.ts'
import { audit } from '../auth/audit.ts'
import { chooseAdministrations, endGrant } from '../auth/oauth/family.ts'
import { named, namedRows, readAdministrations } from './administrations.ts'

const of = (row: string, column: string): string =>
  `(select p.${column} from applications p where p.id = ${row}.application_id)`

/**
 * Who is connected to what: the own company to any application, and any company to the own applications. Either side
 * can end a connection; what it may do is only the business of the company whose data it is.
 */
export const connections = resource({
  name: 'connections',
  one: 'connection',
  table: 'grants',
  description: 'Connections between companies and applications.',
  within: {
    reach: 'company',
    // Each side is looked up by its own index; an «or» would read every connection there is.
    where: (row, company) =>
      `${row}.revoked_at is null and ${row}.id = any(array(` +
      `select g.id from grants g where g.company_id = ${company} and g.revoked_at is null union all ` +
      'select g.id from applications p join grants g on g.application_id = p.id ' +
      `where p.company_id = ${company} and g.revoked_at is null))`,
  },
  reads: ['list', 'show'],
  filters: { application_id: anyIdOf('application_id', 'Only connections to these applications.') },
  fields: {
    id: id('Identifier.').required(),
    application_id: id('Application that is connected.').required(),
    application_name: text('Its name.')
      .from(expression((row) => of(row, 'name')))
      .required(),
    application_company_id: id('Company that registered it.')
      .from(expression((row) => of(row, 'company_id')))
      .required(),
    application_company_name: text('Name of that company.')
      .from(expression((row) => `(select c.name from companies c where c.id = ${of(row, 'company_id')})`))
      .required(),
    application_grant_type: oneOf(grant_types, 'How it gets its tokens.')
      .from(expression((row) => of(row, 'grant_type')))
      .required(),
    company_id: id('Company whose data it is.').required(),
    company_name: text('Name of that company.')
      .from(expression((row) => `(select c.name from companies c where c.id = ${row}.company_id)`))
      .required(),
    user_name: text('Who allowed it.')
      .from(expression((row) => `(select u.name from users u where u.id = ${row}.user_id)`))
      .required(),
    permissions: textList('What it may do.').required(),
    possible_permissions: textList('What the application asks for by now.')
      .from(expression((row) => of(row, 'permissions')))
      .required(),
    all_administrations: boolean('Whether it reaches all administrations, also those to come.').required(),
    administrations: listOf(named, 'Administrations it was given.')
      .from(expression((row) => namedRows('grant_administrations', `x.grant_id = ${row}.id`)))
      .required(),
    created_at: dateTime('When it was allowed.').required(),
    last_used_at: dateTime('When it was last used.'),
  },
})

export const connection_actions: Actions = {
  update: onOne(connections, {
    method: 'PATCH',
    on_itself: true,
    description:
      'Changes what a connection may do. What is taken away is gone at once. Administrations that are given count at ' +
      'once; permissions come with the next token, also those that living tokens had before. That of an application ' +
      'which works by itself is what the application asks for, and is changed there.',
    body: {
      permissions: textList('What it may do, within what the application asks for.'),
      all_administrations: boolean('Whether it reaches all administrations, also those to come.'),
      administration_ids: idList('Administrations it reaches, when not all.'),
    },
    run: async (context, grant, body) => {
      const { db, principal } = context
      if (grant.company_id !== principal.company_id) {
        return refuse('forbidden', 'Only the company whose data it is decides what a connection may do.')
      }
      await refuseByItself(context, grant.application_id)
      const permissions = [...new Set(body.permissions ?? grant.permissions)].sort()
      await checkPossible(context, grant.application_id, permissions)
      await db.updateTable('grants').set({ permissions }).where('id', '=', grant.id).execute()
      const wanted = readAdministrations(body)
      const details = wanted === undefined ? { permissions } : { permissions, administrations: wanted ?? 'all' }
      if (wanted !== undefined) {
        await db.deleteFrom('grant_administrations').where('grant_id', '=', grant.id).execute()
        await db
          .updateTable('grants')
          .set({ all_administrations: wanted === null })
          .where('id', '=', grant.id)
          .execute()
        const { id: grant_id, company_id } = grant
        if (wanted !== null) await chooseAdministrations(db, { grant_id, company_id, administration_ids: wanted })
      }
      const { user_id, company_id } = principal
      const { id: grant_id, application_id } = grant
      const { address, now } = context
      await audit(db, { action: 'grant_updated', company_id, user_id, application_id, grant_id, details, address, now })
    },
  }),

  delete: onOne(connections, {
    method: 'DELETE',
    on_itself: true,
    answers: 'nothing',
    description: 'Disconnects: every token of the connection ends at once.',
    body: {},
    run: async ({ db, principal, address, now }, grant) => {
      await endGrant(db, { grant_id: grant.id, reason: 'revoked_by_user', by: principal, address, now })
    },
  }),
}

/** Nobody consents to an application of client credentials: with each token it has what it asks for by then. */
async function refuseByItself({ db }: PersonContext, application_id: string): Promise<void> {
  const by_itself = await db
    .selectFrom('applications')
    .select('id')
    .where('id', '=', application_id)
    .where('grant_type', '=', 'client_credentials')
    .executeTakeFirst()
  if (by_itself) refuse('conflict', 'This application works by itself; what it may do is changed at the application.')
}

async function checkPossible({ db }: PersonContext, application_id: string, wanted: readonly string[]): Promise<void> {
  if (wanted.length === 0) refuseParameters(['permissions: choose at least one, or disconnect'])
  const { rows } = await sql<{ name: string }>`
    select unnest(${wanted}::text[]) as name
    except select unnest(permissions) from applications where id = ${application_id}::bigint`.execute(db)
  if (rows.length > 0) {
    const names = rows.slice(0, 5).map(({ name }) => name.slice(0, 50))
    refuseParameters([`permissions: the application does not ask for ${names.join(', ')}`])
  }
}
