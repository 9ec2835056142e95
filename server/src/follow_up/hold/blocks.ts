import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { type HoldReason, hold_reasons, holdEntry } from '../../domain/holds.ts'
import type { Happening } from '../../events/emit_many.ts'

/** Reasons that come to an invoice, and reasons that go. */
export type BlockChange = { invoice_id: string; added: readonly string[]; removed: readonly string[] }

type Changed = { id: string; was_free: boolean; is_free: boolean; is_paused: boolean }

export const block = (change: Change, invoice_ids: readonly string[], reason: HoldReason): Promise<Happening[]> =>
  changeBlocks(
    change,
    invoice_ids.map((invoice_id) => ({ invoice_id, added: [reason], removed: [] })),
  )

export const unblock = (change: Change, invoice_ids: readonly string[], reason: HoldReason): Promise<Happening[]> =>
  changeBlocks(
    change,
    invoice_ids.map((invoice_id) => ({ invoice_id, added: [], removed: [reason] })),
  )

/**
 * Lets invoices be blocked for exactly those of their holds that count as blocks. Code that works out the holds
 * of invoices calls it with what it found; what a verb wrote before makes no difference then, and no event.
 */
export const followBlocks = (
  change: Change,
  invoices: readonly { invoice_id: string; holds: readonly HoldReason[] }[],
): Promise<Happening[]> =>
  changeBlocks(
    change,
    invoices.map(({ invoice_id, holds }) => ({
      invoice_id,
      added: holds.filter((reason) => holdEntry(reason).blocks),
      removed: hold_reasons.filter((reason) => holdEntry(reason).blocks && !holds.includes(reason)),
    })),
  )

/**
 * An invoice is blocked while there is a reason. The first one that comes and the last one that goes make events; an
 * invoice that somebody paused does not go on when it is no longer blocked. What is so already is not touched.
 */
export async function changeBlocks(change: Change, changes: readonly BlockChange[]): Promise<Happening[]> {
  if (changes.length === 0) return []
  const { db, administration_id, stamp, now } = change
  const { rows } = await sql<Changed>`
    with wanted as materialized (
      select i.id, i.block_reasons as before, next.reasons
      from ${asTable('one', changes, { invoice_id: 'bigint', added: 'text[]', removed: 'text[]' })}
      join invoices i on i.administration_id = ${administration_id}::bigint and i.id = one.invoice_id
      cross join lateral (
        select coalesce(array_agg(kept.reason order by kept.place), '{}') as reasons
        from (
          select reason, min(place) as place
          from unnest(i.block_reasons || one.added) with ordinality as every (reason, place)
          where reason <> all(one.removed) group by reason
        ) kept
      ) next
      where next.reasons <> i.block_reasons
    ), written as (
      update invoices i
      set block_reasons = wanted.reasons, updated_at = ${stamp}::timestamptz,
          blocked_at = case when wanted.reasons <> '{}'
                            then coalesce(i.blocked_at, ${now.toISOString()}::timestamptz) end
      from wanted where i.administration_id = ${administration_id}::bigint and i.id = wanted.id
      returning i.id, i.paused_at is not null as is_paused
    )
    select id::text, before = '{}' as was_free, reasons = '{}' as is_free, is_paused
    from wanted join written using (id) order by wanted.id`.execute(db)
  return rows.flatMap(({ id, was_free, is_free, is_paused }): Happening[] => {
    if (was_free && !is_free) return [{ event_name: 'invoice_blocked', resource_type: 'invoice', resource_id: id }]
    if (!is_free || is_paused) return []
    return [{ event_name: 'invoice_resumed', resource_type: 'invoice', resource_id: id }]
  })
}
