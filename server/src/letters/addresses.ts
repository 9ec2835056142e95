import type { Context } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import { isAddress, plainAddress } from '../mail/addresses.ts'

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

/**
 * Whose name stands on a mail to a debtor, and who gets the answer. Nobody may write in the name of a company that its
 * owner never confirmed, because an application can sign one up under whatever name it likes.
 */
export async function senderOf({ db, administration_id }: Context): Promise<{ sender_name: string; reply_to: string }> {
  const { name, email_address, sender_email_address, company_status } = await db
    .selectFrom('administrations as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .select(['a.name', 'a.email_address', 'a.sender_email_address', 'c.status as company_status'])
    .where('a.id', '=', administration_id)
    .executeTakeFirstOrThrow()
  if (company_status === 'unconfirmed') {
    refuse(
      'forbidden',
      'The company is not confirmed yet, so no mail goes out in its name. Its owner confirms it with the link in the ' +
        'mail about the sign-up; send this again after that.',
    )
  }
  return { sender_name: name, reply_to: sender_email_address ?? email_address }
}
