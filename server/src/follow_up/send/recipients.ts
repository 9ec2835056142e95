import { usableAddresses } from '../../letters/addresses.ts'
import { addresses_max } from '../../mail/addresses.ts'
import { postalAddress } from './letter_facts.ts'
import type { LetterRow, MailFields } from './rows.ts'

/** Who gets a letter, as the interface shows it. */
export type LetterRecipient =
  | { kind: 'to' | 'cc' | 'bcc'; email_address: string }
  | { kind: 'post'; name: string; address: string[] }

/** Addresses from which mail came back. */
type CameBack = { has: (address: string) => boolean }

type MailRecipients = { to: string[]; cc: string[]; bcc: string[] }

/** An invoice goes first to where invoices go, everything else to where reminders go. */
const inOrder = ({ primary, invoice, reminder }: MailFields, step: string): (string | null)[] =>
  step === 'invoice' ? [invoice, primary, reminder] : [reminder, primary, invoice]

/**
 * Where a mail goes: to the contact of the invoice, then to the debtor, each field in its order; addresses from which
 * mail came back are left out. Copies go to whom the same record names for them.
 */
export function mailRecipients(row: LetterRow, undeliverable: CameBack): MailRecipients {
  const places = [...(row.data.recipient.startsWith('contact ') ? [row.contact_mail] : []), row.debtor_mail]
  for (const fields of places) {
    const to = usableAddresses(inOrder(fields, row.step), undeliverable).slice(0, addresses_max)
    if (to.length === 0) continue
    const [cc_field, bcc_field] =
      row.step === 'invoice' ? [fields.invoice_cc, fields.invoice_bcc] : [fields.reminder_cc, fields.reminder_bcc]
    const cc = usableAddresses([cc_field], undeliverable).filter((one) => !to.includes(one))
    const bcc = usableAddresses([bcc_field], undeliverable).filter((one) => !to.includes(one) && !cc.includes(one))
    const room = addresses_max - to.length
    return { to, cc: cc.slice(0, room), bcc: bcc.slice(0, Math.max(0, room - cc.length)) }
  }
  return { to: [], cc: [], bcc: [] }
}

/** Whether a letter can reach anybody by its way. */
export const isReachable = (row: LetterRow, undeliverable: CameBack): boolean =>
  row.channel === 'post' ? postalAddress(row) !== null : mailRecipients(row, undeliverable).to.length > 0

export const shownRecipients = ({ to, cc, bcc }: MailRecipients): LetterRecipient[] =>
  Object.entries({ to, cc, bcc }).flatMap(([kind, addresses]) =>
    // The names of the object are the kinds.
    addresses.map((email_address) => ({ kind: kind as 'to' | 'cc' | 'bcc', email_address })),
  )
