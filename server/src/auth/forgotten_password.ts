import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { sendMail } from '../mail/send_mail.ts'
import { audit } from './audit.ts'
import { day_ms, hour_ms } from './failed_attempts.ts'
import { mailReminder } from './sign_up.ts'

/** So many mails go to one person within a day as they are asked for; after that one an hour. */
const mails_max = 5
/** To so many people under one address that none of them has proven. */
const people_max = 3

/**
 * The job behind «forgotten password»: mails a link to set a new one, if there is a person of this address. Anybody can
 * ask for it. Who is flooded gets a mail an hour, and its link works for an hour: so there is always one that works.
 * Who never opened a mail of ours gets no more that day.
 */
export async function mailReset(
  db: Kysely<Tables>,
  { email_address, address, now }: { email_address: string; address: string; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const people = await peopleUnder(trx, email_address)
    if (await isFlooded(trx, people, now)) return
    for (const { id: user_id, status, company_id, ...user } of people) {
      await audit(trx, { action: 'password_reset_asked', company_id, user_id, address, now })
      // Who has not confirmed a sign-up does so through the link of that, where the terms are accepted.
      if (status === 'unconfirmed') {
        await mailReminder(trx, user_id, now)
        continue
      }
      const parameters = { link: { purpose: 'password_reset' as const, user_id }, valid_minutes: 60 }
      const mail = { to: [user.email_address], locale: user.locale, company_id, user_id, parameters, now }
      await sendMail(trx, { ...mail, kind: 'password_reset' })
    }
  })
}

/** Whose address it is; while nobody has proven that, those who were invited or signed up under it, the first ones. */
async function peopleUnder(trx: Kysely<Tables>, email_address: string) {
  const people = await trx
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.company_id', 'u.email_address', 'u.locale', 'u.address_proven', 'c.status'])
    .where((where) => where(where.fn('lower', ['u.email_address']), '=', email_address))
    .where('u.kind', '=', 'person')
    .where('u.deleted_at', 'is', null)
    .where('c.status', 'not in', ['inactive', 'deleted'])
    .orderBy('u.address_proven', 'desc')
    .orderBy('u.id')
    .limit(people_max)
    // Held, so that those who ask at the same moment are counted one after the other.
    .forUpdate('u')
    .execute()
  return people[0]?.address_proven ? people.slice(0, 1) : people
}

type Asked = Awaited<ReturnType<typeof peopleUnder>>[number]

async function isFlooded(db: Kysely<Tables>, people: readonly Asked[], now: Date): Promise<boolean> {
  const [first] = people
  if (first === undefined) return false
  const mails = await db
    .selectFrom('mails')
    .select((select) => [select.fn.countAll<string>().as('count'), select.fn.max('created_at').as('last_at')])
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .where('kind', 'in', ['password_reset', 'sign_up_reminder'])
    .where('created_at', '>', new Date(now.getTime() - day_ms).toISOString())
    .executeTakeFirstOrThrow()
  const last_at = mails.last_at === null ? 0 : Date.parse(mails.last_at)
  const waits_ms = first.address_proven ? hour_ms : day_ms
  return Number(mails.count) >= mails_max && last_at > now.getTime() - waits_ms
}
