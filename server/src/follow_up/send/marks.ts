import { type Kysely, sql } from 'kysely'
import { type Change, changeIn } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import type { Tables } from '../../db/schema.ts'
import { serviceActor } from '../../domain/actor.ts'
import { addDays } from '../../domain/days.ts'
import { touch } from '../../events/touch.ts'
import { eachApart } from '../../queue/each_apart.ts'
import { settingsOf } from '../../settings/store.ts'
import { hasOpen } from '../outstanding.ts'
import { notify } from '../perform/notify.ts'
import { applySettings } from '../switch.ts'

/** An address to which no mail of this administration goes any more: for good, or for some days. */
export type Mark = { address: string; reason: string; for_good: boolean }

const soft_days = 3

/** Marks addresses. A mark for good stays one. */
export async function markAddresses(change: Change, marks: readonly Mark[]): Promise<void> {
  const { db, administration_id, stamp, real_now } = change
  if (marks.length === 0) return
  const until = new Date(real_now.getTime() + soft_days * 86_400_000).toISOString()
  const by_address = new Map(
    marks.toSorted((a, b) => Number(a.for_good) - Number(b.for_good)).map((one) => [one.address, one]),
  )
  const rows = [...by_address.values()].map((one) => ({ ...one, until: one.for_good ? null : until }))
  await sql`
    insert into undeliverable_addresses as u (administration_id, address, reason, since, until)
    select ${administration_id}::bigint, address, reason, ${stamp}::timestamptz, until
    from ${asTable('one', rows, { address: 'text', reason: 'text', until: 'timestamptz' })}
    on conflict (administration_id, address) do update
      set reason = excluded.reason, since = excluded.since,
          until = case when u.until is null then null else excluded.until end`.execute(db)
}

/** Takes marks away, because their days are over or somebody says that the addresses are right. */
export async function unmarkAddresses(change: Change, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  const { db, administration_id } = change
  await sql`
    delete from undeliverable_addresses
    where administration_id = ${administration_id}::bigint and address = any(${[...addresses]}::text[])`.execute(db)
  await touch(change, await debtorsWith(change, addresses))
}

/** Who gets mail at one of these addresses: whoever has it waited for it, although no mail of their own came back. */
async function debtorsWith({ db, administration_id }: Change, addresses: readonly string[]): Promise<string[]> {
  const has = (row: string, primary: string) => {
    const fields = sql.join(
      [primary, 'reminder_email_address', 'invoice_email_address'].map((one) => sql.ref(`${row}.${one}`)),
    )
    // Looking for the letters first spares taking apart what nearly all debtors have.
    return sql`exists (
      select from unnest(${[...addresses]}::text[]) wanted
      where strpos(lower(concat_ws(',', ${fields})), wanted) > 0
        and wanted = any(regexp_split_to_array(lower(concat_ws(',', ${fields})), '[[:space:],;<>]+')))`
  }
  const { rows } = await sql<{ debtor_id: string }>`
    select d.id::text as debtor_id from debtors d
    where d.administration_id = ${administration_id}::bigint and ${has('d', 'primary_email_address')}
    union
    select i.debtor_id::text from contacts c
    join invoices i on i.administration_id = ${administration_id}::bigint and i.contact_id = c.id and ${hasOpen('i')}
    where c.administration_id = ${administration_id}::bigint and ${has('c', 'default_email_address')}`.execute(db)
  return rows.map(({ debtor_id }) => debtor_id)
}

/** A task to check an address was done with success: mail goes there again. */
export async function addressMended(change: Change, task_id: string): Promise<void> {
  const { rows } = await sql<{ address: string }>`
    select split_part(cause, ' ', 2) as address from tasks
    where administration_id = ${change.administration_id}::bigint and id = ${task_id}::bigint
      and cause like 'wrong\\_address %'`.execute(change.db)
  await unmarkAddresses(
    change,
    rows.map(({ address }) => address),
  )
}

/** Takes marks away whose days are over. Returns how many. */
export async function releaseAddresses(db: Kysely<Tables>, now: Date): Promise<number> {
  const { rows } = await sql<{ administration_id: string; address: string }>`
    select administration_id, address from undeliverable_addresses
    where until <= ${now.toISOString()}::timestamptz order by administration_id, id limit 10000`.execute(db)
  await eachApart([...Map.groupBy(rows, (one) => one.administration_id)], ([administration_id, marks]) =>
    changeIn(db, { administration_id, actor: serviceActor('mail'), real_now: now }, (change) =>
      unmarkAddresses(
        change,
        marks.map(({ address }) => address),
      ),
    ),
  )
  return rows.length
}

/** At least so many mails in a week, of which half came back: then something else is wrong than addresses. */
const safety_mails_min = 100
const safety_days = 7

/**
 * Stops letters on paper from taking the place of mails when half of these come back: a wrong setting must not cost a
 * thousand stamps. Somebody looks, and switches it on again.
 */
export async function stopBackupLetters(change: Change): Promise<void> {
  const { db, administration_id, today } = change
  const { undeliverable_mail, backup_letters_stopped } = await settingsOf(db, administration_id)
  if (undeliverable_mail === 'hold' || backup_letters_stopped) return
  const { rows } = await sql<{ mailed: number; bounced: number }>`
    select count(*)::integer as mailed, (count(*) filter (where status = 'bounced'))::integer as bounced from letters
    where administration_id = ${administration_id}::bigint and channel = 'mail'
      and day > ${addDays(today, -safety_days)}::date and status in ('sent', 'bounced')`.execute(db)
  const { mailed, bounced } = rows[0] ?? { mailed: 0, bounced: 0 }
  if (mailed < safety_mails_min || bounced * 2 < mailed) return
  await applySettings(change, { backup_letters_stopped: true })
  await notify(change, [{ notification_type: 'backup_letters_stopped', details: { letters: bounced } }])
}
