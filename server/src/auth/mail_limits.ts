import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { plainAddress } from '../mail/addresses.ts'
import { type Counted, countAttempt, countWithin, day_ms, hour_ms } from './failed_attempts.ts'

// Invitations and sign-ups go to people who never asked for a mail of ours, and carry names that others chose. So they
// are counted for who sends them, and for who gets them. A limit for the reader alone would let one sender use it up
// for all others; the one that there is leaves room for several senders, and is there against those who act together.

/** Each limit, and the message when it is reached. */
const says = {
  invitation_company: 'The company sent too many invitations today.',
  invitation_company_to_address: 'Too many invitations were sent to this email address.',
  sign_up_application: 'The application signed too many people up.',
  sign_up_company: 'The applications of the company signed too many people up today.',
  sign_up_application_to_address: 'The application signed this email address up too often.',
  unasked_mail_to_address: 'Too many mails were sent to this email address today.',
} as const

type LimitKind = keyof typeof says
const limit = (kind: LimitKind, of: string[], max: number, window_ms: number): Counted => ({
  kind,
  of,
  max,
  window_ms,
  says: says[kind],
})

type Sending = { company_id: string; email_address: string; now: Date }

/** Counts an invitation, in the transaction that sends it. */
export function countInvitation(trx: Kysely<Tables>, { company_id, email_address, now }: Sending): Promise<void> {
  const address = readerOf(email_address)
  const counted = [
    limit('invitation_company', [company_id], 200, day_ms),
    limit('invitation_company_to_address', [company_id, address], 5, hour_ms),
    limit('unasked_mail_to_address', [address], 20, day_ms),
  ]
  return countAttempt(trx, counted, now)
}

/** Counts a sign-up through an application of a company, in the transaction that makes it. */
export function countSignUp(trx: Kysely<Tables>, sign_up: Sending & { application_id: string }): Promise<void> {
  const { application_id, company_id, email_address, now } = sign_up
  const address = readerOf(email_address)
  const counted = [
    limit('sign_up_application', [application_id], 100, hour_ms),
    limit('sign_up_company', [company_id], 500, day_ms),
    limit('sign_up_application_to_address', [application_id, address], 5, hour_ms),
    limit('unasked_mail_to_address', [address], 20, day_ms),
  ]
  return countAttempt(trx, counted, now)
}

type Blocked = { application_id: string; company_id: string; email_addresses: readonly string[]; now: Date }

/**
 * Who still hears that a token was blocked. A machine gets its next token as often as it likes, so each of them is a
 * mail: to people whom somebody wants to bother, or to those of a server that moved to another address.
 */
export async function blockedReaders(trx: Kysely<Tables>, blocked: Blocked): Promise<string[]> {
  const { application_id, company_id, email_addresses, now } = blocked
  const of_application = { kind: 'blocked_address_application', of: [application_id] } as const
  if (!(await countWithin(trx, { ...of_application, max: 5, window_ms: hour_ms }, now))) return []
  const readers: string[] = []
  // In one order, so that two applications that have the same readers do not wait for each other.
  const ordered = email_addresses.map((one) => ({ one, reader: readerOf(one) }))
  ordered.sort((a, b) => (a.reader < b.reader ? -1 : 1))
  for (const { one, reader } of ordered) {
    const to_reader = { kind: 'blocked_address_company_to_address', of: [company_id, reader] } as const
    if (await countWithin(trx, { ...to_reader, max: 20, window_ms: day_ms }, now)) readers.push(one)
  }
  return readers
}

/** An address however it is written, without what its owner may put behind a plus. */
const readerOf = (email_address: string): string =>
  plainAddress(email_address.trim())
    .toLowerCase()
    .replace(/\+.*(?=@)/, '')
