import { sql } from 'kysely'
import { changeIn } from '../src/db/change.ts'
import type { Database } from '../src/db/connect.ts'
import { serviceActor } from '../src/domain/actor.ts'
import { ensureDefaultFlows } from '../src/follow_up/flows/defaults.ts'
import { scheduleAll } from '../src/follow_up/look/schedule.ts'
import { changeSettings } from '../src/settings/store.ts'
import { weekdays } from '../src/settings/types.ts'
import { debtors_sql } from './data.sql.ts'
import { makeTenant } from './tenants.ts'

/** How much there is to look at, and to do. */
export type EngineSize = {
  /** Debtors with three open invoices each, of which nothing is due. */
  looked_at: number
  /** Debtors with one invoice of which a reminder is due. */
  reminded: number
  /** Invoices of each debtor that were reminded of and paid long ago. */
  paid: number
}

/** A Monday; letters go out. */
export const engine_now = new Date('2026-11-16T10:00:00Z')
const today = '2026-11-16'

const rows_a_statement = 5_000
const open_a_debtor = 3

/** Invoices that their creditor sent, due so many days from today on, one more for each debtor up to thirty. */
const open_sql = `
  with made as (insert into invoices (
    administration_id, debtor_id, debtor_number, debtor_identifier, invoice_number, description, currency_code,
    payment_method, invoice_date, due_date, total_amount, open_amount, book_total_amount, book_open_amount, sent_at,
    created_at, updated_at)
  select d.administration_id, d.id, d.debtor_number, d.debtor_identifier, 'F' || d.id || '-' || n, 'Goods of month ' || n,
    'EUR', 'bank_transfer', date '${today}' - 40, date '${today}' + $5::integer + (d.id % 30)::integer, 121, 121, 121, 121,
    timestamptz '${today} 08:00Z' - interval '40 days', d.created_at, d.updated_at
  from debtors d cross join generate_series(1, $4::integer) n
  where d.administration_id = $1::bigint and d.id between $2::bigint and $3::bigint
  returning *), declared as (
    insert into steps (administration_id, debtor_id, invoice_id, step, round, day, performed_at, flow_code,
      flow_version, reasons, origin, created_at, updated_at)
    select administration_id, debtor_id, id, 'invoice', 1, invoice_date, sent_at, 'business', 1,
      '[{"reason": "declared"}]', 'declared', created_at, updated_at
    from made
  )
  insert into ledger_entries (administration_id, invoice_id, kind, amount, book_amount, entry_date, created_at)
  select administration_id, id, 'charge', total_amount, total_amount, invoice_date, created_at from made`

/** Invoices that were reminded of twice and paid a year ago, with their letters and steps. */
const paid_sql = `
  with made as (insert into invoices (
    administration_id, debtor_id, debtor_number, debtor_identifier, invoice_number, currency_code, payment_method,
    invoice_date, due_date, total_amount, open_amount, book_total_amount, book_open_amount, sent_at, created_at,
    updated_at)
  select d.administration_id, d.id, d.debtor_number, d.debtor_identifier, 'P' || d.id || '-' || n, 'EUR', 'bank_transfer',
    date '2025-08-01' + n, date '2025-09-01' + n, 121, 0, 121, 0, timestamptz '2025-08-01 08:00Z', d.created_at, d.updated_at
  from debtors d cross join generate_series(1, $4::integer) n
  where d.administration_id = $1::bigint and d.id between $2::bigint and $3::bigint
  returning *), entered as (
    insert into ledger_entries (administration_id, invoice_id, kind, amount, book_amount, entry_date, created_at)
    select administration_id, id, kind, amount, amount, due_date, created_at
    from made cross join (values ('charge', 121), ('payment', -121)) entry (kind, amount)
  ), sent as (insert into letters (
    administration_id, debtor_id, step, flow_code, flow_version, bundled, channel, language_code, status, day, sent_on,
    sent_at, data, subject, text, created_at, updated_at)
  select administration_id, debtor_id, step, 'business', 1, true, 'mail', 'nl', 'sent', due_date + days, due_date + days,
    created_at, '{}', 'Reminder', repeat('Please pay what is open. ', 40), created_at, updated_at
  from made cross join (values ('reminder_1', 7), ('reminder_2', 14)) reminded (step, days)
  where invoice_number like '%-1'
  returning administration_id, id, debtor_id, step, day, created_at, updated_at)
  insert into steps (administration_id, debtor_id, invoice_id, step, round, day, performed_at, channel, flow_code,
    flow_version, letter_id, origin, created_at, updated_at)
  select s.administration_id, s.debtor_id, m.id, s.step, 1, s.day, s.created_at, 'mail', 'business', 1, s.id, 'engine',
    s.created_at, s.updated_at
  from sent s join made m on m.debtor_id = s.debtor_id`

/** Where it is looked, and where reminders are due; both with an engine that is on. */
export type EngineData = { looked_at: string; reminded: string }

/** Fills an empty database. */
export async function buildEngineData(
  database: Database,
  size: EngineSize,
  progress: (share: number, line: string) => void,
): Promise<EngineData> {
  const { administration_ids } = await makeTenant(database, 'Engine', 2)
  const [looked_at = '', reminded = ''] = administration_ids
  const all = size.looked_at + size.reminded
  const first = [looked_at, 1, size.looked_at, open_a_debtor, 1] as const
  const second = [reminded, 1, size.reminded, 1, -37] as const
  let made = 0
  for (const [administration_id, begin, end, invoices, due] of [first, second]) {
    for (let from = begin; from <= end; from += rows_a_statement) {
      const to = Math.min(end, from + rows_a_statement - 1)
      await database.pool.query(debtors_sql, [[administration_id], from, to, end])
      if (size.paid > 0) await database.pool.query(paid_sql, [administration_id, from, to, size.paid])
      await database.pool.query(open_sql, [administration_id, from, to, invoices, due])
      made += to - from + 1
      progress(made / all, `${made} of ${all} debtors`)
    }
    await switchOn(database, administration_id)
  }
  await database.pool.query('vacuum (analyze)')
  return { looked_at, reminded }
}

/** Nobody is paused, the books are fresh, and everything that is due may go. */
export async function switchOn({ db }: Database, administration_id: string): Promise<void> {
  const actor = serviceActor('engine')
  await changeIn(db, { administration_id, actor, real_now: engine_now }, async (change) => {
    await sql`update debtors set paused_at = null
      where administration_id = ${administration_id}::bigint and paused_at is not null`.execute(change.db)
    await sql`update administrations set status = 'active' where id = ${administration_id}::bigint`.execute(change.db)
    // Whenever it is measured, nothing waits for an hour or a day on which letters go out.
    await changeSettings(change.db, administration_id, {
      ...{ engine_enabled: true, letters_per_day: 100_000, national_holidays: false, sending_days: [...weekdays] },
      ...{ sending_starts_at: '00:00', sending_ends_at: '23:59' },
    })
    await ensureDefaultFlows(change)
    await sql`
      update engine_states set on_since = '2025-01-01', books_written_at = ${engine_now.toISOString()}::timestamptz,
        surge_released_on = ${today}::date
      where administration_id = ${administration_id}::bigint`.execute(change.db)
    await scheduleAll(change)
  })
}
