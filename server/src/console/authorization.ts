import { type Actions, call } from '../api/actions.ts'
import { boolean, listOf, object, text, textList } from '../api/field.ts'
import {
  type Authorization,
  grantable,
  mayLetIn,
  type RefusedAuthorization,
  readAuthorization,
} from '../auth/oauth/authorize.ts'
import { named } from './administrations.ts'

/** What the page of consent shows. */
export const authorization_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/authorization',
    reach: 'person',
    description: 'Shows what an application asks for, and what the person can give.',
    body: {
      client_id: text('As in the authorize link.'),
      redirect_uri: text('As in the authorize link.'),
      response_type: text('As in the authorize link.'),
      response_mode: text('As in the authorize link.'),
      state: text('As in the authorize link.'),
      scope: text('As in the authorize link.'),
      code_challenge: text('As in the authorize link.'),
      code_challenge_method: text('As in the authorize link.'),
    },
    answer: {
      application: object(
        {
          name: text('Name of the application.').required(),
          company_name: text('Company that registered it.').required(),
          redirect_host: text('Host to which the answer goes.').required(),
        },
        'Who asks.',
      ).required(),
      permissions: textList('What it asks for.').required(),
      administrations: listOf(named, 'Administrations that the person can give.').required(),
      may_grant_all: boolean('Whether the person can give all, also those to come.').required(),
      connected_before: boolean('Whether the company is connected to it already.').required(),
      confirm_first: boolean(
        'Whether the person has to open the mail that was sent to their address before they can let it in.',
      ).required(),
      redirect_to: text('Where to go at once, because the link has an error; null when there is something to decide.'),
    },
    run: async ({ db, principal, base_url }, body) => {
      const found = await readAuthorization(db, body, base_url)
      if ('redirect_to' in found) return { ...nothing_asked, application: shown(found), redirect_to: found.redirect_to }
      const { application, permissions } = found
      const ids = grantable(principal)
      const administrations =
        ids.length === 0
          ? []
          : await db
              .selectFrom('administrations')
              .select(['id', 'internal_name as name'])
              .where('id', 'in', ids)
              .orderBy('internal_name')
              .orderBy('id')
              .execute()
      const before = await db
        .selectFrom('grants')
        .select('id')
        .where('application_id', '=', application.id)
        .where('company_id', '=', principal.company_id)
        .where('revoked_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      return {
        application: shown(found),
        permissions,
        administrations,
        may_grant_all: principal.company_role === 'administrator',
        connected_before: before !== undefined,
        confirm_first: !(await mayLetIn(db, principal, application.id)),
        redirect_to: null,
      }
    },
  }),
}

const nothing_asked = {
  ...{ permissions: [], administrations: [], may_grant_all: false, connected_before: false },
  confirm_first: false,
}

const shown = ({ application: { name, company_name, redirect_uri } }: Authorization | RefusedAuthorization) => ({
  name,
  company_name,
  redirect_host: new URL(redirect_uri).host,
})
