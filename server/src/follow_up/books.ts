import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { touch } from '../events/touch.ts'
import { wake } from './look/schedule.ts'

/**
 * Notes that the books wrote invoices, changed or not: as long as they do, what is open is believed. Once an hour is
 * enough. After a silence of a day or more everybody is looked at again, because reminding may have stopped meanwhile.
 */
export async function noteBooks({ db, administration_id, real_now }: Change): Promise<void> {
  const before = (hours: number): string => new Date(real_now.getTime() - hours * 3_600_000).toISOString()
  // Changes of an administration come one after the other, so nobody writes in between.
  const { rows } = await sql<{ silent: boolean }>`
    select coalesce(books_written_at < ${before(24)}::timestamptz, false) as silent from engine_states
    where administration_id = ${administration_id}::bigint
      and (books_written_at is null or books_written_at < ${before(1)}::timestamptz)`.execute(db)
  const [state] = rows
  if (!state) return
  await sql`
    update engine_states set books_written_at = ${real_now.toISOString()}::timestamptz,
      rules_version = rules_version + ${state.silent ? 1 : 0}::bigint
    where administration_id = ${administration_id}::bigint`.execute(db)
  if (state.silent) await wake({ db, administration_id })
}

/** Notes that a write of invoices was refused: what is known of them may be wrong, so they are not reminded of. */
export async function noteRefused(change: Change, invoice_numbers: readonly string[]): Promise<void> {
  if (invoice_numbers.length === 0) return
  const { db, administration_id, now } = change
  const { rows } = await sql<{ debtor_id: string }>`
    update invoices set write_refused_at = ${now.toISOString()}::timestamptz
    where administration_id = ${administration_id}::bigint and invoice_number = any(${[...invoice_numbers]}::text[])
      and write_refused_at is null
    returning debtor_id::text`.execute(db)
  await touch(
    change,
    rows.map(({ debtor_id }) => debtor_id),
  )
}

/** They were written again, and nothing was wrong with them. */
export async function noteAccepted(change: Change, invoice_ids: readonly string[]): Promise<void> {
  if (invoice_ids.length === 0) return
  const { db, administration_id } = change
  const { rows } = await sql<{ debtor_id: string }>`
    update invoices set write_refused_at = null
    where administration_id = ${administration_id}::bigint and id = any(${[...invoice_ids]}::bigint[])
    returning debtor_id::text`.execute(db)
  await touch(
    change,
    rows.map(({ debtor_id }) => debtor_id),
  )
}

/** An invoice of which money went back, and who says so. */
export type Reversed = {
  invoice_id: string
  direct_debit: boolean
  /** The books list a reversal as a payment; otherwise they only have another open amount than we. */
  listed: boolean
}

/**
 * Notes what it means that a write of the books takes payments back. One that was booked here and that they do not have
 * yet is expected to show there within days. A debit that was reversed is not waited for any more.
 */
export async function noteReversed(change: Change, reversed: readonly Reversed[]): Promise<void> {
  const unlisted = reversed.filter(({ listed }) => !listed).map(({ invoice_id }) => invoice_id)
  const undone = await noteUndone(change, unlisted)
  const debits = reversed.filter(({ direct_debit, invoice_id }) => direct_debit && !undone.has(invoice_id))
  await liftDebits(
    change,
    debits.map(({ invoice_id }) => invoice_id),
  )
}

/** Once an invoice is enough: the change holds the lock of the administration, so nobody lifts beside it. */
async function liftDebits({ db, administration_id, stamp }: Change, invoice_ids: readonly string[]): Promise<void> {
  if (invoice_ids.length === 0) return
  const { rows } = await sql<{ invoice_id: string }>`
    select invoice_id from step_decisions
    where administration_id = ${administration_id}::bigint and invoice_id = any(${[...invoice_ids]}::bigint[])
      and kind = 'lift' and hold = 'direct_debit'`.execute(db)
  const lifted = new Set(rows.map(({ invoice_id }) => invoice_id))
  const others = invoice_ids.filter((id) => !lifted.has(id))
  if (others.length === 0) return
  await sql`
    insert into step_decisions (administration_id, invoice_id, kind, hold, created_at)
    select ${administration_id}::bigint, one, 'lift', 'direct_debit', ${stamp}::timestamptz
    from unnest(${others}::bigint[]) one`.execute(db)
}

/** Those of which a payment was booked here, and not taken back: a bank, a provider or a person stands behind it. */
async function noteUndone(change: Change, invoice_ids: readonly string[]): Promise<Set<string>> {
  if (invoice_ids.length === 0) return new Set()
  const { db, administration_id, now } = change
  const { rows } = await sql<{ id: string }>`
    update invoices i set payment_undone_at = ${now.toISOString()}::timestamptz
    where i.administration_id = ${administration_id}::bigint and i.id = any(${[...invoice_ids]}::bigint[])
      and exists (select from payments p
        where p.administration_id = ${administration_id}::bigint and p.invoice_id = i.id and p.cost_type = 'principal'
          and num_nonnulls(p.psp_transaction_id, p.bank_transaction_id, p.booking_id) > 0
          and not exists (select from payments r
            where r.administration_id = ${administration_id}::bigint and r.reverses_payment_id = p.id
              and r.booking_id is not null)
          and (p.reverses_payment_id is null or p.booking_id is null))
    returning i.id::text`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
