import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { plainAddress } from '../mail/addresses.ts'
import { type Counted, countAttempt, day_ms, hour_ms } from './failed_attempts.ts'

// Invitations and sign-ups go to people who never asked for a mail of ours, and carry names that others chose. So they
// are counted for who sends them, and for who gets them. A limit for the reader alone would let one sender use it up
// for all others; the one that there is leaves room for several senders, and is there against those who act together.

type Sending = { email_address: string; now: Date }

/** Counts an invitation, in the transaction that sends it. */
export function countInvitation(
  trx: Kysely<Tables>,
  { company_id, email_address, now }: Sending & { company_id: string },
): Promise<void> {
  const address = reader(email_address)
  const counted: Counted[] = [
    {
      kind: 'invitation_company',
      of: [company_id],
      max: 200,
      window_ms: day_ms,
      says: 'The company sent too many invitations today.',
    },
    {
      kind: 'invitation_company_to_address',
      of: [company_id, address],
      max: 5,
      window_ms: hour_ms,
      says: 'Too many invitations were sent to this email address.',
    },
    unasked(address),
  ]
  return countAttempt(trx, counted, now)
}

/** Counts a sign-up through an application of a company, in the transaction that makes it. */
export function countSignUp(
  trx: Kysely<Tables>,
  told: Sending & { application_id: string; company_id: string },
): Promise<void> {
  const { application_id, company_id, now } = told
  const address = reader(told.email_address)
  const counted: Counted[] = [
    {
      kind: 'sign_up_application',
      of: [application_id],
      max: 100,
      window_ms: hour_ms,
      says: 'The application signed too many people up.',
    },
    {
      kind: 'sign_up_company',
      of: [company_id],
      max: 500,
      window_ms: day_ms,
      says: 'The applications of the company signed too many people up today.',
    },
    {
      kind: 'sign_up_application_to_address',
      of: [application_id, address],
      max: 5,
      window_ms: hour_ms,
      says: 'The application signed this email address up too often.',
    },
    unasked(address),
  ]
  return countAttempt(trx, counted, now)
}

const unasked = (address: string): Counted => ({
  kind: 'unasked_mail_to_address',
  of: [address],
  max: 20,
  window_ms: day_ms,
  says: 'Too many mails were sent to this email address today.',
})

/** An address however it is written, without what its owner may put behind a plus. */
const reader = (email_address: string): string =>
  plainAddress(email_address.trim())
    .toLowerCase()
    .replace(/\+.*(?=@)/, '')
