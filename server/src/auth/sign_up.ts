import { type Kysely, sql } from 'kysely'
import { Refusal, refuse, refuseParameters } from '../api/errors.ts'
import type { Tables } from '../db/schema.ts'
import { isAddress } from '../mail/addresses.ts'
import { sendMail } from '../mail/send_mail.ts'
import { audit } from './audit.ts'
import { day_ms } from './failed_attempts.ts'
import { createCode } from './oauth/codes.ts'
import { createGrant } from './oauth/family.ts'
import { createLink, linkUrl } from './one_time_links.ts'
import { createPerson } from './people.ts'

/** How long an account can be confirmed, and when its owner is reminded of that. */
export const sign_up_days = 30
export const reminder_days = 7

type SignUpContext = { db: Kysely<Tables>; address: string; now: Date }

/** An application through which people sign up, and where it wants to hear of it. */
export type SigningApplication = {
  id: string
  company_id: string
  name: string
  permissions: string[]
  redirect_uri: string
}

/** The application that signs somebody up; refused unless it gets its tokens by codes. */
export async function signingApplication({ db }: SignUpContext, application_id: string): Promise<SigningApplication> {
  const { redirect_uri, grant_type, ...application } = await db
    .selectFrom('applications')
    .select(['id', 'company_id', 'name', 'permissions', 'redirect_uri', 'grant_type'])
    .where('id', '=', application_id)
    .executeTakeFirstOrThrow()
  if (grant_type !== 'authorization_code' || redirect_uri === null) {
    return refuse('forbidden', 'An application that uses client credentials works for its own company alone.')
  }
  return { ...application, redirect_uri }
}

/** The application that signed a company up: no other was connected before it. Null: nothing was ever connected. */
export async function applicationOfSignUp(db: Kysely<Tables>, company_id: string): Promise<string | null> {
  const first = await db
    .selectFrom('grants')
    .select('application_id')
    .where('company_id', '=', company_id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.application_id ?? null
}

/** A company that nobody has confirmed yet. */
export async function createUnconfirmed({ db, now }: SignUpContext, name: string): Promise<string> {
  const { id } = await db
    .insertInto('companies')
    .values({ name, status: 'unconfirmed', created_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Owner = { first_name: string; last_name: string; email_address: string; locale: string }

/** The person who will own the company, once they have chosen a password. */
export async function createOwner(place: SignUpContext, company_id: string, owner: Owner): Promise<string> {
  const { db, now } = place
  if (!isAddress(owner.email_address)) refuseParameters(['user.email_address: must be an email address'])
  try {
    return await createPerson(db, { ...owner, company_id, password: null, company_role: 'administrator', now })
  } catch (error) {
    // What is wrong with the address is reported under the name that it has in this request.
    if (!(error instanceof Refusal) || !error.message.startsWith('email_address: ')) throw error
    return refuseParameters([`user.${error.message}`])
  }
}

export type SignedUp = { code: string; sign_up_token: string; sign_up_url: string }

type Joined = {
  application: SigningApplication
  company_id: string
  company_name: string
  user_id: string
  owner: Owner
  base_url: string
}

/**
 * Connects the new company to the application, and asks its owner to confirm by a link that is mailed to them alone.
 * The application gets one too, with which the owner can begin at once; it confirms nothing.
 */
export async function connectNew(place: SignUpContext, joined: Joined): Promise<SignedUp> {
  const { db, now, address } = place
  const { application, company_id, company_name, user_id, owner } = joined
  const application_id = application.id
  const { email_address } = owner
  await audit(db, { action: 'signed_up', company_id, user_id, application_id, address, now })
  const grant_id = await createGrant(db, {
    application_id,
    company_id,
    user_id,
    permissions: application.permissions,
    administration_ids: null,
    address,
    now,
  })
  const code = await createCode(db, { grant_id, redirect_uri: application.redirect_uri, code_challenge: null, now })
  const sign_up_token = await createLink(db, { purpose: 'sign_up', user_id, known_to_application: true, now })
  await sendMail(db, {
    kind: 'sign_up',
    to: [email_address],
    locale: owner.locale,
    company_id,
    user_id,
    parameters: {
      link: { purpose: 'sign_up', user_id },
      company_name,
      application_name: application.name,
      valid_days: sign_up_days,
    },
    now,
  })
  return { code, sign_up_token, sign_up_url: linkUrl(joined.base_url, sign_up_token) }
}

/**
 * Mails somebody whose sign-up is not confirmed that it still waits, and how long. Others get nothing, and neither does
 * somebody whose address turned out to be another's.
 */
export async function mailReminder(db: Kysely<Tables>, user_id: string, now: Date): Promise<void> {
  const { rows } = await sql<Waiting>`
    select u.email_address, u.locale, u.company_id, u.created_at, c.name as company_name, p.name as application_name
    from users u join companies c on c.id = u.company_id and c.status = 'unconfirmed'
      join grants g on g.company_id = c.id join applications p on p.id = g.application_id
    where u.id = ${user_id}::bigint and u.deleted_at is null
      and not exists (
        select from users o where lower(o.email_address) = lower(u.email_address) and o.id <> u.id
          and o.kind = 'person' and o.deleted_at is null and o.address_proven)
    order by g.id limit 1`.execute(db)
  const waiting = rows[0]
  if (!waiting) return
  const { email_address, locale, company_id, created_at, company_name, application_name } = waiting
  const days_left = Math.max(1, sign_up_days - Math.floor((now.getTime() - Date.parse(created_at)) / day_ms))
  const link = { purpose: 'sign_up' as const, user_id }
  const parameters = { link, company_name, application_name, days_left }
  await sendMail(db, { kind: 'sign_up_reminder', to: [email_address], locale, company_id, user_id, parameters, now })
}

type Waiting = {
  email_address: string
  locale: string
  company_id: string
  created_at: string
  company_name: string
  application_name: string
}
