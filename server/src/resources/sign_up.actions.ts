import { CompiledQuery } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { ApplicationContext } from '../api/context.ts'
import type { Resource } from '../api/define.ts'
import { id, integer, object, ofType, oneOf, text } from '../api/field.ts'
import { type Asking, selectOne } from '../api/select.ts'
import { types } from '../api/types.ts'
import { code_lives_s } from '../auth/oauth/codes.ts'
import { connectNew, createOwner, createUnconfirmed, signingApplication } from '../auth/sign_up.ts'
import { administrations } from './administrations.ts'
import { companies } from './companies.ts'
import { emailAddress } from './shared/inputs.ts'
import {
  administration_example,
  administration_members,
  connection,
  ignored_bank_account,
  insertAdministration,
} from './shared/new_administration.ts'

const locales = ['nl', 'de', 'en-GB', 'es', 'fr', 'nl-BE'] as const

const administration = object(
  {
    ...administration_members,
    phone_number: text('Phone number.').required(),
    contact_name: text('Contact person; the user unless told.'),
  },
  'The first administration of the company, which gets its name.',
)

const user = object(
  {
    first_name: text('First name.').required(),
    last_name: text('Last name.').required(),
    email_address: emailAddress('Address to sign in with.').required(),
    locale: oneOf(locales, 'Language; en-GB unless told.').default('en-GB'),
  },
  'Who will own the company.',
)

const unix_seconds = ofType({ ...types.text, schema: { ...types.text.schema, examples: ['1794648600'] } })

const access_grant = object(
  {
    code: text('Authorization code for the first token.').required(),
    expires_in: integer('Seconds for which it can be exchanged.').required(),
    created_at: unix_seconds('When it was made, in Unix seconds.').required(),
    grant_type: oneOf(['authorization_code'], 'How it is exchanged.').required(),
  },
  'What the application exchanges for tokens, with its registered redirect_uri.',
)

export const sign_up_actions: Actions = {
  create: call({
    method: 'POST',
    status: 201,
    path: '/v1/sign_up',
    summary: 'Sign a new customer up',
    outcome: 'The company with its administration and owner, and a code to exchange for tokens.',
    reach: 'application',
    description:
      'Makes a company with its first administration and its owner, and connects it to the calling application for ' +
      'all administrations. The owner gets a mail with a link to choose a password and accept the terms; until then ' +
      'the company is `unconfirmed`, and after 30 days it is removed. The same request again is refused, because the ' +
      `email address is in use. ${ignored_bank_account} Credentials of a connection are checked to be an object, and ` +
      'not stored. Applications that use client credentials cannot sign anybody up.',
    body: { administration: administration.required(), user: user.required(), connection },
    example: {
      administration: { ...administration_example, phone_number: '+31 20 123 4567' },
      user: { first_name: 'Robin', last_name: 'Example', email_address: 'robin@example.com' },
    },
    answer: {
      administration: object(administrations.fields, 'The administration.').required(),
      company: object(companies.fields, 'The company.').required(),
      user: object(
        {
          id: id('Identifier.').required(),
          name: text('Name.').required(),
          email_address: text('Address to sign in with.').required(),
          sign_up_token: text('One-time token to finish signing up.').required(),
          sign_up_url: text('Page where the user finishes signing up.').required(),
        },
        'The owner.',
      ).required(),
      access_grant: access_grant.required(),
    },
    run: async (context, body) => {
      const { db, principal, now, base_url } = context
      const application = await signingApplication(context, principal.application_id)
      const { phone_number, contact_name, ...told } = body.administration
      const owner = body.user
      const name = `${owner.first_name} ${owner.last_name}`.trim()
      const company_id = await createUnconfirmed(context, told.name)
      const user_id = await createOwner(context, company_id, owner)
      const administration_id = await insertAdministration(db, {
        company_id,
        told,
        contact_name: contact_name ?? name,
        phone_number,
        connection: body.connection ?? null,
        now,
      })
      const joined = { application, company_id, company_name: told.name, user_id, owner, base_url }
      const { code, ...signing } = await connectNew(context, joined)
      return {
        administration: await show(context, administrations, [administration_id], administration_id),
        company: await show(context, companies, application.id, company_id),
        user: { id: user_id, name, email_address: owner.email_address, ...signing },
        access_grant: {
          code,
          expires_in: code_lives_s,
          created_at: String(Math.floor(now.getTime() / 1000)),
          grant_type: 'authorization_code' as const,
        },
      }
    },
  }),
}

/** A record as its family shows it; none of the two links to a file. */
async function show(
  { db, now, base_url }: ApplicationContext,
  resource: Resource,
  owner_id: Asking['owner_id'],
  record_id: string,
): Promise<Record<string, unknown>> {
  const asking = { owner_id, base_url, now, link_key: null }
  const { text, values } = selectOne(resource, null, asking, { column: 'id', value: record_id })
  const { rows } = await db.executeQuery<{ document: string }>(CompiledQuery.raw(text, values))
  return JSON.parse(rows[0]?.document ?? '{}')
}
