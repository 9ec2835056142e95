import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { sendMail } from '../mail/send_mail.ts'
import { audit } from './audit.ts'
import { day_ms, hour_ms } from './failed_attempts.ts'

/** So many mails go to one person within a day as they are asked for; after that one an hour. */
const mails_max = 5

/**
 * The job behind «forgotten password»: mails a link to set a new one, if there is a person of this address. Anybody can
 * ask for it. Who is flooded gets a mail an hour, and its link works for an hour: so there is always one that works.
 */
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
      // Held, so that those who ask at the same moment are counted one after the other.
      .forUpdate('u')
      .executeTakeFirst()
    if (!user || (await isFlooded(trx, user.id, now))) return
    const { id: user_id, company_id, locale } = user
    const parameters = { link: { purpose: 'password_reset' as const, user_id }, valid_minutes: 60 }
    const kind = 'password_reset'
    await sendMail(trx, { kind, to: [user.email_address], locale, company_id, user_id, parameters, now })
    await audit(trx, { action: 'password_reset_asked', company_id, user_id, address, now })
  })
}

async function isFlooded(db: Kysely<Tables>, user_id: string, now: Date): Promise<boolean> {
  const mails = await db
    .selectFrom('mails')
    .select((select) => [select.fn.countAll<string>().as('count'), select.fn.max('created_at').as('last_at')])
    .where('user_id', '=', user_id)
    .where('kind', '=', 'password_reset')
    .where('created_at', '>', new Date(now.getTime() - day_ms).toISOString())
    .executeTakeFirstOrThrow()
  const last_at = mails.last_at === null ? 0 : Date.parse(mails.last_at)
  return Number(mails.count) >= mails_max && last_at > now.getTime() - hour_ms
}
