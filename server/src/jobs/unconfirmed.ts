import { type Kysely, sql, type Transaction } from 'kysely'
import { audit } from '../auth/audit.ts'
import { endGrant } from '../auth/oauth/family.ts'
import { idle_days } from '../auth/sessions.ts'
import { mailReminder, reminder_days, sign_up_days } from '../auth/sign_up.ts'
import type { Tables } from '../db/schema.ts'
import { serviceActor } from '../domain/actor.ts'
import { emitCompany } from '../events/emit_company.ts'

// Whoever signs up through an application has a month to confirm. After a week one mail reminds of it; after the month
// the account is removed, and the same person can sign up again. Whoever began at once through the application and
// works with it loses nothing: as long as they are seen, it stays.

const day_ms = 86_400_000
const at_once = 100

const before = (now: Date, days: number): string => new Date(now.getTime() - days * day_ms).toISOString()

/** Reminds those who signed up a week ago and did not confirm, once. Returns how many. */
export async function remindUnconfirmed(db: Kysely<Tables>, now: Date): Promise<number> {
  let total = 0
  for (let last = at_once; last === at_once; total += last) {
    last = await db.transaction().execute((trx) => remindSome(trx, now))
  }
  return total
}

async function remindSome(trx: Transaction<Tables>, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update users u set reminded_at = ${now.toISOString()}::timestamptz
    where u.id in (
        select w.id from users w join companies o on o.id = w.company_id
        where o.status = 'unconfirmed' and w.kind = 'person' and w.reminded_at is null and w.deleted_at is null
          and w.created_at <= ${before(now, reminder_days)}::timestamptz
          and w.created_at > ${before(now, sign_up_days)}::timestamptz
        order by w.id limit ${at_once}::integer for update of w skip locked)
    returning u.id`.execute(trx)
  for (const { id } of rows) await mailReminder(trx, id, now)
  return rows.length
}

/** Removes accounts that nobody confirmed in time, each in a transaction of its own. Returns how many. */
export async function removeUnconfirmed(db: Kysely<Tables>, now: Date): Promise<number> {
  let total = 0
  while (await db.transaction().execute((trx) => removeOne(trx, now))) total++
  return total
}

async function removeOne(trx: Transaction<Tables>, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select c.id from companies c
    where c.status = 'unconfirmed' and c.created_at <= ${before(now, sign_up_days)}::timestamptz
      and not exists (
        select from sessions s join users u on u.id = s.user_id
        where u.company_id = c.id and s.last_seen_at > ${before(now, idle_days)}::timestamptz)
    order by c.id limit 1 for update of c skip locked`.execute(trx)
  const company_id = rows[0]?.id
  if (company_id === undefined) return false
  const grants = await trx
    .selectFrom('grants')
    .select('id')
    .where('company_id', '=', company_id)
    .where('revoked_at', 'is', null)
    .execute()
  for (const { id } of grants) await endGrant(trx, { grant_id: id, reason: 'sign_up_expired', address: null, now })
  await forgetPeople(trx, company_id, now)
  await trx.updateTable('companies').set({ status: 'deleted' }).where('id', '=', company_id).execute()
  // Nobody can want it back, so it counts as deleted since it was made, and the purge of tonight removes it.
  await trx
    .updateTable('administrations')
    .set({ status: 'deleted', deleted_at: sql`created_at`, updated_at: now.toISOString() })
    .where('company_id', '=', company_id)
    .where('status', '<>', 'deleted')
    .execute()
  await audit(trx, { action: 'sign_up_expired', company_id, service: 'upkeep', address: null, now })
  await emitCompany(trx, 'company_updated', { company_id, actor: serviceActor('upkeep'), now })
  return true
}

/** Records may still name a user, so the row stays; what it says of the person does not. */
async function forgetPeople(trx: Transaction<Tables>, company_id: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await sql`
    update users set name = 'Removed user', first_name = '', last_name = '',
      email_address = 'removed-' || id || '@example.invalid', deleted_at = ${at}::timestamptz,
      updated_at = ${at}::timestamptz
    where company_id = ${company_id}::bigint and kind = 'person' and deleted_at is null`.execute(trx)
  const people = sql`user_id in (select id from users where company_id = ${company_id}::bigint)`
  await sql`delete from one_time_links where ${people}`.execute(trx)
  await sql`delete from sessions where ${people}`.execute(trx)
}
