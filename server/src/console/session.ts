import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { boolean, id, integer, listOf, object, oneOf, text } from '../api/field.ts'
import type { Person } from '../api/principal.ts'
import { audit } from '../auth/audit.ts'
import { type Counted, countAttempt, placeOf } from '../auth/failed_attempts.ts'
import { signIn } from '../auth/sign_in.ts'
import type { Tables } from '../db/schema.ts'
import { isAddress } from '../mail/addresses.ts'
import { enqueue } from '../queue/enqueue.ts'
import { locales, roles, statuses, word } from './words.ts'

const person = {
  id: id('Identifier.').required(),
  name: text('Whole name.').required(),
  first_name: text('First name.').required(),
  last_name: text('Last name.').required(),
  email_address: text('Address to sign in with.').required(),
  locale: oneOf(locales, 'Language.').required(),
  company_role: oneOf(roles, 'Role in the whole company; null when rights are given per administration.'),
  address_proven: boolean('Whether the person opened a link that was mailed to the address.').required(),
  two_step: boolean('Whether signing in asks for a code as well.').required(),
  recovery_codes_left: integer('Recovery codes that are still good.').required(),
  session_id: id('Session of this browser, as the list of sessions names it.').required(),
}

const answer = {
  csrf_token: text('What every request that changes something has to carry as x-csrf-token.').required(),
  set_up: boolean('Whether there is no company yet; the link that the server printed leads on.').required(),
  mails_kept: boolean('Whether mails are kept on the mail page instead of being sent.').required(),
  person: object(person, 'Who is signed in.'),
  company: object(
    {
      id: id('Identifier.').required(),
      name: text('Name.').required(),
      status: oneOf(statuses, 'State of the account.').required(),
    },
    'Company of the person.',
  ),
  administrations: listOf(
    {
      id: id('Identifier.').required(),
      name: text('Name for own staff.').required(),
      status: text('State of the administration.').required(),
      currency_code: text('Currency of its books, ISO 4217.').required(),
      timezone: text('Time zone in which its days begin.').required(),
      sandbox: boolean('Whether it is there to try things out, and nothing ever leaves it.').required(),
      days_ahead: integer('How many days its clock is ahead of the real one; 0 unless it is a sandbox.').required(),
      role: oneOf(roles, 'What the person may do there.').required(),
    },
    'Administrations within reach of the person.',
  ).required(),
}

/** Who is using this browser, and the ways in and out. */
export const sessionCalls = (mails_kept: boolean): Actions => ({
  show: call({
    method: 'GET',
    path: '/console/session',
    reach: 'anybody',
    description: 'Shows who is signed in.',
    body: {},
    answer,
    run: async ({ db, principal, browser: { csrf_token } }) => {
      if (principal !== null) return { csrf_token, set_up: false, mails_kept, ...(await showPerson(db, principal)) }
      const company = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()
      const nobody = { person: null, company: null, administrations: [] }
      return { csrf_token, set_up: company === undefined, mails_kept, ...nobody }
    },
  }),
  sign_in,
  sign_out,
  forgotten_password,
})

const sign_in = call({
  method: 'POST',
  path: '/console/sign_in',
  reach: 'anybody',
  description: 'Signs a person in. When it asks for the second factor, send everything again with the code.',
  body: {
    email_address: text('Address of the person.').required(),
    password: text('Password.').required(),
    code: text('Code of the app, or a recovery code.'),
  },
  answer: {
    signed_in: boolean('Whether the person is signed in now.').required(),
    second_factor: boolean('Whether the password was right and a code is needed.').required(),
  },
  run: async ({ db, principal, address, browser, now }, { email_address, password, code }) => {
    const origin = { address, browser, replaces: principal?.session_id ?? null, now }
    const outcome = await signIn(db, { email_address, password, code: code || null, ...origin })
    return { signed_in: outcome === 'signed_in', second_factor: outcome === 'second_factor' }
  },
})

const sign_out = call({
  method: 'POST',
  path: '/console/sign_out',
  reach: 'anybody',
  description: 'Ends the session of this browser. Without one, nothing happens.',
  body: {},
  answer: {},
  run: async ({ db, principal, address, browser, now }) => {
    browser.drop('session')
    if (principal === null) return {}
    const { user_id, company_id, session_id } = principal
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('sessions').where('id', '=', session_id).execute()
      await audit(trx, { action: 'signed_out', company_id, user_id, address, now })
    })
    return {}
  },
})

const forgotten_password = call({
  method: 'POST',
  path: '/console/forgotten_password',
  reach: 'anybody',
  description: 'Mails a link to set a new password, if the address is known. The answer is always the same.',
  body: { email_address: text('Address of the person.').required() },
  answer: {},
  run: async ({ db, address, now }, { email_address }) => {
    const account = email_address.trim().toLowerCase()
    const place = placeOf(address)
    // Not the account alone: a stranger would keep its owner from asking. How many mails go out is the job's to decide.
    const counted: Counted[] = [
      { kind: 'forgotten_account_at_place', of: [account, place], max: 5 },
      { kind: 'forgotten_place', of: [place], max: 50 },
    ]
    await countAttempt(db, counted, now)
    // Whether there is such a person is looked up by a job: here it would show in the time that the answer takes.
    if (isAddress(account)) await enqueue(db, 'forgotten_password', { email_address: account, address })
    return {}
  },
})

/** The person who is signed in, and what is within reach. */
async function showPerson(db: Kysely<Tables>, principal: Person) {
  const found = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.name', 'u.first_name', 'u.last_name', 'u.email_address', 'u.locale'])
    .select(['c.id as company_id', 'c.name as company_name', 'c.status as company_status'])
    .select(sql<boolean>`u.totp_enabled_at is not null`.as('two_step'))
    .select((select) =>
      select
        .selectFrom('recovery_codes as r')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('r.user_id', '=', 'u.id')
        .as('recovery_codes_left'),
    )
    .where('u.id', '=', principal.user_id)
    .executeTakeFirstOrThrow()
  const { company_id, company_name, company_status, recovery_codes_left, ...own } = found
  return {
    person: {
      ...own,
      locale: word(locales, own.locale),
      company_role: principal.company_role,
      address_proven: principal.address_proven,
      recovery_codes_left: recovery_codes_left ?? 0,
      session_id: principal.session_id,
    },
    company: { id: company_id, name: company_name, status: word(statuses, company_status) },
    administrations: await showAdministrations(db, principal),
  }
}

async function showAdministrations(db: Kysely<Tables>, { administrations }: Person) {
  const ids = [...administrations.keys()]
  if (ids.length === 0) return []
  const found = await db
    .selectFrom('administrations')
    .select(['id', 'internal_name as name', 'status', 'currency_code', 'timezone', 'sandbox', 'days_ahead'])
    .where('id', 'in', ids)
    .orderBy('internal_name')
    .orderBy('id')
    .execute()
  return found.map((one) => ({ ...one, role: administrations.get(one.id)?.role ?? ('restricted' as const) }))
}
