import { type MailPlace, mailAddress } from '../domain/mail_address.ts'
import type { Attachment, MailedRecord, WrittenMail } from './content.ts'

export type Sender = { name: string; address: string }

/** What stands on a mail beside its content. Who gets a blind copy stands nowhere. */
export type Envelope = {
  from: Sender
  /** Where it comes back to when it cannot be delivered. */
  return_path: string
  reply_to: string | null
  shown_to: string[]
  cc: string[]
  attachments: readonly Attachment[]
  /** Whether no person wrote it. */
  automatic: boolean
  /** The date on it; null: the moment at which it is sent. */
  date: string | null
}

/** The record of an administration that a mail is about. */
export type Mailed = { administration_id: string; resource_type: MailedRecord; resource_id: string }

export type Enveloping = { to_addresses: string[]; about: Mailed | null; mail_from: Sender; place: MailPlace | null }

/**
 * The envelope of a mail. One from a creditor carries the creditor's name and is answered to the creditor, but
 * comes from our own address: a mail server that got it from another's would take it for a forgery. Where mail comes in,
 * answers and bounces come to addresses that name the record.
 */
export function envelopeOf(written: WrittenMail | null, enveloping: Enveloping): Envelope {
  const { to_addresses, about, mail_from, place } = enveloping
  if (!written) {
    const none = { reply_to: null, cc: [], attachments: [], date: null }
    return { ...none, from: mail_from, return_path: mail_from.address, shown_to: to_addresses, automatic: true }
  }
  const { sender_name, reply_to, reply_to_chosen, cc, bcc, attachments, automatic, fixed } = written
  const copies = new Set([...cc, ...bcc])
  const ours = (use: 'reply' | 'bounce'): string | null => (about && place ? addressOf(place, use, about) : null)
  return {
    from: { name: sender_name, address: mail_from.address },
    return_path: ours('bounce') ?? mail_from.address,
    reply_to: (reply_to_chosen ? null : ours('reply')) ?? reply_to,
    shown_to: to_addresses.filter((one) => !copies.has(one)),
    cc,
    attachments,
    automatic,
    date: fixed?.date ?? null,
  }
}

const addressOf = (
  place: MailPlace,
  use: 'reply' | 'bounce',
  { administration_id, resource_type, resource_id }: Mailed,
): string => mailAddress(place, { use, record: resource_type, administration_id, id: resource_id })
