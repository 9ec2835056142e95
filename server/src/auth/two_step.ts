import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import type { Kysely } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Tables } from '../db/schema.ts'
import { readable } from './passwords.ts'
import { hashSecret } from './secrets.ts'

const period_s = 30
const bytes = 20

/** A new secret for an app that makes codes, in the form that people can type. */
export const makeTotpSecret = (): string => new Secret({ size: bytes }).base32

/** Whether a text can be such a secret. */
export const isTotpSecret = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text)

const totp = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Dunlin', label, secret: Secret.fromBase32(secret), period: period_s })

/** The address that a QR code carries. */
export const otpauthUrl = (secret: string, email_address: string): string => totp(secret, email_address).toString()

/** The step of time that a code belongs to, at most one away from now; null when it is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / period_s) + delta
}

const key = (password: string, salt: Buffer): Promise<Buffer> =>
  hashRaw(password, { salt, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 })

/**
 * Locks the secret of a second factor with the password. Codes have to be compared with the secret itself, so it cannot
 * be hashed; but the password is at hand whenever a code is, so a copy of the database opens nothing.
 */
export async function lockTotp(secret: string, password: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await key(password, salt), iv)
  const locked = Buffer.concat([cipher.update(secret, 'ascii'), cipher.final()])
  return Buffer.concat([salt, iv, cipher.getAuthTag(), locked]).toString('base64url')
}

/** The secret again, given the password that it was locked with. */
export async function openTotp(locked: string, password: string): Promise<string> {
  const all = Buffer.from(locked, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', await key(password, all.subarray(0, 16)), all.subarray(16, 28))
  decipher.setAuthTag(all.subarray(28, 44))
  return Buffer.concat([decipher.update(all.subarray(44)), decipher.final()]).toString('ascii')
}

/** What a code proves, if it is not used up: that the app is at hand, at a step of time, or a code on paper. */
export type Proof = { step: number } | { recovery_code: string }

/** Reads what was typed as a code, given the password; null when it is wrong already. Nothing is used up by this. */
export async function readCode(
  locked: string,
  given: { password: string; code: string; now: Date },
): Promise<Proof | null> {
  const code = given.code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return { recovery_code: given.code }
  const step = stepOf(await openTotp(locked, given.password), code, given.now)
  return step === null ? null : { step }
}

/** Uses up a proof. Only one request can: a step of time counts once, and so does a recovery code. */
export async function takeProof(db: Kysely<Tables>, user_id: string, proof: Proof): Promise<boolean> {
  if ('recovery_code' in proof) return takeRecoveryCode(db, user_id, proof.recovery_code)
  const step = String(proof.step)
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', user_id)
    .where((where) => where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const recovery_codes = 10

/** 16 letters of 31 are 79 bits, so a fast hash is enough. However they are typed, only the letters count. */
const hashRecoveryCode = (code: string): Buffer => hashSecret(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))

/** Makes new recovery codes in place of the old ones. They are returned once; only their hashes are kept. */
export async function makeRecoveryCodes(db: Kysely<Tables>, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: recovery_codes }, () =>
    [readable(4), readable(4), readable(4), readable(4)].join('-'),
  )
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id, code_hash: hashRecoveryCode(code) })))
    .execute()
  return codes
}

/** Whether a recovery code is right; it is gone afterwards. */
export async function takeRecoveryCode(db: Kysely<Tables>, user_id: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', hashRecoveryCode(code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Switches the second factor off, and forgets everything of it. */
export async function endTwoStep(db: Kysely<Tables>, user_id: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ totp_secret: null, totp_enabled_at: null, totp_last_step: null, updated_at: now.toISOString() })
    .where('id', '=', user_id)
    .execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
}
