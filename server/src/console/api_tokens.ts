import { type Actions, create, onOne } from '../api/actions.ts'
import type { PersonContext } from '../api/context.ts'
import { resource } from '../api/define.ts'
import { boolean, dateTime, expression, id, idList, listOf, text, textList } from '../api/field.ts'
import { createApiToken, updateApiToken } from '../auth/api_tokens.ts'
import { audit } from '../auth/audit.ts'
import { named, namedRows, readAdministrations, requireAdministrations } from './administrations.ts'
import { changes } from './applications.ts'

/** Static tokens, for software that cannot do OAuth. */
export const api_tokens = resource({
  name: 'api_tokens',
  one: 'API token',
  table: 'api_tokens',
  description: 'Static API tokens of the company.',
  within: { reach: 'company', where: (row, company) => `${row}.company_id = ${company} and ${row}.revoked_at is null` },
  reads: ['list', 'show'],
  fields: {
    id: id('Identifier.').required(),
    name: text('What it is for.').required(),
    permissions: textList('What it may do.').required(),
    all_administrations: boolean('Whether it reaches all administrations, also those to come.').required(),
    administrations: listOf(named, 'Administrations it was given.')
      .from(expression((row) => namedRows('api_token_administrations', `x.api_token_id = ${row}.id`)))
      .required(),
    ip_allow_list: textList('Addresses and networks it may be used from; empty means everywhere.').required(),
    created_at: dateTime('When it was made.').required(),
    last_used_at: dateTime('When it was last used.'),
  },
})

const members = {
  name: text('What it is for; people see it where the token did something.'),
  permissions: textList('What it may do.'),
  all_administrations: boolean('Whether it reaches all administrations, also those to come.'),
  administration_ids: idList('Administrations it reaches, when not all.'),
  ip_allow_list: textList('Addresses and networks it may be used from, at most 100; empty means everywhere.'),
}

export const api_token_actions: Actions = {
  create: create(api_tokens, {
    description: 'Makes a static API token.',
    body: { ...members, name: members.name.required(), permissions: members.permissions.required() },
    once: { token: text('The token, shown this once.').required() },
    run: async (context, body) => {
      const { db, principal, now } = context
      const { id, token } = await createApiToken(db, {
        company_id: principal.company_id,
        name: body.name,
        permissions: body.permissions,
        administration_ids: requireAdministrations(body),
        ip_allow_list: body.ip_allow_list ?? [],
        now,
      })
      await note(context, 'api_token_created', id, { name: body.name, permissions: body.permissions })
      return { id, once: { token } }
    },
  }),

  update: onOne(api_tokens, {
    method: 'PATCH',
    on_itself: true,
    description: 'Changes what a token may do, and where, at once.',
    body: members,
    run: async (context, token, body) => {
      const wanted = readAdministrations(body)
      const kept = token.all_administrations ? null : await administrationsOf(context, token.id)
      const input = {
        name: body.name ?? token.name,
        permissions: body.permissions ?? token.permissions,
        ip_allow_list: body.ip_allow_list ?? token.ip_allow_list,
      }
      await updateApiToken(context.db, token, { ...input, administration_ids: wanted === undefined ? kept : wanted })
      const reach = wanted === undefined ? {} : { administrations: wanted ?? 'all' }
      await note(context, 'api_token_updated', token.id, { ...changes(token, input), ...reach })
    },
  }),

  delete: onOne(api_tokens, {
    method: 'DELETE',
    on_itself: true,
    answers: 'nothing',
    description: 'Revokes a token, for ever.',
    body: {},
    run: async (context, token) => {
      const revoked_at = context.now.toISOString()
      await context.db.updateTable('api_tokens').set({ revoked_at }).where('id', '=', token.id).execute()
      await note(context, 'api_token_revoked', token.id, { name: token.name })
    },
  }),
}

async function administrationsOf({ db }: PersonContext, api_token_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api_token_administrations')
    .select('administration_id')
    .where('api_token_id', '=', api_token_id)
    .execute()
  return rows.map(({ administration_id }) => administration_id)
}

type Details = { readonly [name: string]: string | readonly string[] }

const note = ({ db, principal, address, now }: PersonContext, action: string, id: string, details: Details) =>
  audit(db, {
    action,
    company_id: principal.company_id,
    user_id: principal.user_id,
    api_token_id: id,
    details,
    address,
    now,
  })
