import { type Kysely, sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { kept_plan } from '../../db/kept_plans.ts'
import type { Tables } from '../../db/schema.ts'
import type { PromiseStatus } from '../../domain/promise.ts'
import { emitMany } from '../../events/emit_many.ts'
import { outstanding } from '../outstanding.ts'
import { idList } from '../read/portion.ts'

const event_of = { kept: 'promise_kept', broken: 'promise_broken', withdrawn: 'promise_withdrawn' } as const

/** Ends promises that are open, all in the same way, and says so. One that has ended before stays as it is. */
export async function endPromises(
  change: Change,
  ids: readonly string[],
  status: Exclude<PromiseStatus, 'open'>,
): Promise<void> {
  if (ids.length === 0) return
  const { db, administration_id, now, stamp } = change
  const { rows } = await sql<{ id: string }>`
    with ended as (
      update promises set status = ${status}::text, ended_at = ${now.toISOString()}::timestamptz,
                          updated_at = ${stamp}::timestamptz
      where administration_id = ${administration_id}::bigint and id = any(${[...ids]}::bigint[]) and status = 'open'
      returning id
    )
    select id from ended order by ended.id`.execute(db)
  await emitMany(
    change,
    rows.map(({ id }) => ({ event_name: event_of[status], resource_type: 'promise', resource_id: id })),
  )
}

/**
 * Ends the open promises of debtors that need nobody any more. One is kept when as much came in on its invoices since
 * it was made as was promised, or when nothing is open of them; what was reversed did not come in, nor did costs that
 * were waived. One whose invoices are all gone is withdrawn. Whether a promise was broken is for whoever knows the
 * calendar.
 */
export async function settlePromises(change: Change, debtor_ids: readonly string[]): Promise<void> {
  const ended = await endingPromises(change, debtor_ids)
  for (const status of ['kept', 'withdrawn'] as const) {
    await endPromises(
      change,
      ended.filter(({ becomes }) => becomes === status).map(({ id }) => id),
      status,
    )
  }
}

/** Whether money came in or went back by the entry `e` on costs: what we credit, waive or never charged is none. */
const cameIn = (administration_id: string) => sql`exists (
  select from payments y left join payments o
    on o.administration_id = ${administration_id}::bigint and o.id = y.reverses_payment_id
  where y.administration_id = ${administration_id}::bigint and y.id = e.payment_id
    and case when o.id is null then coalesce(y.transaction_type, 'payment') in ('payment', 'settlement', 'reversal')
             else o.total_amount > 0 and coalesce(o.transaction_type, 'payment') in ('payment', 'settlement') end)`

type Ending = { id: string; debtor_id: string; becomes: 'kept' | 'withdrawn' }

/** Open promises of debtors that need nobody any more, and what becomes of them. */
export async function endingPromises(
  { db, administration_id }: Pick<Change, 'administration_id'> & { db: Kysely<Tables> },
  debtor_ids: readonly string[],
): Promise<Ending[]> {
  if (debtor_ids.length === 0) return []
  // What was entered since then counts, whatever day it carries: books often learn late of what was paid before.
  const { rows } = await sql<Ending>`
    ${kept_plan} select p.id::text, p.debtor_id::text, case when about.invoices = 0 then 'withdrawn' else 'kept' end as becomes
    from promises p
    cross join lateral (
      select count(*) as invoices, coalesce(sum(${outstanding('i')}), 0) as open, coalesce(sum(paid.amount), 0) as paid
      from promise_invoices l
      join invoices i on i.administration_id = ${administration_id}::bigint and i.id = l.invoice_id
      cross join lateral (
        select - sum(e.amount) as amount from ledger_entries e
        where e.administration_id = ${administration_id}::bigint and e.invoice_id = l.invoice_id and e.kind = 'payment'
          and e.created_at > p.created_at
          and (e.cost_type = 'principal' or ${cameIn(administration_id)})
      ) paid
      where l.administration_id = ${administration_id}::bigint and l.promise_id = p.id
    ) about
    where p.administration_id = ${administration_id}::bigint and p.debtor_id = any(${idList(debtor_ids)})
      and p.status = 'open' and (about.open <= 0 or about.paid >= p.amount)
    order by p.id`.execute(db)
  return rows
}
