import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { NotificationType } from '../domain/notifications.ts'
import { sayNotifications } from '../follow_up/perform/say_notifications.ts'
import { sendMail } from '../mail/send_mail.ts'
import { eachApart } from '../queue/each_apart.ts'
import { readSettings } from '../settings/store.ts'
import { job } from './job.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    mail_notifications: Record<string, never>
  }
}

/** Once a minute, so that what comes close together is one mail. */
export const mail_notifications = job('mail_notifications', {
  retries: { times: 2, first_s: 30, longest_s: 60 },
  longest_s: 300,
  alone: true,
  at_once: 1,
  reaches_outside: true,
  timetable: { cron: '* * * * *', timezone: 'Europe/Amsterdam' },
  handle: (_, { database: { db }, now, base_url }) => mailNotifications(db, { now: now(), base_url: base_url() }),
})

type Mailing = { now: Date; base_url: string }

/** The most sentences of one mail. */
const sentences_max = 25

/** Mails what was raised since the last time, an administration at a time. Returns how many mails that made. */
export async function mailNotifications(db: Kysely<Tables>, mailing: Mailing): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select distinct administration_id::text as id from notifications
    where cause is not null and mailed_at is null`.execute(db)
  let mails = 0
  await eachApart(rows, async ({ id }) => {
    mails += await db.transaction().execute((trx) => mailOf(trx, id, mailing))
  })
  return mails
}

type Raised = {
  notification_type: NotificationType
  debtor_id: string | null
  invoice_id: string | null
  credit_case_id: string | null
  details: { [name: string]: unknown }
}

/** What nobody wants by mail, and what a sandbox raises, counts as mailed. */
async function mailOf(db: Kysely<Tables>, administration_id: string, { now, base_url }: Mailing): Promise<number> {
  const { rows } = await sql<Raised>`
    with raised as (
      update notifications set mailed_at = ${now.toISOString()}::timestamptz
      where administration_id = ${administration_id}::bigint and cause is not null and mailed_at is null
      returning id, notification_type, debtor_id::text, invoice_id::text, credit_case_id::text, details
    )
    select notification_type, debtor_id, invoice_id, credit_case_id, details from raised order by raised.id`.execute(db)
  const { company_id, name, settings, sandbox, status } = await db
    .selectFrom('administrations')
    .select(['company_id', 'name', 'settings', 'sandbox', 'status'])
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  const { notification_email_addresses: listed, default_language } = readSettings(settings)
  if (rows.length === 0 || sandbox || status === 'deleted') return 0
  const send = async (to: readonly string[], items: readonly Raised[], locale: string): Promise<number> => {
    if (to.length === 0 || items.length === 0) return 0
    const sentences = await sayNotifications({ db, administration_id }, default_language, items.slice(0, sentences_max))
    const parameters = {
      ...{ administration_name: name, sentences, more: items.length - sentences.length },
      url: `${base_url}/administrations/${administration_id}`,
    }
    await sendMail(db, { kind: 'notifications', to, locale, company_id, user_id: null, parameters, now })
    return 1
  }
  let mails = await send(listed, rows, default_language)
  const grave = rows.filter((one) => isForOwners(one, listed))
  if (grave.length === 0) return mails
  for (const owner of await ownersOf(db, administration_id, listed))
    mails += await send([owner], grave, default_language)
  return mails
}

/**
 * Whether the owners hear of something beside the list. Money goes to another bank account when the one of the
 * administration is changed, and whoever does that can change the list as well; of debtors' accounts they hear where
 * nobody else would.
 */
const isForOwners = ({ notification_type }: Raised, listed: readonly string[]): boolean =>
  notification_type === 'bank_account_changed' ||
  (notification_type === 'debtor_bank_account_changed' && listed.length === 0)

const owners_max = 20

/**
 * Administrators of the administration or of its company, as far as they are not on the list. Software can sign up
 * whomever it likes, so nobody whose address is not proven gets a mail for each change that it makes.
 */
async function ownersOf(db: Kysely<Tables>, administration_id: string, listed: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ email_address: string }>`
    select u.email_address from users u
    join administrations a on a.company_id = u.company_id and a.id = ${administration_id}::bigint
    where u.kind = 'person' and u.deleted_at is null and u.address_proven
      and lower(u.email_address) <> all(${listed.map((one) => one.toLowerCase())}::text[])
      and (u.company_role = 'administrator' or exists (
        select from user_administrations r
        where r.user_id = u.id and r.administration_id = ${administration_id}::bigint and r.role = 'administrator'))
    order by u.id limit ${owners_max}::integer`.execute(db)
  return rows.map(({ email_address }) => email_address)
}
