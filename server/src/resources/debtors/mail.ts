import type { Context } from '../../api/context.ts'
import { isAddress, plainAddress } from '../../mail/addresses.ts'

/** The addresses in a field, as mail programs write them one after the other. */
export function addressesIn(value: string): string[] {
  const all = value.split(/[,;]/).map((one) => plainAddress(one.trim()))
  return [...new Set(all.filter((one) => one !== ''))]
}

/** Where mail to a debtor goes: the first of these fields with an address. Not everything in them is one. */
export function usable(fields: readonly (string | null)[]): string[] {
  const found = fields.map((value) => (value ? addressesIn(value).filter(isAddress) : []))
  return found.find((some) => some.length > 0) ?? []
}

/** Whose name stands on a mail to a debtor, and who gets the answer. */
export async function senderOf({ db, administration_id }: Context): Promise<{ sender_name: string; reply_to: string }> {
  const { name, email_address, sender_email_address } = await db
    .selectFrom('administrations')
    .select(['name', 'email_address', 'sender_email_address'])
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  return { sender_name: name, reply_to: sender_email_address ?? email_address }
}
