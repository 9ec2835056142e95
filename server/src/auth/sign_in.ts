import type { Kysely } from 'kysely'
import type { Browser } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import type { Tables } from '../db/schema.ts'
import { audit } from './audit.ts'
import { type Counted, clearAttempts, countAttempt } from './failed_attempts.ts'
import { isPassword } from './passwords.ts'
import { hashSecret, makeSecret } from './secrets.ts'
import { beginSession } from './sessions.ts'
import { takeCode, takeRecoveryCode } from './two_step.ts'

type Signing = {
  email_address: string
  password: string
  /** Of the app, or a recovery code. */
  code: string | null
  address: string
  browser: Browser
  now: Date
}

const wrong = 'The email address, the password or the code is wrong.'

/** Signs a person in, or asks for the second factor. Both steps send everything, so nothing is kept in between. */
export async function signIn(db: Kysely<Tables>, signing: Signing): Promise<'signed_in' | 'second_factor'> {
  const { email_address, password, code, address, browser, now } = signing
  const account = email_address.trim().toLowerCase()
  const user = await findUser(db, account)
  const known = user !== null && (await isKnownDevice(db, user.id, browser.device))
  const counted = limits({ account, address, device: known ? browser.device : null })
  await countAttempt(db, counted, now)
  if (!(await isPassword(password, user?.password_hash ?? null)) || user === null) {
    return refuse('unauthorized', wrong)
  }
  if (user.totp_secret !== null) {
    if (code === null) {
      await clearAttempts(db, counted)
      return 'second_factor'
    }
    // The password was right, so this is counted for the account alone: guessing codes from many places is no way in.
    await countAttempt(db, [{ key: `code ${user.id}`, max: known ? 30 : 10 }], now)
    const right = (await takeCode(db, user, { password, code, now })) || (await takeRecoveryCode(db, user.id, code))
    if (!right) return refuse('unauthorized', wrong)
    await clearAttempts(db, [{ key: `code ${user.id}`, max: 0 }])
  }
  await clearAttempts(db, counted)
  await admit(db, { ...user, address, browser, now })
  return 'signed_in'
}

type Admitted = { id: string; company_id: string; address: string; browser: Browser; now: Date }

/** Begins a session in this browser, and remembers the browser as the owner's. */
export async function admit(db: Kysely<Tables>, { id, company_id, address, browser, now }: Admitted): Promise<void> {
  const device = makeSecret('device')
  const at = now.toISOString()
  const secret = await db.transaction().execute(async (trx) => {
    if (browser.device)
      await trx.deleteFrom('known_devices').where('device_hash', '=', hashSecret(browser.device)).execute()
    await trx
      .insertInto('known_devices')
      .values({ device_hash: hashSecret(device), user_id: id, created_at: at, last_seen_at: at })
      .execute()
    await audit(trx, { action: 'signed_in', company_id, user_id: id, address, now })
    return beginSession(trx, { user_id: id, address, user_agent: browser.user_agent, now })
  })
  browser.keep('device', device)
  browser.keep('session', secret)
}

/**
 * How often one may fail. A stranger is counted at his address, at the account, and at both together. The owner in a
 * browser that signed in before is counted apart, so that strangers cannot keep him out.
 */
function limits({ account, address, device }: { account: string; address: string; device: string | null }): Counted[] {
  if (device !== null) return [{ key: `device ${device}`, max: 20 }]
  return [
    { key: `account ${account}`, max: 100 },
    { key: `address ${address}`, max: 200 },
    { key: `both ${account} ${address}`, max: 10 },
  ]
}

async function isKnownDevice(db: Kysely<Tables>, user_id: string, device: string | null): Promise<boolean> {
  if (device === null) return false
  const found = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('device_hash', '=', hashSecret(device))
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return found !== undefined
}

async function findUser(db: Kysely<Tables>, account: string) {
  const found = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.company_id', 'u.password_hash', 'u.totp_secret'])
    .where((where) => where(where.fn('lower', ['u.email_address']), '=', account))
    .where('u.kind', '=', 'person')
    .where('u.deleted_at', 'is', null)
    .where('c.status', 'not in', ['inactive', 'deleted'])
    .executeTakeFirst()
  return found ?? null
}
