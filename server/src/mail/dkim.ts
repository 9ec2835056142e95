import { createCipheriv, createDecipheriv, generateKeyPair, hash, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { dayIn } from '../domain/days.ts'

/** With what a mail is signed, under the names that the library has for it. */
export type Signing = { domainName: string; keySelector: string; privateKey: string }

/** What is known of a domain that mails are from: where its public key has to stand, and that key, in base64. */
export type MailDomain = { domain: string; selector: string; public_key: string }

const makePair = promisify(generateKeyPair)

/** 2048 bits: more do not fit into one answer of many name servers. */
const key_bits = 2048

/**
 * Makes a key for a domain, unless it has one; `renew` makes another under another name, so that mails on their way can
 * still be checked by the old one.
 */
export async function makeMailDomain(
  db: Kysely<Tables>,
  link_key: Buffer,
  { domain, renew, now }: { domain: string; renew: boolean; now: Date },
): Promise<MailDomain> {
  const known = renew ? null : await findMailDomain(db, domain)
  if (known) return known
  const { publicKey, privateKey } = await makePair('rsa', {
    modulusLength: key_bits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  // With some letters of the key: another one of the same second has another name.
  const day = dayIn(now, 'UTC').replaceAll('-', '')
  const selector = `dunlin${day}${hash('sha256', publicKey, 'hex').slice(0, 8)}`
  const made = { domain, selector, public_key: publicKey.toString('base64') }
  await sql`
    insert into mail_domains (domain, selector, public_key, locked_key, created_at)
    values (${domain}::text, ${selector}::text, ${made.public_key}::text,
            ${locked(link_key, domain, privateKey)}::bytea, ${now.toISOString()}::timestamptz)
    on conflict (domain) do update set selector = excluded.selector, public_key = excluded.public_key,
      locked_key = excluded.locked_key, created_at = excluded.created_at`.execute(db)
  return made
}

export async function findMailDomain(db: Kysely<Tables>, domain: string): Promise<MailDomain | null> {
  const found = await db
    .selectFrom('mail_domains')
    .select(['domain', 'selector', 'public_key'])
    .where('domain', '=', domain)
    .executeTakeFirst()
  return found ?? null
}

const remembered_ms = 60_000

/** Finds with what mails from a domain are signed; null: they are not. It is remembered for a minute. */
export function makeSigner(db: Kysely<Tables>, link_key: Buffer) {
  const known = new Map<string, { until_ms: number; signing: Signing | null }>()
  return async (domain: string): Promise<Signing | null> => {
    const remembered = known.get(domain)
    if (remembered && remembered.until_ms > performance.now()) return remembered.signing
    const row = await db.selectFrom('mail_domains').selectAll().where('domain', '=', domain).executeTakeFirst()
    // Locked with the key of another store, as in a restored copy: then mails go unsigned rather than not at all.
    const privateKey = row ? unlocked(link_key, domain, row.locked_key) : null
    const signing = row && privateKey ? { domainName: domain, keySelector: row.selector, privateKey } : null
    known.set(domain, { until_ms: performance.now() + remembered_ms, signing })
    return signing
  }
}

const lockOf = (link_key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', link_key, '', 'mail_domains', 32))

function locked(link_key: Buffer, domain: string, pem: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', lockOf(link_key), nonce).setAAD(Buffer.from(domain))
  const bytes = Buffer.concat([cipher.update(pem, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes])
}

function unlocked(link_key: Buffer, domain: string, bytes: Buffer): string | null {
  const cipher = createDecipheriv('aes-256-gcm', lockOf(link_key), bytes.subarray(0, 12))
  cipher.setAAD(Buffer.from(domain)).setAuthTag(bytes.subarray(12, 28))
  const pem = cipher.update(bytes.subarray(28))
  try {
    return Buffer.concat([pem, cipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
