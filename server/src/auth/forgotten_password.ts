import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { sendMail } from '../mail/send_mail.ts'
import { audit } from './audit.ts'

/** The job behind «forgotten password»: mails a link to set a new one, if there is a person of this address. */
export async function mailReset(
  db: Kysely<Tables>,
  { email_address, address, now }: { email_address: string; address: string; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users as u')
      .innerJoin('companies as c', 'c.id', 'u.company_id')
      .select(['u.id', 'u.company_id', 'u.email_address', 'u.locale'])
      .where((where) => where(where.fn('lower', ['u.email_address']), '=', email_address))
      .where('u.kind', '=', 'person')
      .where('u.deleted_at', 'is', null)
      // Who has not confirmed a sign-up does so through the link of that, where the terms are accepted.
      .where('c.status', 'not in', ['inactive', 'deleted', 'unconfirmed'])
      .executeTakeFirst()
    if (!user) return
    const { id: user_id, company_id, locale } = user
    const parameters = { link: { purpose: 'password_reset' as const, user_id }, valid_minutes: 60 }
    const kind = 'password_reset'
    await sendMail(trx, { kind, to: [user.email_address], locale, company_id, user_id, parameters, now })
    await audit(trx, { action: 'password_reset_asked', company_id, user_id, address, now })
  })
}
