import type { Kysely, Transaction } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { countryCode } from '../api/checked.ts'
import type { VisitorContext } from '../api/context.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { boolean, dateTime, oneOf, text } from '../api/field.ts'
import { audit } from '../auth/audit.ts'
import { companyNameProblems, personNameProblems, refuseProblems } from '../auth/checks.ts'
import { countAttempt, placeOf } from '../auth/failed_attempts.ts'
import { endGrantsToOthers } from '../auth/oauth/family.ts'
import {
  asksRecoveryCode,
  endLinks,
  endSetUp,
  findLink,
  holdPerson,
  holdSetUp,
  type Link,
} from '../auth/one_time_links.ts'
import { hashPassword, passwordProblem } from '../auth/passwords.ts'
import {
  createAdministration,
  createCompany,
  createPerson,
  isProven,
  proveAddress,
  refuseLost,
} from '../auth/people.ts'
import { endSessions } from '../auth/sessions.ts'
import { forgetDevices, type SignInOrigin, startSession } from '../auth/sign_in.ts'
import { applicationOfSignUp } from '../auth/sign_up.ts'
import { endTwoStep, takeRecoveryCode } from '../auth/two_step.ts'
import type { Tables } from '../db/schema.ts'
import type { Actor } from '../domain/actor.ts'
import { emitCompany } from '../events/emit_company.ts'
import { isAddress } from '../mail/addresses.ts'
import { sendMail } from '../mail/send_mail.ts'
import { locales } from './words.ts'

const token = text('What stands behind # in the link.').required()
const password = text('New password, at least 12 characters.').required()

/** One-time links: what they are for, and using them. Each ends with the person being signed in. */
export const link_calls: Actions = {
  look: call({
    method: 'POST',
    path: '/console/link',
    reach: 'anybody',
    description: 'Says what a one-time link is for.',
    body: { token },
    answer: {
      purpose: oneOf(['invitation', 'password_reset', 'sign_up', 'set_up'], 'What the link opens.').required(),
      email_address: text('Address that the person signs in with.'),
      name: text('Name of the person.'),
      company_name: text('Company of the person.'),
      needs_recovery_code: boolean('Whether a recovery code is asked for as well.').required(),
      expires_at: dateTime('Until when the link can be used.').required(),
    },
    run: async ({ db, address, now }, body) => {
      await guard(db, address, now)
      const link = await findLink(db, body.token, now)
      const { purpose, email_address, name, company_name, expires_at } = link
      if (purpose === 'set_up') await refuseSecondSetUp(db)
      const shown = { purpose, email_address, name, company_name, needs_recovery_code: asksRecoveryCode(link) }
      return { ...shown, expires_at: new Date(expires_at).toISOString() }
    },
  }),

  use: call({
    method: 'POST',
    path: '/console/link/use',
    reach: 'anybody',
    description: 'Sets a password through a one-time link, and signs in. The link is used up by it.',
    body: {
      token,
      password,
      recovery_code: text('Recovery code, when the second factor is on.'),
      accepts_terms: boolean('Whether the person accepts the terms; needed to finish a sign-up.'),
    },
    answer: {},
    run: async (context, body) => {
      const { db, now } = context
      await guard(db, context.address, now)
      const found = await findLink(db, body.token, now)
      if (found.purpose === 'set_up') refuse('unprocessable_entity', 'token: is for setting up, not for a password')
      // Hashing takes long, so nothing is held meanwhile; the link is looked up again afterwards.
      const password_hash = await hashPassword(body.password)
      await db.transaction().execute(async (trx) => {
        await holdPerson(trx, found)
        const link = await findLink(trx, body.token, now)
        const user = await openAccount(trx, link, { ...body, password_hash }, context)
        await startSession(trx, user, doorOf(context))
      })
      return {}
    },
  }),

  set_up: call({
    method: 'POST',
    path: '/console/set_up',
    reach: 'anybody',
    description: 'Makes the first company, its first administration and its administrator, once.',
    body: {
      token,
      company_name: text('Name of the company.').required(),
      administration_name: text('Name of the first administration.').required(),
      country_code: countryCode('Country, ISO 3166 alpha-2.').required(),
      first_name: text('First name of the administrator.').required(),
      last_name: text('Last name of the administrator.').required(),
      email_address: text('Address that the administrator signs in with.').required(),
      password,
      locale: oneOf(locales, 'Language of the administrator.').required(),
    },
    answer: {},
    run: async (context, body) => {
      const { db, address, now } = context
      await guard(db, address, now)
      refuseProblems(setUpProblems(body))
      await db.transaction().execute(async (trx) => {
        await holdSetUp(trx)
        const link = await findLink(trx, body.token, now)
        if (link.purpose !== 'set_up') return refuse('not_found', 'This link is not for setting up.')
        await refuseSecondSetUp(trx)
        await endSetUp(trx, now)
        const company_id = await createCompany(trx, { name: body.company_name, now })
        const { administration_name: name, email_address, country_code } = body
        await createAdministration(trx, { company_id, name, email_address, country_code, now })
        const id = await createPerson(trx, { ...body, company_id, company_role: 'administrator', now })
        await audit(trx, { action: 'company_set_up', company_id, user_id: id, address, now })
        await startSession(trx, { id, company_id }, doorOf(context))
      })
      return {}
    },
  }),
}

function setUpProblems(body: {
  company_name: string
  administration_name: string
  first_name: string
  last_name: string
  email_address: string
  password: string
}): string[] {
  const { company_name, administration_name, first_name, last_name, email_address } = body
  return [
    ...companyNameProblems(company_name, 'company_name'),
    ...companyNameProblems(administration_name, 'administration_name'),
    ...personNameProblems({ first_name, last_name }),
    ...(isAddress(email_address) ? [] : ['email_address: must be an email address']),
    ...passwordProblems(body.password, [email_address, first_name, last_name, company_name]),
  ]
}

const doorOf = ({ principal, address, browser, now }: VisitorContext): SignInOrigin => ({
  address,
  browser,
  replaces: principal?.session_id ?? null,
  now,
})

/** Tokens cannot be guessed; trying many only costs us. */
const guard = (db: Kysely<Tables>, address: string, now: Date): Promise<void> =>
  countAttempt(db, [{ kind: 'link_place', of: [placeOf(address)], max: 300 }], now)

async function refuseSecondSetUp(db: Kysely<Tables>): Promise<void> {
  const company = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()
  if (company) refuse('conflict', 'Dunlin is set up already. Sign in, or ask an administrator for an invitation.')
}

function passwordProblems(value: string, about: readonly string[]): string[] {
  const problem = passwordProblem(value, about)
  return problem === null ? [] : [`password: ${problem}`]
}

type Chosen = {
  password: string
  password_hash: string
  recovery_code?: string | null
  accepts_terms?: boolean | null
}

/** Sets the password of the person a link is for, with everything that follows from it. */
async function openAccount(
  trx: Transaction<Tables>,
  link: Link,
  body: Chosen,
  { address, now }: Pick<VisitorContext, 'address' | 'now'>,
): Promise<{ id: string; company_id: string }> {
  const { purpose, user_id: id, company_id } = link
  if (id === null || company_id === null) throw new Error('Only a link for setting up is for nobody.')
  const at = now.toISOString()
  const problems = passwordProblems(body.password, [link.email_address ?? '', link.name ?? '', link.company_name ?? ''])
  if (purpose === 'sign_up' && body.accepts_terms !== true) problems.push('accepts_terms: must be accepted')
  if (asksRecoveryCode(link) && !body.recovery_code) problems.push('recovery_code: is missing')
  refuseProblems(problems)
  if (asksRecoveryCode(link) && !(await takeRecoveryCode(trx, id, body.recovery_code ?? '')))
    refuseParameters(['recovery_code: is wrong'])
  if (link.two_step) {
    // The app's secret is locked with the password of before: it can only be set up anew.
    await endTwoStep(trx, id, now)
    await audit(trx, { action: 'two_step_disabled', company_id, user_id: id, address, now })
  }
  const proves = !link.known_to_application
  if (proves && !link.address_proven) await takePossession(trx, { user_id: id, company_id, address, now })
  if (!proves && (await isProven(trx, link.email_address ?? ''))) refuseLost()
  await endLinks(trx, id, now)
  const user = await trx
    .updateTable('users')
    .set({ password_hash: body.password_hash, updated_at: at })
    .$if(purpose === 'sign_up', (query) => query.set({ accepted_terms_at: at }))
    .where('id', '=', id)
    .returning(['name', 'email_address', 'locale'])
    .executeTakeFirstOrThrow()
  await endSessions(trx, { user_id: id })
  await forgetDevices(trx, id, null)
  const action = proves ? actions[purpose] : 'sign_up_password_chosen'
  await audit(trx, { action, company_id, user_id: id, address, now })
  if (purpose === 'sign_up' && proves) {
    const { name, email_address } = user
    await confirm(trx, { company_id, actor: { kind: 'person', id, name, email_address }, now })
  }
  if (purpose === 'password_reset') {
    const mail = { to: [user.email_address], locale: user.locale, company_id, user_id: id, now }
    await sendMail(trx, { ...mail, kind: 'password_changed', parameters: { at, address } })
    if (link.two_step)
      await sendMail(trx, { ...mail, kind: 'two_step_changed', parameters: { enabled: false, at, address } })
  }
  return { id, company_id }
}

type Owner = { user_id: string; company_id: string; address: string; now: Date }

/** The owner of the mailbox is in: what somebody else let in under their name, but for what signed them up, is out. */
async function takePossession(trx: Transaction<Tables>, { user_id, company_id, address, now }: Owner): Promise<void> {
  await proveAddress(trx, user_id)
  const application_id = await applicationOfSignUp(trx, company_id)
  await endGrantsToOthers(trx, { user_id, application_id }, { reason: 'address_confirmed', address, now })
}

const actions = {
  invitation: 'invitation_accepted',
  password_reset: 'password_reset',
  sign_up: 'sign_up_confirmed',
  set_up: 'company_set_up',
} as const

/** Whoever signed up through an application, and opened the mail, has a company now; the application hears of it. */
async function confirm(
  trx: Kysely<Tables>,
  { company_id, actor, now }: { company_id: string; actor: Actor; now: Date },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('companies')
    .set({ status: 'implementation' })
    .where('id', '=', company_id)
    .where('status', '=', 'unconfirmed')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await emitCompany(trx, 'company_updated', { company_id, actor, now })
}
