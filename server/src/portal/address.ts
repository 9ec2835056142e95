import { sql } from 'kysely'
import { call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { boolean, type Input, key } from '../api/field.ts'
import type { Change } from '../db/change.ts'
import { isEmailAddress, isPhoneNumber } from '../domain/reach.ts'
import { emitMany } from '../events/emit_many.ts'
import { notify } from '../follow_up/perform/notify.ts'
import { makeTasks } from '../follow_up/perform/tasks.ts'
import { copyToDebtors } from '../resources/debtors/copies.ts'
import { emitAddressChanges } from '../resources/debtors/email_addresses.ts'
import { settingsOf } from '../settings/store.ts'
import { said_fields } from './comment.ts'
import { openPortalLink, type PortalLink } from './links.ts'
import { writeMessage } from './messages.ts'
import { subjectOf } from './subjects.ts'
import { countSaid } from './throttle.ts'

const fields = {
  email_address: key('New address for mail.'),
  phone_number: key('New phone number.'),
  street: key('Street and house number of the new postal address.'),
  postal_code: key('Its postal code.'),
  city: key('Its city.'),
}
type Wanted = { [Name in keyof typeof fields]: string | null }

/**
 * Takes a new address. Where the creditor lets it count at once, and the debtor has a contact of its own, it does; in
 * any case somebody takes it over into the books, which would bring the old one back. The same again changes nothing.
 */
export const changeAddress = call({
  method: 'POST',
  path: '/portal/address',
  reach: 'portal',
  description: 'Takes a new address of a debtor.',
  body: { ...said_fields, ...fields },
  answer: { at_once: boolean('Whether it counts already.').required() },
  run: async (context, body) => {
    const wanted = readAddress(body)
    const link = await openPortalLink(context, body)
    await countSaid(context, link)
    return context.change(link.administration_id, async (change) => {
      const { portal_address_changes } = await settingsOf(change.db, change.administration_id)
      const at_once = portal_address_changes === 'at_once' && (await applyAddress(change, link, wanted))
      const of_debtor = { ...link, family: 'debtors', id: link.debtor_id } as const
      const subject = await subjectOf(change.db, of_debtor, { concern: 'address', language: body.language ?? null })
      const about = { debtor_id: link.debtor_id, invoice_id: null, credit_case_id: null }
      const message = await writeMessage(change, about, { subject, content: contentOf(wanted), files: [] })
      if (message.is_new) await tellStaff(change, link, { message_id: message.id, at_once })
      return { at_once }
    })
  },
})

function readAddress(body: Input<typeof fields>): Wanted {
  const plain = (value: string | null | undefined): string | null => value?.trim() || null
  const wanted: Wanted = {
    email_address: plain(body.email_address),
    phone_number: plain(body.phone_number),
    street: plain(body.street),
    postal_code: plain(body.postal_code),
    city: plain(body.city),
  }
  const { email_address, phone_number, street, postal_code, city } = wanted
  const problems: string[] = []
  if (Object.values(wanted).every((value) => value === null)) problems.push('email_address: is missing, as is all else')
  if (email_address !== null && !isEmailAddress(email_address)) problems.push('email_address: must be one mail address')
  if (phone_number !== null && !isPhoneNumber(phone_number)) problems.push('phone_number: must be a phone number')
  if ((street ?? postal_code ?? city) !== null && (street === null || city === null))
    problems.push('street: a postal address has a street and a city')
  if (problems.length > 0) refuseParameters(problems)
  return wanted
}

/** Changes the contact through which the debtor is reached; one that others use too is left to a person. */
async function applyAddress(change: Change, { debtor_id }: PortalLink, wanted: Wanted): Promise<boolean> {
  const { db, administration_id, stamp } = change
  const { rows } = await sql<{ contact_id: string }>`
    select d.contact_id::text from debtors d
    where d.administration_id = ${administration_id}::bigint and d.id = ${debtor_id}::bigint
      and d.contact_id is not null
      and not exists (select from debtors other where other.administration_id = ${administration_id}::bigint
        and other.contact_id = d.contact_id and other.id <> d.id)
      and not exists (select from invoices i where i.administration_id = ${administration_id}::bigint
        and i.contact_id = d.contact_id and i.debtor_id <> d.id)`.execute(db)
  const contact_id = rows[0]?.contact_id
  if (contact_id === undefined) return false
  const { email_address, phone_number, street, postal_code, city } = wanted
  await emitAddressChanges(change, { ids: [debtor_id] }, async () => {
    await sql`
      update contacts set
        default_email_address = coalesce(${email_address}::text, default_email_address),
        reminder_email_address = case when ${email_address}::text is null or reminder_email_address is null
                                      then reminder_email_address else ${email_address}::text end,
        call_phone_number = coalesce(${phone_number}::text, call_phone_number),
        postal_address_street_1 = coalesce(${street}::text, postal_address_street_1),
        postal_address_street_2 = case when ${street}::text is null then postal_address_street_2 end,
        postal_address_postal_code = case when ${street}::text is null then postal_address_postal_code
                                          else ${postal_code}::text end,
        postal_address_city = coalesce(${city}::text, postal_address_city),
        updated_at = ${stamp}::timestamptz
      where administration_id = ${administration_id}::bigint and id = ${contact_id}::bigint`.execute(db)
    await copyToDebtors(change, [contact_id])
  })
  return true
}

const contentOf = ({ email_address, phone_number, street, postal_code, city }: Wanted): string =>
  [email_address, phone_number, street, [postal_code, city].filter(Boolean).join(' ')].filter(Boolean).join('\n')

async function tellStaff(
  change: Change,
  { debtor_id }: PortalLink,
  { message_id, at_once }: { message_id: string; at_once: boolean },
): Promise<void> {
  const kind = at_once ? 'address_changed' : 'address_wanted'
  const { happened } = await makeTasks(change, [{ kind, key: message_id, debtor_id }])
  await emitMany(change, happened)
  await notify(change, [{ notification_type: kind, debtor_id, key: message_id }])
}
