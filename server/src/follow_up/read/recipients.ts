import { usableAddresses } from '../../letters/addresses.ts'
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
  { language_code, mail_addresses, street, city }: Addresses,
  language: string,
  bounced: ReadonlySet<string>,
): Recipient {
  const good = usableAddresses(mail_addresses, bounced).length > 0
  return {
    key,
    language_code: language_code ?? language,
    mail: good ? 'yes' : usableAddresses(mail_addresses).length > 0 ? 'bounced' : 'no',
    post: Boolean(street && city),
  }
}

/** A contact is reached as its debtor is where it has no address of its own. */
export const orElse = (contact: Addresses, debtor: Addresses): Addresses => ({
  ...(contact.street && contact.city ? contact : debtor),
  language_code: contact.language_code ?? debtor.language_code,
  mail_addresses: [...contact.mail_addresses, ...debtor.mail_addresses],
})
