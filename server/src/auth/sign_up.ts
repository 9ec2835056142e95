import type { Kysely } from 'kysely'
import { Refusal, refuse, refuseParameters } from '../api/errors.ts'
import type { Tables } from '../db/schema.ts'
import { isAddress } from '../mail/addresses.ts'
import { sendMail } from '../mail/send_mail.ts'
import { audit } from './audit.ts'
import { countSignUp } from './mail_limits.ts'
import { createCode } from './oauth/codes.ts'
import { createGrant } from './oauth/family.ts'
import { createLink, linkUrl } from './one_time_links.ts'
import { createPerson } from './people.ts'

/** How long an account can be confirmed, and when its owner is reminded of that. */
export const sign_up_days = 30
export const reminder_days = 7

type Place = { db: Kysely<Tables>; address: string; now: Date }

/** An application through which people sign up, and where it wants to hear of it. */
export type SigningApplication = {
  id: string
  company_id: string
  name: string
  permissions: string[]
  redirect_uri: string
}

/** The application that signs somebody up; refused unless it gets its tokens by codes. */
export async function signingApplication({ db }: Place, application_id: string): Promise<SigningApplication> {
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

/** A company that nobody has confirmed yet. */
export async function createUnconfirmed({ db, now }: Place, name: string): Promise<string> {
  const { id } = await db
    .insertInto('companies')
    .values({ name, status: 'unconfirmed', created_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Owner = { first_name: string; last_name: string; email_address: string; locale: string }

/** The person who will own the company, once they have chosen a password. */
export async function createOwner(place: Place, company_id: string, owner: Owner): Promise<string> {
  const { db, now } = place
  if (!isAddress(owner.email_address)) refuseParameters(['user.email_address: must be an email address'])
  try {
    return await createPerson(db, { ...owner, company_id, password: null, company_role: 'administrator', now })
  } catch (error) {
    // What is wrong with the address is told where this request has it.
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

/** Connects the new company to the application, and asks its owner to confirm. */
export async function connectNew(place: Place, joined: Joined): Promise<SignedUp> {
  const { db, now, address } = place
  const { application, company_id, company_name, user_id, owner } = joined
  const application_id = application.id
  const { email_address } = owner
  await countSignUp(db, { application_id, company_id: application.company_id, email_address, now })
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
  const sign_up_token = await createLink(db, { purpose: 'sign_up', user_id, now })
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
