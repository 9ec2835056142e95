import { sql, type Transaction } from 'kysely'
import { administratorsOf } from '../auth/people.ts'
import type { Change } from '../db/change.ts'
import type { Tables } from '../db/schema.ts'
import { notify } from '../follow_up/perform/notify.ts'
import { sendMail } from '../mail/send_mail.ts'
import { readSettings } from '../settings/store.ts'

type Given = { id: string; url: string; now: Date; base_url: string }

/**
 * Gives up a webhook of an administration: whoever looks after it gets a mail, and the administration a notification.
 * One that was given up or paused already stays as it is.
 */
export async function deactivateOwn(change: Change, { id, url, now, base_url }: Given): Promise<void> {
  const { db, administration_id, stamp } = change
  if (!(await setDeactivated(db, id, { now, stamp }))) return
  const host = hostOf(url)
  await notify(change, [{ notification_type: 'webhook_deactivated', key: id, details: { host } }])
  const { company_id, name, sandbox, settings } = await db
    .selectFrom('administrations')
    .select(['company_id', 'name', 'sandbox', 'settings'])
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  if (sandbox) return
  // Whoever gets the notifications of the administration reads of it there.
  const others = new Set(readSettings(settings).notification_email_addresses.map((one) => one.toLowerCase()))
  const people = (await administratorsOf(db, company_id)).filter((one) => !others.has(one.email_address.toLowerCase()))
  const about = { owner_name: name, host, url: `${base_url}/administrations/${administration_id}/webhooks/${id}` }
  await mailThem(db, people, { company_id, about, now })
}

/** The same for a webhook of an application, whose company gets the mail. */
export async function deactivateApplication(
  db: Transaction<Tables>,
  application_id: string,
  { id, url, now, base_url }: Given,
): Promise<void> {
  if (!(await setDeactivated(db, id, { now, stamp: now.toISOString() }))) return
  const { company_id, name, notification_email_addresses } = await db
    .selectFrom('applications')
    .select(['company_id', 'name', 'notification_email_addresses'])
    .where('id', '=', application_id)
    .executeTakeFirstOrThrow()
  const named = notification_email_addresses.map((email_address) => ({ email_address, locale: 'en-GB' }))
  const people = named.length > 0 ? named : await administratorsOf(db, company_id)
  const about = {
    owner_name: name,
    host: hostOf(url),
    url: `${base_url}/settings/connections/applications/${application_id}`,
  }
  await mailThem(db, people, { company_id, about, now })
}

const hostOf = (url: string): string => new URL(url).host

async function setDeactivated(
  db: Transaction<Tables>,
  id: string,
  { now, stamp }: { now: Date; stamp: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhooks set status = 'deactivated', status_since = ${now.toISOString()}::timestamptz,
                        updated_at = ${stamp}::timestamptz
    where id = ${id}::bigint and status = 'active'`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

type Reader = { email_address: string; locale: string }

async function mailThem(
  db: Transaction<Tables>,
  people: readonly Reader[],
  {
    company_id,
    about,
    now,
  }: { company_id: string; about: { owner_name: string; host: string; url: string }; now: Date },
): Promise<void> {
  for (const { email_address, locale } of people) {
    const mail = { to: [email_address], locale, company_id, user_id: null, parameters: about, now }
    await sendMail(db, { kind: 'webhook_deactivated', ...mail })
  }
}
