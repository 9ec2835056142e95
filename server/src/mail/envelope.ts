import type { Attachment, Letters, MailKind } from './letters.ts'
import type { Sender } from './smtp.ts'

/** What stands on a mail beside its letter. Who gets a blind copy stands nowhere. */
export type Envelope = {
  from: Sender
  reply_to: string | null
  shown_to: string[]
  cc: string[]
  attachments: readonly Attachment[]
  /** Whether no person wrote it. */
  automatic: boolean
}

type Addressed = { kind: MailKind; to_addresses: string[]; parameters: Letters[MailKind] }

/**
 * The envelope of a mail. One from a creditor carries the creditor's name and is answered to the creditor, but
 * comes from our own address: a mail server that got it from another's would take it for a forgery.
 */
export function envelopeOf({ kind, to_addresses, parameters }: Addressed, mail_from: Sender): Envelope {
  if (!('sender_name' in parameters)) {
    return { from: mail_from, reply_to: null, shown_to: to_addresses, cc: [], attachments: [], automatic: true }
  }
  const { sender_name, reply_to, cc, bcc, attachments } = parameters
  const copies = new Set([...cc, ...bcc])
  return {
    from: { name: sender_name, address: mail_from.address },
    reply_to,
    shown_to: to_addresses.filter((one) => !copies.has(one)),
    cc,
    attachments,
    automatic: kind !== 'message',
  }
}
