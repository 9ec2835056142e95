import { type RawBuilder, sql } from 'kysely'
import { textList } from '../api/field.ts'
import { type Elsewhere, type HoldReason, hold_reasons, holdEntry } from '../domain/holds.ts'
import { isOwed } from './outstanding.ts'

/** Why nothing is sent for a row of a list: a few words each, explained in full on its page by `record_holds`. */
export const holds_field = textList('Why nothing is sent for it; empty when nothing holds it.').required()

const reason = (name: HoldReason | Elsewhere): RawBuilder<string> => sql.lit(name)

/** Reasons that can be read off the row and its debtor. */
const row_reasons: readonly HoldReason[] = [
  ...(['debtor_paused', 'debtor_reminding_paused', 'invoice_paused', 'case_paused', 'costs_left'] as const),
  ...(['payment_plan_active', 'interface'] as const),
]

/** What the engine waits for in its own order is no reason to look at a row. */
const found_reasons = hold_reasons.filter((name) => {
  const { from, liftable } = holdEntry(name)
  return !row_reasons.includes(name) && (from !== 'engine' || liftable)
})

/** What the engine found when it last looked, while it is on. */
const found = (
  administration_id: string,
  column: 'invoice_id' | 'credit_case_id',
  id: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  array(
    select held ->> 'reason'
    from agenda_records f cross join lateral jsonb_array_elements(f.holds) held
    where f.administration_id = ${administration_id}::bigint and f.${sql.ref(column)} = ${id}
      and ${isOn(administration_id)} and held ->> 'reason' = any(${found_reasons}::text[]))`

/** Asked once for a whole statement, because it names no row. */
const isOn = (administration_id: string): RawBuilder<boolean> => sql`
  (select (a.settings -> 'engine_enabled') = 'true'::jsonb from administrations a
   where a.id = ${administration_id}::bigint)`

/** Of the invoice `i` of debtor `d`. What is not owed is not followed up, and so nothing holds it. */
export const invoiceHoldReasons = (administration_id: string): RawBuilder<string[]> => sql`
  case when not ${isOwed('i')} then '{}' else
    array_remove(array[
      case when d.paused_at is not null then ${reason('debtor_paused')} end,
      case when d.reminding_paused_at is not null then ${reason('debtor_reminding_paused')} end,
      case when i.paused_at is not null then ${reason('invoice_paused')} end,
      case when i.active_credit_case_id is not null then ${reason('credit_case')}
           when i.active_payment_plan_id is not null then ${reason('payment_plan_active')}
           when i.collectable_at is not null then ${reason('collectable')} end]
    || i.block_reasons || ${found(administration_id, 'invoice_id', sql`i.id`)}, null) end`

/**
 * Whether anything holds the invoice `i`: the same as having holds, for counting many. Whatever is known beside an
 * invoice is read once, and not again for each of them.
 */
export const invoiceIsHeld = (administration_id: string): RawBuilder<boolean> => sql`
  (${isOwed('i')} and (i.paused_at is not null or i.active_credit_case_id is not null
    or i.active_payment_plan_id is not null or i.collectable_at is not null or i.blocked_at is not null
    or i.debtor_id in (select p.id from debtors p where p.administration_id = ${administration_id}::bigint
      and (p.paused_at is not null or p.reminding_paused_at is not null))
    or i.id in (select f.invoice_id from agenda_records f cross join lateral jsonb_array_elements(f.holds) held
      where f.administration_id = ${administration_id}::bigint and f.invoice_id is not null
        and ${isOn(administration_id)} and held ->> 'reason' = any(${found_reasons}::text[]))))`

/** Of the credit case `r` of debtor `d`. */
export const caseHoldReasons = (administration_id: string): RawBuilder<string[]> => sql`
  case when r.deactivated_at is not null then '{}' else
    array_remove(array[
      case when d.paused_at is not null then ${reason('debtor_paused')} end,
      case when r.paused_at is null then null when r.paused_at = r.principal_paid_at then ${reason('costs_left')}
           else ${reason('case_paused')} end,
      case when r.active_payment_plan_id is not null then ${reason('payment_plan_active')} end]
    || r.block_reasons || ${found(administration_id, 'credit_case_id', sql`r.id`)}, null) end`

/** The same reason may be known of two things. */
export const once = (holds: readonly string[]): string[] => [...new Set(holds)]
