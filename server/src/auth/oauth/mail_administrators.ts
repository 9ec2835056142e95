import type { Kysely } from 'kysely'
import type { Person } from '../../api/principal.ts'
import type { Tables } from '../../db/schema.ts'
import { sendMail } from '../../mail/send_mail.ts'
import { administratorsOf } from '../people.ts'

type LetIn = {
  /** The application, and the company that made it. */
  application: { name: string; company_name: string }
  base_url: string
  address: string
  now: Date
}

/** Mails the other administrators of a company that one of its people let software in: nobody else would know. */
export async function mailAdministrators(
  db: Kysely<Tables>,
  { user_id, company_id, actor }: Person,
  { application, base_url, address, now }: LetIn,
): Promise<void> {
  const readers = (await administratorsOf(db, company_id)).filter((one) => one.address_proven && one.id !== user_id)
  if (readers.length === 0) return
  const company = await db.selectFrom('companies').select('name').where('id', '=', company_id).executeTakeFirstOrThrow()
  const parameters = {
    person_name: actor.name,
    application_name: application.name,
    maker_name: application.company_name,
    company_name: company.name,
    url: `${base_url}/settings/connections?part=connected`,
    at: now.toISOString(),
    address,
  }
  for (const { id, email_address, locale } of readers) {
    const mail = { to: [email_address], locale, company_id, user_id: id, parameters, now }
    await sendMail(db, { ...mail, kind: 'application_connected' })
  }
}
