import { type Actions, call } from '../api/actions.ts'
import type { PersonContext } from '../api/context.ts'
import { refuseParameters } from '../api/errors.ts'
import { oneOf, text, textList } from '../api/field.ts'
import { audit } from '../auth/audit.ts'
import { hashPassword, isPassword, passwordProblem } from '../auth/passwords.ts'
import { endSessions } from '../auth/sessions.ts'
import {
  endTwoStep,
  isTotpSecret,
  lockTotp,
  makeRecoveryCodes,
  makeTotpSecret,
  openTotp,
  otpauthUrl,
  stepOf,
  takeCode,
  takeRecoveryCode,
} from '../auth/two_step.ts'
import { sendMail } from '../mail/send_mail.ts'
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
    run: async ({ db, principal, now }, { first_name, last_name, locale }) => {
      const name = `${first_name} ${last_name}`.trim()
      await db
        .updateTable('users')
        .set({ first_name, last_name, name, locale, updated_at: now.toISOString() })
        .where('id', '=', principal.user_id)
        .execute()
      return {}
    },
  }),

  password: call({
    method: 'POST',
    path: '/console/account/password',
    reach: 'person',
    description: 'Changes the own password, and ends all other sessions.',
    body: { current_password, password: text('New password, at least 12 characters.').required() },
    answer: {},
    run: async (context, body) => {
      const { db, principal, address, now } = context
      const user = await own(context, body.current_password)
      const problem = passwordProblem(body.password, [user.email_address, user.first_name, user.last_name])
      if (problem !== null) refuseParameters([`password: ${problem}`])
      const totp_secret =
        user.totp_secret === null
          ? null
          : await lockTotp(await openTotp(user.totp_secret, body.current_password), body.password)
      const at = now.toISOString()
      await db
        .updateTable('users')
        .set({ password_hash: await hashPassword(body.password), totp_secret, updated_at: at })
        .where('id', '=', user.id)
        .execute()
      await endSessions(db, { user_id: user.id, except: principal.session_id })
      await note(context, 'password_changed')
      await sendMail(db, { ...letter(context, user), kind: 'password_changed', parameters: { at, address } })
      return {}
    },
  }),

  two_step_begin: call({
    method: 'POST',
    path: '/console/account/two_step/begin',
    reach: 'person',
    description: 'Makes a secret for an app that shows codes. Nothing changes before it is confirmed.',
    body: { current_password },
    answer: {
      secret: text('Secret, to type into the app.').required(),
      otpauth_url: text('The same as an address, to show as a QR code.').required(),
    },
    run: async (context, body) => {
      const user = await own(context, body.current_password)
      if (user.totp_secret !== null) refuseParameters(['two_step: is on already'])
      const secret = makeTotpSecret()
      return { secret, otpauth_url: otpauthUrl(secret, user.email_address) }
    },
  }),

  two_step_confirm: call({
    method: 'POST',
    path: '/console/account/two_step/confirm',
    reach: 'person',
    description: 'Switches the second factor on, with the secret of before and a code that the app made of it.',
    body: { current_password, secret: text('Secret that was begun with.').required(), code },
    answer: { recovery_codes },
    run: async (context, body) => {
      const { db, address, now } = context
      const user = await own(context, body.current_password)
      if (user.totp_secret !== null) refuseParameters(['two_step: is on already'])
      if (!isTotpSecret(body.secret)) refuseParameters(['secret: must be the one that was begun with'])
      const step = stepOf(body.secret, body.code.replaceAll(/\s/g, ''), now)
      if (step === null) refuseParameters(['code: is wrong; does the clock of your phone show the right time?'])
      const at = now.toISOString()
      await db
        .updateTable('users')
        .set({
          totp_secret: await lockTotp(body.secret, body.current_password),
          totp_enabled_at: at,
          totp_last_step: String(step),
          updated_at: at,
        })
        .where('id', '=', user.id)
        .execute()
      await note(context, 'two_step_enabled')
      const parameters = { enabled: true, at, address }
      await sendMail(db, { ...letter(context, user), kind: 'two_step_changed', parameters })
      return { recovery_codes: await makeRecoveryCodes(db, user.id) }
    },
  }),

  two_step_end: call({
    method: 'POST',
    path: '/console/account/two_step/end',
    reach: 'person',
    description: 'Switches the second factor off.',
    body: { current_password, code },
    answer: {},
    run: async (context, body) => {
      const { db, address, now } = context
      const user = await own(context, body.current_password)
      await checkCode(context, user, body)
      await endTwoStep(db, user.id, now)
      await note(context, 'two_step_disabled')
      const parameters = { enabled: false, at: now.toISOString(), address }
      await sendMail(db, { ...letter(context, user), kind: 'two_step_changed', parameters })
      return {}
    },
  }),

  recovery_codes: call({
    method: 'POST',
    path: '/console/account/recovery_codes',
    reach: 'person',
    description: 'Makes new recovery codes; the old ones end.',
    body: { current_password, code },
    answer: { recovery_codes },
    run: async (context, body) => {
      const user = await own(context, body.current_password)
      await checkCode(context, user, body)
      await note(context, 'recovery_codes_made')
      return { recovery_codes: await makeRecoveryCodes(context.db, user.id) }
    },
  }),
}

type Own = Awaited<ReturnType<typeof own>>

/** The person, held, who proved once more who they are. A stolen session alone changes nothing that matters. */
async function own({ db, principal }: PersonContext, password: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'company_id', 'first_name', 'last_name', 'email_address', 'locale', 'password_hash', 'totp_secret'])
    .where('id', '=', principal.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!(await isPassword(password, user.password_hash))) refuseParameters(['current_password: is wrong'])
  return user
}

async function checkCode(
  { db, now }: PersonContext,
  user: Own,
  body: { current_password: string; code: string },
): Promise<void> {
  if (user.totp_secret === null) refuseParameters(['two_step: is not on'])
  const told = { password: body.current_password, code: body.code, now }
  if (!(await takeCode(db, user, told)) && !(await takeRecoveryCode(db, user.id, body.code))) {
    refuseParameters(['code: is wrong'])
  }
}

const note = ({ db, principal, address, now }: PersonContext, action: string): Promise<void> =>
  audit(db, {
    action,
    company_id: principal.company_id,
    user_id: principal.user_id,
    address,
    now,
  })

const letter = ({ now }: PersonContext, user: Own) => ({
  to: [user.email_address],
  locale: user.locale,
  company_id: user.company_id,
  user_id: user.id,
  now,
})
