import type { Kysely, Transaction } from 'kysely'
import type { Browser } from '../api/context.ts'
import { Refusal, refuse } from '../api/errors.ts'
import type { Tables } from '../db/schema.ts'
import { audit } from './audit.ts'
import { type Counted, clearAttempts, countAttempt, day_ms, placeOf } from './failed_attempts.ts'
import { isPassword } from './passwords.ts'
import { hashSecret, makeSecret } from './secrets.ts'
import { beginSession } from './sessions.ts'
import { type Proof, readCode, takeProof } from './two_step.ts'

/** The browser that somebody signs in with, and the session that it has already. */
export type SignInOrigin = { address: string; browser: Browser; replaces: string | null; now: Date }

type Signing = SignInOrigin & {
  email_address: string
  password: string
  /** Of the app, or a recovery code. */
  code: string | null
}

const wrong = 'The email address, the password or the code is wrong.'

/** Signs a person in, or asks for the second factor. Both steps send everything, so nothing is kept in between. */
export async function signIn(db: Kysely<Tables>, signing: Signing): Promise<'signed_in' | 'second_factor'> {
  const account = signing.email_address.trim().toLowerCase()
  // Asked for everybody, so that the time it takes does not reveal who has an account.
  const device_owner_id = await ownerOfDevice(db, signing.browser.device)
  const user = await findUser(db, account, device_owner_id)
  try {
    return await check(db, signing, { account, user, device_owner_id })
  } catch (error) {
    // The log says whose account is tried, and nothing of what was typed.
    if (error instanceof Refusal && user !== null) error.about = { account: `person:${user.id}` }
    throw error
  }
}

async function check(
  db: Kysely<Tables>,
  signing: Signing,
  { account, user, device_owner_id }: { account: string; user: User | null; device_owner_id: string | null },
): Promise<'signed_in' | 'second_factor'> {
  const { password, code, browser, now } = signing
  const device = user !== null && device_owner_id === user.id ? browser.device : null
  const counted = limits({ account, place: placeOf(signing.address), device })
  await countAttempt(db, counted, now)
  if (!(await isPassword(password, user?.password_hash ?? null)) || user === null) {
    return refuse('unauthorized', wrong)
  }
  if (user.totp_secret === null) {
    await open(db, user, null, signing)
  } else {
    if (code === null) {
      await clearAttempts(db, counted)
      return 'second_factor'
    }
    const codes = codeLimits(user.id, device)
    await countAttempt(db, codes, now)
    await open(db, user, await readCode(user.totp_secret, { password, code, now }), signing)
    await clearAttempts(db, codes)
  }
  await clearAttempts(db, counted)
  return 'signed_in'
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** Takes the code and begins the session, or neither; and only while the password is still the one that was checked. */
async function open(db: Kysely<Tables>, user: User, proof: Proof | null, origin: SignInOrigin): Promise<void> {
  const { address, now } = origin
  const { id: user_id, company_id } = user
  const opened = await db.transaction().execute(async (trx) => {
    const stays = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', user_id)
      .where('password_hash', '=', user.password_hash)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!stays) return false
    if (user.totp_secret !== null && !(proof && (await takeProof(trx, user_id, proof)))) return false
    if (proof && 'recovery_code' in proof)
      await audit(trx, { action: 'recovery_code_used', company_id, user_id, address, now })
    await startSession(trx, user, origin)
    return true
  })
  if (opened) return
  // Somebody knows the password and not the code: that is worth knowing.
  await audit(db, { action: 'second_factor_refused', company_id, user_id, address, now })
  refuse('unauthorized', wrong)
}

/**
 * Begins a session in this browser, in place of the one that it had, and remembers the browser as the owner's. The
 * cookies are sent when the answer is, so only after the transaction.
 */
export async function startSession(
  trx: Transaction<Tables>,
  { id: user_id, company_id }: { id: string; company_id: string },
  { address, browser, replaces, now }: SignInOrigin,
): Promise<void> {
  const device = makeSecret('device')
  const at = now.toISOString()
  if (replaces !== null) await trx.deleteFrom('sessions').where('id', '=', replaces).execute()
  if (browser.device !== null)
    await trx.deleteFrom('known_devices').where('device_hash', '=', hashSecret(browser.device)).execute()
  await trx
    .insertInto('known_devices')
    .values({ device_hash: hashSecret(device), user_id, created_at: at, last_seen_at: at })
    .execute()
  await audit(trx, { action: 'signed_in', company_id, user_id, address, now })
  const secret = await beginSession(trx, { user_id, address, user_agent: browser.user_agent, now })
  browser.keep('device', device)
  browser.keep('session', secret)
}

/**
 * How often one may fail. A stranger is counted at his address together with the account, at his address, and last at
 * the account: what was refused to him does not count against the owner, who would be kept out everywhere. The owner in
 * a browser that signed in before is counted apart, so that strangers from many places cannot keep him out either.
 */
function limits({ account, place, device }: { account: string; place: string; device: string | null }): Counted[] {
  if (device !== null) return [{ kind: 'sign_in_device', of: [device], max: 20 }]
  return [
    { kind: 'sign_in_account_at_place', of: [account, place], max: 10 },
    { kind: 'sign_in_place', of: [place], max: 200, shared: true },
    { kind: 'sign_in_account', of: [account], max: 100 },
  ]
}

/**
 * How often a code may be wrong. Who gets here knows the password, so it does not matter from where: guessing from many
 * places is no way in, and neither is guessing for weeks. A browser of the owner is counted apart here as well.
 */
function codeLimits(user_id: string, device: string | null): Counted[] {
  if (device !== null) return [{ kind: 'code_of_person_on_device', of: [user_id, device], max: codes_max }]
  return [
    { kind: 'code_of_person', of: [user_id], max: codes_max },
    { kind: 'code_of_person_in_a_day', of: [user_id], max: 50, window_ms: day_ms },
  ]
}

/** How often a code may be wrong in a short while. */
export const codes_max = 10

/** Forgets the browsers of a person, all or all but one: whoever knew the old password is a stranger from now on. */
export async function forgetDevices(db: Kysely<Tables>, user_id: string, except: string | null): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', user_id)
    .$if(except !== null, (query) => query.where('device_hash', '<>', hashSecret(except ?? '')))
    .execute()
}

async function ownerOfDevice(db: Kysely<Tables>, device: string | null): Promise<string | null> {
  if (device === null) return null
  const found = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('device_hash', '=', hashSecret(device))
    .executeTakeFirst()
  return found?.user_id ?? null
}

/**
 * Who signs in under an address: whoever proved that it is theirs. While nobody did, several may stand under it, and
 * each gets in with the browser that they used before; from elsewhere they open the mail first.
 */
async function findUser(db: Kysely<Tables>, account: string, device_owner_id: string | null) {
  const found = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.company_id', 'u.password_hash', 'u.totp_secret'])
    .where((where) => where(where.fn('lower', ['u.email_address']), '=', account))
    .where('u.kind', '=', 'person')
    .where('u.deleted_at', 'is', null)
    .where('c.status', 'not in', ['inactive', 'deleted'])
    .where((where) => where.or([where('u.address_proven', '=', true), where('u.id', '=', device_owner_id)]))
    .orderBy('u.address_proven', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}
