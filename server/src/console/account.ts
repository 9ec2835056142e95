import type { Kysely, Transaction } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { SelfContext } from '../api/context.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { oneOf, text, textList } from '../api/field.ts'
import { audit } from '../auth/audit.ts'
import { personNameProblems, refuseProblems } from '../auth/checks.ts'
import { type Counted, clearAttempts, countAttempt } from '../auth/failed_attempts.ts'
import { endLinks } from '../auth/one_time_links.ts'
import { hashPassword, isPassword, passwordProblem } from '../auth/passwords.ts'
import { endSessions } from '../auth/sessions.ts'
import { codes_max, forgetDevices } from '../auth/sign_in.ts'
import {
  endTwoStep,
  isTotpSecret,
  lockTotp,
  makeRecoveryCodes,
  makeTotpSecret,
  openTotp,
  otpauthUrl,
  type Proof,
  readCode,
  stepOf,
  takeProof,
} from '../auth/two_step.ts'
import type { Tables } from '../db/schema.ts'
import { type NewMail, sendMail } from '../mail/send_mail.ts'
import { changes } from './applications.ts'
import { locales } from './words.ts'

const current_password = text('Password as it is now.').required()
const code = text('Code of the app, or a recovery code.').required()
const recovery_codes = textList('Each opens the account once, without the app. Shown this once.').required()

/** What people change about themselves. Whatever opens the account asks for the password again. */
export const account_calls: Actions = {
  update: call({
    method: 'PATCH',
    path: '/console/account',
    reach: 'person',
    description: 'Changes the own name and language.',
    body: {
      first_name: text('First name.').required(),
      last_name: text('Last name.').required(),
      locale: oneOf(locales, 'Language.').required(),
    },
    answer: {},
    run: async ({ db, principal, address, now }, { first_name, last_name, locale }) => {
      refuseProblems(personNameProblems({ first_name, last_name }))
      const { user_id, company_id } = principal
      const before = await db
        .selectFrom('users')
        .select(['first_name', 'last_name', 'locale'])
        .where('id', '=', user_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await db
        .updateTable('users')
        .set({
          first_name,
          last_name,
          name: `${first_name} ${last_name}`.trim(),
          locale,
          updated_at: now.toISOString(),
        })
        .where('id', '=', user_id)
        .execute()
      const details = changes(before, { first_name, last_name, locale })
      await audit(db, { action: 'account_updated', company_id, user_id, details, address, now })
      return {}
    },
  }),

  password: call({
    method: 'POST',
    path: '/console/account/password',
    reach: 'self',
    description: 'Changes the own password, and ends all other sessions.',
    body: { current_password, password: text('New password, at least 12 characters.').required() },
    answer: {},
    run: async (context, body) => {
      const { principal, address, browser, now } = context
      const user = await prove(context, body.current_password)
      const problem = passwordProblem(body.password, [user.email_address, user.first_name, user.last_name])
      if (problem !== null) refuseParameters([`password: ${problem}`])
      const totp_secret =
        user.totp_secret === null
          ? null
          : await lockTotp(await openTotp(user.totp_secret, body.current_password), body.password)
      const password_hash = await hashPassword(body.password)
      const at = now.toISOString()
      return change(context, user, async (trx) => {
        await trx
          .updateTable('users')
          .set({ password_hash, totp_secret, updated_at: at })
          .where('id', '=', user.id)
          .execute()
        await endSessions(trx, { user_id: user.id, except: principal.session_id })
        await endLinks(trx, user.id, now)
        await forgetDevices(trx, user.id, browser.device)
        await note(trx, context, 'password_changed')
        await notify(trx, context, user, { kind: 'password_changed', parameters: { at, address } })
        return {}
      })
    },
  }),

  two_step_begin: call({
    method: 'POST',
    path: '/console/account/two_step/begin',
    reach: 'self',
    description: 'Makes a secret for an app that shows codes. Nothing changes before it is confirmed.',
    body: { current_password },
    answer: {
      secret: text('Secret, to type into the app.').required(),
      otpauth_url: text('The same as an address, to show as a QR code.').required(),
    },
    run: async (context, body) => {
      const user = await prove(context, body.current_password)
      if (user.totp_secret !== null) refuseParameters(['two_step: is on already'])
      const secret = makeTotpSecret()
      return { secret, otpauth_url: otpauthUrl(secret, user.email_address) }
    },
  }),

  two_step_confirm: call({
    method: 'POST',
    path: '/console/account/two_step/confirm',
    reach: 'self',
    description:
      'Switches the second factor on, with the secret of before and a code that the app made of it, and ends all other ' +
      'sessions.',
    body: { current_password, secret: text('Secret that was begun with.').required(), code },
    answer: { recovery_codes },
    run: async (context, body) => {
      const { principal, address, now } = context
      const user = await prove(context, body.current_password)
      if (user.totp_secret !== null) refuseParameters(['two_step: is on already'])
      if (!isTotpSecret(body.secret)) refuseParameters(['secret: must be the one that was begun with'])
      const step = stepOf(body.secret, body.code.replaceAll(/\s/g, ''), now)
      if (step === null) refuseParameters(['code: is wrong; does the clock of your phone show the right time?'])
      const totp_secret = await lockTotp(body.secret, body.current_password)
      const at = now.toISOString()
      return change(context, user, async (trx) => {
        await trx
          .updateTable('users')
          .set({ totp_secret, totp_enabled_at: at, totp_last_step: String(step), updated_at: at })
          .where('id', '=', user.id)
          .execute()
        // Whoever is in by the password alone may be the one who is to be kept out.
        await endSessions(trx, { user_id: user.id, except: principal.session_id })
        await note(trx, context, 'two_step_enabled')
        await notify(trx, context, user, { kind: 'two_step_changed', parameters: { enabled: true, at, address } })
        return { recovery_codes: await makeRecoveryCodes(trx, user.id) }
      })
    },
  }),

  two_step_end: call({
    method: 'POST',
    path: '/console/account/two_step/end',
    reach: 'self',
    description: 'Switches the second factor off.',
    body: { current_password, code },
    answer: {},
    run: async (context, body) => {
      const { address, now } = context
      const user = await prove(context, body.current_password)
      return changeByCode(context, user, body, async (trx) => {
        await endTwoStep(trx, user.id, now)
        await note(trx, context, 'two_step_disabled')
        const parameters = { enabled: false, at: now.toISOString(), address }
        await notify(trx, context, user, { kind: 'two_step_changed', parameters })
        return {}
      })
    },
  }),

  recovery_codes: call({
    method: 'POST',
    path: '/console/account/recovery_codes',
    reach: 'self',
    description: 'Makes new recovery codes; the old ones end.',
    body: { current_password, code },
    answer: { recovery_codes },
    run: async (context, body) => {
      const user = await prove(context, body.current_password)
      return changeByCode(context, user, body, async (trx) => {
        await note(trx, context, 'recovery_codes_made')
        return { recovery_codes: await makeRecoveryCodes(trx, user.id) }
      })
    },
  }),
}

type Own = Awaited<ReturnType<typeof prove>>

/**
 * The person, who proved once more who they are: a stolen session alone changes nothing that matters. Failures are
 * counted for the session, so that a thief cannot try for long, nor keep the owner from it who is signed in elsewhere.
 */
async function prove({ db, principal, now }: SelfContext, password: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'company_id', 'first_name', 'last_name', 'email_address', 'locale', 'password_hash', 'totp_secret'])
    .where('id', '=', principal.user_id)
    .executeTakeFirstOrThrow()
  const counted: Counted[] = [{ kind: 'password_in_session', of: [principal.session_id], max: 10 }]
  await countAttempt(db, counted, now)
  if (!(await isPassword(password, user.password_hash))) refuseParameters(['current_password: is wrong'])
  await clearAttempts(db, counted)
  return user
}

/** Holds the person and changes them, unless what was proved just now does not hold any more. */
function change<T>({ db }: SelfContext, user: Own, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom('users')
      .select(['password_hash', 'totp_secret'])
      .where('id', '=', user.id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (held?.password_hash !== user.password_hash || held.totp_secret !== user.totp_secret) {
      return refuse('conflict', 'Your account was changed at the same moment. Load the page again.')
    }
    return work(trx)
  })
}

/** As `change`, for what also asks for a code of the app, or a recovery code. */
async function changeByCode<T>(
  context: SelfContext,
  user: Own,
  body: { current_password: string; code: string },
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { db, principal, now } = context
  if (user.totp_secret === null) return refuseParameters(['two_step: is not on'])
  const of = [user.id, principal.session_id]
  const counted: Counted[] = [{ kind: 'code_of_person_in_session', of, max: codes_max }]
  await countAttempt(db, counted, now)
  const given = { password: body.current_password, code: body.code, now }
  const proof: Proof | null = await readCode(user.totp_secret, given)
  const changed = await change(context, user, async (trx) => {
    if (proof === null || !(await takeProof(trx, user.id, proof))) return refuseParameters(['code: is wrong'])
    return work(trx)
  })
  await clearAttempts(db, counted)
  return changed
}

const note = (db: Kysely<Tables>, { principal, address, now }: SelfContext, action: string): Promise<void> =>
  audit(db, { action, company_id: principal.company_id, user_id: principal.user_id, address, now })

/** Mails the person what was changed, but only to an address that is proven to be theirs. */
async function notify<Kind extends 'password_changed' | 'two_step_changed'>(
  trx: Transaction<Tables>,
  { principal, now }: SelfContext,
  { id: user_id, email_address, locale, company_id }: Own,
  notice: Pick<NewMail<Kind>, 'kind' | 'parameters'>,
): Promise<void> {
  if (!principal.address_proven) return
  await sendMail(trx, { ...notice, to: [email_address], locale, company_id, user_id, now })
}
