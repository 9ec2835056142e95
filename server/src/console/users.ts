import { type Actions, create, onOne } from '../api/actions.ts'
import type { PersonContext } from '../api/context.ts'
import { resource } from '../api/define.ts'
import { refuse } from '../api/errors.ts'
import { boolean, dateTime, expression, id, listOf, oneOf, text } from '../api/field.ts'
import { audit } from '../auth/audit.ts'
import { personNameProblems, refuseProblems } from '../auth/checks.ts'
import { countInvitation } from '../auth/mail_limits.ts'
import { endGrantsOf } from '../auth/oauth/family.ts'
import { createPerson, isProven } from '../auth/people.ts'
import { endSessions } from '../auth/sessions.ts'
import { endTwoStep } from '../auth/two_step.ts'
import { isAddress } from '../mail/addresses.ts'
import { sendMail } from '../mail/send_mail.ts'
import { changes } from './applications.ts'
import { giveRights, rightsOf } from './rights.ts'
import { locales, roles, word } from './words.ts'

const administrations_of = (row: string): string => `
  (select coalesce(json_agg(json_build_object('id', a.id::text, 'name', a.internal_name, 'role', x.role)
                            order by a.internal_name, a.id), '[]')
   from user_administrations x join administrations a on a.id = x.administration_id
   where x.user_id = ${row}.id and a.status <> 'deleted')`

/** People of the company, with a role for all of it or for single administrations. */
export const users = resource({
  name: 'users',
  one: 'user',
  table: 'users',
  description: 'People of the company.',
  within: {
    reach: 'company',
    where: (row, company) => `${row}.company_id = ${company} and ${row}.kind = 'person' and ${row}.deleted_at is null`,
  },
  reads: ['list', 'show'],
  fields: {
    id: id('Identifier.').required(),
    name: text('Whole name.').required(),
    first_name: text('First name.').required(),
    last_name: text('Last name.').required(),
    email_address: text('Address to sign in with.').required(),
    locale: oneOf(locales, 'Language.').required(),
    company_role: oneOf(roles, 'Role in the whole company; null when rights are given per administration.'),
    administrations: listOf(
      {
        id: id('Identifier.').required(),
        name: text('Name.').required(),
        role: oneOf(roles, 'Role there.').required(),
      },
      'Administrations with a role of their own.',
    )
      .from(expression(administrations_of))
      .required(),
    two_step: boolean('Whether signing in asks for a code as well.')
      .from(expression((row) => `${row}.totp_enabled_at is not null`))
      .required(),
    invited: boolean('Whether the person has not chosen a password yet.')
      .from(expression((row) => `${row}.password_hash is null`))
      .required(),
    last_sign_in_at: dateTime('When the person last signed in.'),
    created_at: dateTime('When the person was invited.').required(),
  },
})

const right = {
  administration_id: id('Administration.').required(),
  role: oneOf(roles, 'Role there.').required(),
}
const company_role = oneOf(roles, 'Role in the whole company; null to give rights per administration.')
const administrations = listOf(right, 'Administrations with a role of their own, as the whole list.')

export const user_actions: Actions = {
  create: create(users, {
    description: 'Invites a person by mail.',
    body: {
      first_name: text('First name.').required(),
      last_name: text('Last name.').required(),
      email_address: text('Address to sign in with, where the invitation goes.').required(),
      locale: oneOf(locales, 'Language; that of the inviter unless given.'),
      company_role,
      administrations,
    },
    run: async (context, body) => {
      const { db, principal, now } = context
      const email_address = body.email_address.trim()
      const { first_name, last_name } = body
      const rights = body.administrations ?? []
      refuseProblems([
        ...personNameProblems({ first_name, last_name }),
        ...(isAddress(email_address) ? [] : ['email_address: must be an email address']),
        ...nobodyProblems(body.company_role ?? null, rights.length),
      ])
      const locale = body.locale ?? (await ownLocale(context))
      const input = { ...body, email_address, locale, company_role: body.company_role ?? null }
      const id = await createPerson(db, { ...input, company_id: principal.company_id, password: null, now })
      await giveRights(db, { user_id: id, company_id: principal.company_id, rights })
      await invite(context, { id, email_address, locale })
      await note(context, 'user_invited', id, { email_address, ...rightsOf(input.company_role, rights) })
      return { id }
    },
  }),

  update: onOne(users, {
    method: 'PATCH',
    on_itself: true,
    description: 'Changes the name or the rights of a person; what is left out stays.',
    body: { first_name: text('First name.'), last_name: text('Last name.'), company_role, administrations },
    run: async (context, user, body) => {
      const { db, principal, now } = context
      // What is left out stays; what is empty is missing.
      const first_name = body.first_name === undefined ? user.first_name : (body.first_name ?? '')
      const last_name = body.last_name === undefined ? user.last_name : (body.last_name ?? '')
      const before = user.company_role === null ? null : word(roles, user.company_role)
      const role = body.company_role === undefined ? before : body.company_role
      const kept = body.administrations?.length ?? (await countRights(context, user.id))
      refuseProblems([...personNameProblems({ first_name, last_name }), ...nobodyProblems(role, kept)])
      if (role !== 'administrator') await refuseLastAdministrator(context, user.id)
      if (body.administrations) {
        await giveRights(db, { user_id: user.id, company_id: principal.company_id, rights: body.administrations })
      }
      const columns = { first_name, last_name, name: `${first_name} ${last_name}`.trim(), company_role: role }
      await db
        .updateTable('users')
        .set({ ...columns, updated_at: now.toISOString() })
        .where('id', '=', user.id)
        .execute()
      const rights = body.administrations ? rightsOf(role, body.administrations) : {}
      await note(context, 'user_updated', user.id, {
        email_address: user.email_address,
        ...changes(user, columns),
        ...rights,
      })
    },
  }),

  invite_again: onOne(users, {
    method: 'POST',
    description: 'Sends the invitation once more. Earlier ones stay good until one is used.',
    body: {},
    run: async (context, user) => {
      if (user.password_hash !== null) refuse('conflict', 'This person has accepted already, and can sign in.')
      if (!user.address_proven && (await isProven(context.db, user.email_address)))
        refuse('conflict', 'This email address belongs to somebody in another company by now.')
      await invite(context, user)
      await note(context, 'user_invited', user.id, { email_address: user.email_address })
    },
  }),

  reset_two_step: onOne(users, {
    method: 'POST',
    description: 'Switches the second factor of a person off, for whoever lost phone and recovery codes.',
    body: {},
    run: async (context, user) => {
      const { db, address, now } = context
      // Whoever found a browser open must not be able to open the account for later.
      if (user.id === context.principal.user_id)
        refuse('conflict', 'Switch your own second factor off in your account, with your password and a code.')
      if (user.totp_secret === null) return
      await endTwoStep(db, user.id, now)
      await endSessions(db, { user_id: user.id })
      const { id: user_id, company_id, locale } = user
      const parameters = { enabled: false, at: now.toISOString(), address }
      const mail = { to: [user.email_address], locale, company_id, user_id, parameters, now }
      await sendMail(db, { ...mail, kind: 'two_step_changed' })
      await note(context, 'two_step_reset', user.id, { email_address: user.email_address })
    },
  }),

  delete: onOne(users, {
    method: 'DELETE',
    on_itself: true,
    answers: 'nothing',
    description: 'Removes a person. Their sessions and the connections they allowed end at once.',
    body: {},
    run: async (context, user) => {
      const { db, principal, address, now } = context
      await refuseLastAdministrator(context, user.id)
      const at = now.toISOString()
      await db.updateTable('users').set({ deleted_at: at, updated_at: at }).where('id', '=', user.id).execute()
      await endSessions(db, { user_id: user.id })
      await endGrantsOf(db, { user_id: user.id }, { reason: 'user_removed', by: principal, address, now })
      await note(context, 'user_removed', user.id, { email_address: user.email_address })
    },
  }),
}

/** Somebody without any right could sign in, and wonder. */
const nobodyProblems = (role: string | null, rights: number): string[] =>
  role === null && rights === 0
    ? ['company_role: give a role for the whole company, or for at least one administration']
    : []

async function countRights({ db }: PersonContext, user_id: string): Promise<number> {
  const rows = await db
    .selectFrom('user_administrations')
    .select('administration_id')
    .where('user_id', '=', user_id)
    .execute()
  return rows.length
}

/** Somebody must always be able to let others in. The row of the company makes two who leave at once wait. */
async function refuseLastAdministrator({ db, principal }: PersonContext, user_id: string): Promise<void> {
  await db.selectFrom('companies').select('id').where('id', '=', principal.company_id).forUpdate().execute()
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', principal.company_id)
    .where('kind', '=', 'person')
    .where('company_role', '=', 'administrator')
    .where('password_hash', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('id', '<>', user_id)
    .limit(1)
    .executeTakeFirst()
  if (!other) refuse('conflict', 'The company needs at least one administrator who can sign in.')
}

async function ownLocale({ db, principal }: PersonContext) {
  const { locale } = await db
    .selectFrom('users')
    .select('locale')
    .where('id', '=', principal.user_id)
    .executeTakeFirstOrThrow()
  return locale
}

type Invited = { id: string; email_address: string; locale: string }

async function invite({ db, principal, now }: PersonContext, { id, email_address, locale }: Invited): Promise<void> {
  const { company_id } = principal
  const { name: company_name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow()
  await countInvitation(db, { company_id, email_address, now })
  const link = { purpose: 'invitation' as const, user_id: id }
  const parameters = { link, inviter_name: principal.actor.name, company_name, valid_days: 7 }
  await sendMail(db, { kind: 'invitation', to: [email_address], locale, company_id, user_id: id, parameters, now })
}

type Details = { readonly [name: string]: string | readonly string[] }

const note = ({ db, principal, address, now }: PersonContext, action: string, id: string, details: Details) =>
  audit(db, {
    action,
    company_id: principal.company_id,
    user_id: principal.user_id,
    details: { ...details, about_user_id: id },
    address,
    now,
  })
