import { type Actions, create, onOne } from '../api/actions.ts'
import type { PersonContext } from '../api/context.ts'
import { resource } from '../api/define.ts'
import { dateTime, expression, id, integer, oneOf, text, textList } from '../api/field.ts'
import { createApplication, grant_types, rotateSecret, updateApplication } from '../auth/applications.ts'
import { audit } from '../auth/audit.ts'
import { endGrantsOf } from '../auth/oauth/family.ts'
import { word } from './words.ts'

const living = (row: string): string => `g.application_id = ${row}.id and g.revoked_at is null`

/** An authorize link that works as it stands, but for the state, which the application makes up itself. */
const authorize_url = expression(
  (row, given) => `case when ${row}.redirect_uri is not null then
    ${given('base_url')} || '/oauth/authorize?response_type=code&client_id=' || ${row}.client_id
    || '&redirect_uri=' || replace(replace(replace(replace(replace(${row}.redirect_uri,
         '%', '%25'), '&', '%26'), '+', '%2B'), '#', '%23'), ' ', '%20')
    || '&state=example' end`,
)

/** Software that connects to Dunlin, registered by the company that makes or runs it. */
export const applications = resource({
  name: 'applications',
  one: 'application',
  table: 'applications',
  description: 'Applications of the company.',
  within: { reach: 'company', where: (row, company) => `${row}.company_id = ${company} and ${row}.deleted_at is null` },
  reads: ['list', 'show'],
  fields: {
    id: id('Identifier.').required(),
    name: text('Name that people see when they connect.').required(),
    grant_type: oneOf(grant_types, 'How it gets its tokens; fixed for ever.').required(),
    redirect_uri: text('Where people come back to after they allowed it.'),
    ip_allow_list: textList('Addresses and networks it calls from.').required(),
    permissions: textList('What it asks for.').required(),
    notification_email_addresses: textList('Who is told when a token turns up elsewhere.').required(),
    client_id: text('Its public name.').required(),
    created_at: dateTime('When it was registered.').required(),
    secret_rotated_at: dateTime('When its secret was last replaced.'),
    connections: integer('Connections that live.')
      .from(expression((row) => `(select count(*) from grants g where ${living(row)})`))
      .required(),
    last_used_at: dateTime('When one of its tokens was last used.').from(
      expression((row) => `(select max(g.last_used_at) from grants g where ${living(row)})`),
    ),
    authorize_url: text('Example of the link that people follow to connect.').from(authorize_url),
  },
})

const members = {
  name: text('Name that people see when they connect.'),
  redirect_uri: text('Where people come back to; needed for authorization_code.'),
  ip_allow_list: textList('Addresses and networks it calls from, at most 100; needed for client_credentials.'),
  permissions: textList('What it asks for.'),
  notification_email_addresses: textList('Who is told when a token turns up elsewhere.'),
}
const client_secret = text('Secret of the application, shown this once.').required()

export const application_actions: Actions = {
  create: create(applications, {
    description: 'Registers an application.',
    body: {
      ...members,
      name: members.name.required(),
      grant_type: oneOf(grant_types, 'How it gets its tokens; fixed for ever.').required(),
      permissions: members.permissions.required(),
    },
    once: { client_secret },
    run: async (context, body) => {
      const { db, principal, now } = context
      const { id, client_secret } = await createApplication(db, {
        company_id: principal.company_id,
        name: body.name,
        grant_type: body.grant_type,
        redirect_uri: body.redirect_uri ?? null,
        permissions: body.permissions,
        ip_allow_list: body.ip_allow_list ?? [],
        notification_email_addresses: body.notification_email_addresses ?? [],
        now,
      })
      await note(context, 'application_created', id, { name: body.name, permissions: body.permissions })
      return { id, once: { client_secret } }
    },
  }),

  update: onOne(applications, {
    method: 'PATCH',
    on_itself: true,
    description: 'Changes an application. A permission that goes is gone at once from every token.',
    body: members,
    run: async (context, application, body) => {
      const input = {
        name: body.name ?? application.name,
        grant_type: word(grant_types, application.grant_type),
        redirect_uri: body.redirect_uri === undefined ? application.redirect_uri : body.redirect_uri,
        permissions: body.permissions ?? application.permissions,
        ip_allow_list: body.ip_allow_list ?? application.ip_allow_list,
        notification_email_addresses: body.notification_email_addresses ?? application.notification_email_addresses,
      }
      await updateApplication(context.db, application.id, input)
      await note(context, 'application_updated', application.id, changes(application, input))
    },
  }),

  rotate_secret: onOne(applications, {
    method: 'POST',
    description: 'Replaces the secret. Living tokens live on; new ones need the new secret.',
    body: {},
    once: { client_secret },
    run: async (context, application) => {
      const client_secret = await rotateSecret(context.db, application.id, context.now)
      await note(context, 'secret_rotated', application.id, { name: application.name })
      return { client_secret }
    },
  }),

  delete: onOne(applications, {
    method: 'DELETE',
    on_itself: true,
    answers: 'nothing',
    description: 'Removes an application, and ends every connection to it.',
    body: {},
    run: async (context, application) => {
      const { db, principal, address, now } = context
      const { id: application_id } = application
      await db
        .updateTable('applications')
        .set({ deleted_at: now.toISOString() })
        .where('id', '=', application_id)
        .execute()
      await endGrantsOf(db, { application_id }, { reason: 'application_deleted', by: principal, address, now })
      await note(context, 'application_deleted', application.id, { name: application.name })
    },
  }),
}

type Details = { readonly [name: string]: string | readonly string[] }

const note = ({ db, principal, address, now }: PersonContext, action: string, id: string, details: Details) =>
  audit(db, {
    action,
    company_id: principal.company_id,
    user_id: principal.user_id,
    application_id: id,
    details,
    address,
    now,
  })

/** What became different, for the audit. */
export function changes(before: object, after: Details | { readonly [name: string]: unknown }): Details {
  const old = new Map(Object.entries(before))
  const changed: Record<string, string | readonly string[]> = {}
  for (const [name, value] of Object.entries(after)) {
    if (JSON.stringify(value) === JSON.stringify(old.get(name))) continue
    changed[name] = Array.isArray(value) ? value.map(String) : String(value ?? '')
  }
  return changed
}
