import { CompiledQuery } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { Asking } from '../api/asking.ts'
import { emailAddress } from '../api/checked.ts'
import type { ApplicationContext } from '../api/context.ts'
import type { Resource } from '../api/define.ts'
import { id, integer, object, ofType, oneOf, text } from '../api/field.ts'
import { selectOne } from '../api/select.ts'
import { types } from '../api/types.ts'
import { companyNameProblems, nameProblems, personNameProblems, refuseProblems } from '../auth/checks.ts'
import { countSignUp } from '../auth/mail_limits.ts'
import { code_lives_s } from '../auth/oauth/codes.ts'
import { connectNew, createOwner, createUnconfirmed, signingApplication } from '../auth/sign_up.ts'
import { dayIn } from '../domain/days.ts'
import { administrations } from './administrations/administrations.ts'
import {
  administration_example,
  administration_members,
  connection,
  ignored_bank_account,
  insertAdministration,
} from './administrations/new_administration.ts'
import { companies } from './companies.ts'

const locales = ['nl', 'de', 'en-GB', 'es', 'fr', 'nl-BE'] as const

const administration = object(
  {
    ...administration_members,
    phone_number: text('Phone number.').required(),
    contact_name: text('Contact person; the user unless given.'),
  },
  'The first administration of the company, which gets its name.',
)

const user = object(
  {
    first_name: text('First name.').required(),
    last_name: text('Last name.').required(),
    email_address: emailAddress('Address to sign in with.').required(),
    locale: oneOf(locales, 'Language; en-GB unless given.').default('en-GB'),
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
      'all administrations. The owner gets a mail with a link to choose a password and accept the terms; until that ' +
      'link is used the company is `unconfirmed`, and after 30 days it is removed. With `sign_up_url` the owner can do ' +
      'the same in the application and begin at once, but only the mail proves the address: an address that somebody ' +
      'has proven is refused, and one that nobody has can be signed up again, which makes another company. ' +
      `${ignored_bank_account} Credentials of a connection are checked to be an object, and not stored. An application ` +
      'signs up to 100 people up in an hour, and one address up to 5 times. Applications that use client credentials ' +
      'cannot sign anybody up.',
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
          sign_up_token: text('One-time token to begin at once, with a password and the terms.').required(),
          sign_up_url: text(
            'Page where the user does that. The account is confirmed by the link in the mail.',
          ).required(),
        },
        'The owner.',
      ).required(),
      access_grant: access_grant.required(),
    },
    run: async (context, body) => {
      const { db, principal, now, base_url } = context
      refuseProblems(signUpNameProblems(body))
      const application = await signingApplication(context, principal.application_id)
      const { phone_number, contact_name, ...members } = body.administration
      const owner = body.user
      const { email_address } = owner
      // First, so that whoever signs up too many makes us do nothing for them.
      await countSignUp(db, { application_id: application.id, company_id: application.company_id, email_address, now })
      const name = `${owner.first_name} ${owner.last_name}`.trim()
      const company_id = await createUnconfirmed(context, members.name)
      const user_id = await createOwner(context, company_id, owner)
      const administration_id = await insertAdministration(db, {
        company_id,
        members,
        contact_name: contact_name ?? name,
        phone_number,
        connection: body.connection ?? null,
        now,
      })
      const joined = { application, company_id, company_name: members.name, user_id, owner, base_url }
      const { code, ...signing } = await connectNew(context, joined)
      return {
        administration: await show(context, administrations, [administration_id], administration_id),
        company: await show(context, companies, application.id, company_id),
        user: { id: user_id, name, email_address, ...signing },
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

/** What is wrong with the names, which stand in the mail to somebody who may never have heard of the application. */
function signUpNameProblems(body: {
  administration: { name: string; contact_name?: string | null }
  user: { first_name: string; last_name: string }
}): string[] {
  const { name, contact_name } = body.administration
  const { first_name, last_name } = body.user
  return [
    ...companyNameProblems(name, 'administration.name'),
    ...(contact_name ? nameProblems(contact_name, 'administration.contact_name') : []),
    ...personNameProblems({ 'user.first_name': first_name, 'user.last_name': last_name }),
  ]
}

/** A record as its family shows it; none of the two links to a file. */
async function show(
  { db, now, base_url }: ApplicationContext,
  resource: Resource,
  owner_id: Asking['owner_id'],
  record_id: string,
): Promise<Record<string, unknown>> {
  const asking = { owner_id, base_url, now, today: () => dayIn(now, 'UTC'), link_key: null }
  const { text, values } = selectOne(resource, null, asking, { column: 'id', value: record_id })
  const { rows } = await db.executeQuery<{ document: string }>(CompiledQuery.raw(text, values))
  return JSON.parse(rows[0]?.document ?? '{}')
}
