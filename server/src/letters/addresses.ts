import { refuse } from '../api/errors.ts'
import type { Change } from '../db/change.ts'
import { isAddress, plainAddress } from '../mail/addresses.ts'
import { readSettings } from '../settings/store.ts'
import type { Language } from './words/letter_words.ts'

/** The addresses in a field, as mail programs write them one after the other. */
export function addressesIn(value: string): string[] {
  const all = value.split(/[,;]/).map((one) => plainAddress(one.trim()))
  return [...new Set(all.filter((one) => one !== ''))]
}

/**
 * Where mail to a debtor goes: the first of these fields with an address. Not everything in them is one, and those from
 * which mail came back, in small letters, count as none.
 */
export function usableAddresses(
  fields: readonly (string | null)[],
  undeliverable?: { has: (address: string) => boolean },
): string[] {
  const found = fields.map((value) =>
    value ? addressesIn(value).filter((one) => isAddress(one) && !undeliverable?.has(one.toLowerCase())) : [],
  )
  return found.find((some) => some.length > 0) ?? []
}

type Sender = { sender_name: string; reply_to: string; reply_to_chosen: boolean }

/**
 * Whose name stands on a mail to a debtor, who gets the answer, and the language for a debtor who prefers none. Nobody
 * may write in the name of a company that its owner never confirmed, because an application can sign one up under
 * whatever name it likes.
 */
export async function senderOf({
  db,
  administration_id,
}: Pick<Change, 'db' | 'administration_id'>): Promise<[Sender, default_language: Language]> {
  const { name, email_address, settings, company_status } = await db
    .selectFrom('administrations as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .select(['a.name', 'a.email_address', 'a.settings', 'c.status as company_status'])
    .where('a.id', '=', administration_id)
    .executeTakeFirstOrThrow()
  if (company_status === 'unconfirmed') {
    refuse(
      'forbidden',
      'The company is not confirmed yet, so no mail goes out in its name. Its owner confirms it with the link in the ' +
        'mail about the sign-up; send this again after that.',
    )
  }
  const { sender_email_address, default_language } = readSettings(settings)
  const reply_to_chosen = sender_email_address !== null
  return [{ sender_name: name, reply_to: sender_email_address ?? email_address, reply_to_chosen }, default_language]
}
