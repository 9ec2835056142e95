import type { Recipient } from '../decide/facts.ts'

/** Who can be written to: a debtor, or the contact of an invoice. */
export type Addresses = {
  language_code: string | null
  /** In the order in which they are tried. */
  mail_addresses: readonly (string | null)[]
  street: string | null
  city: string | null
}

/** Who a letter goes to, and by which ways; an address whose mail came back for good is none. */
export function recipientOf(
  key: string,
  addresses: Addresses,
  language: string,
  bounced: ReadonlySet<string>,
): Recipient {
  const known = addresses.mail_addresses.filter((one) => one !== null && one !== '')
  const good = known.some((one) => !bounced.has((one ?? '').toLowerCase()))
  return {
    key,
    language_code: addresses.language_code ?? language,
    mail: good ? 'yes' : known.length > 0 ? 'bounced' : 'no',
    post: Boolean(addresses.street && addresses.city),
  }
}
