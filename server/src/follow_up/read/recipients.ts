import { usableAddresses } from '../../letters/addresses.ts'
import type { Settings } from '../../settings/administration_settings.ts'
import type { Recipient } from '../decide/facts.ts'

/** Who can be written to: a debtor, or the contact of an invoice. */
export type Addresses = {
  language_code: string | null
  /** In the order in which they are tried. */
  mail_addresses: readonly (string | null)[]
  street: string | null
  city: string | null
}

/** Mail that came back for good: by address, in small letters, and since when; and what is to happen then. */
export type Undeliverable = {
  since: ReadonlyMap<string, string>
  setting: Settings['undeliverable_mail']
}

export const nothing_came_back: Undeliverable = { since: new Map(), setting: 'hold' }

/** Who a letter goes to, and by which ways; an address whose mail came back for good is none. */
export function recipientOf(
  key: string,
  { language_code, mail_addresses, street, city }: Addresses,
  language: string,
  { undeliverable, latest_post_at }: { undeliverable: Undeliverable; latest_post_at: string | null },
): Recipient {
  const { since, setting } = undeliverable
  const good = usableAddresses(mail_addresses, since).length > 0
  const known = good ? [] : mail_addresses.flatMap((one) => usableAddresses([one]))
  return {
    key,
    language_code: language_code ?? language,
    mail: good ? 'yes' : known.length === 0 ? 'no' : afterBounce(known, since, setting, latest_post_at),
    post: Boolean(street && city),
  }
}

/** Whether the post takes over: always, never, or for the one letter that came back. */
function afterBounce(
  known: readonly string[],
  since: Undeliverable['since'],
  setting: Undeliverable['setting'],
  latest_post_at: string | null,
): 'bounced' | 'held' {
  if (setting !== 'post_and_hold') return setting === 'post' ? 'bounced' : 'held'
  const last =
    known
      .flatMap((one) => since.get(one.toLowerCase()) ?? [])
      .toSorted()
      .at(-1) ?? ''
  return latest_post_at !== null && latest_post_at > last ? 'held' : 'bounced'
}

/** A contact is reached as its debtor is where it has no address of its own. */
export const orElse = (contact: Addresses, debtor: Addresses): Addresses => ({
  ...(contact.street && contact.city ? contact : debtor),
  language_code: contact.language_code ?? debtor.language_code,
  mail_addresses: [...contact.mail_addresses, ...debtor.mail_addresses],
})
