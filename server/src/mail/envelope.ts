import type { Attachment, WrittenMail } from './content.ts'

export type Sender = { name: string; address: string }

/** What stands on a mail beside its content. Who gets a blind copy stands nowhere. */
export type Envelope = {
  from: Sender
  reply_to: string | null
  shown_to: string[]
  cc: string[]
  attachments: readonly Attachment[]
  /** Whether no person wrote it. */
  automatic: boolean
  /** The date on it; null: the moment at which it is sent. */
  date: string | null
}

/**
 * The envelope of a mail. One from a creditor carries the creditor's name and is answered to the creditor, but
 * comes from our own address: a mail server that got it from another's would take it for a forgery.
 */
export function envelopeOf(written: WrittenMail | null, to_addresses: string[], mail_from: Sender): Envelope {
  if (!written) {
    const none = { reply_to: null, cc: [], attachments: [], date: null }
    return { ...none, from: mail_from, shown_to: to_addresses, automatic: true }
  }
  const { sender_name, reply_to, cc, bcc, attachments, automatic, fixed } = written
  const copies = new Set([...cc, ...bcc])
  return {
    from: { name: sender_name, address: mail_from.address },
    reply_to,
    shown_to: to_addresses.filter((one) => !copies.has(one)),
    cc,
    attachments,
    automatic,
    date: fixed?.date ?? null,
  }
}
