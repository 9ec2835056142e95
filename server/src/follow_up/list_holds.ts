import { type RawBuilder, sql } from 'kysely'
import { textList } from '../api/field.ts'
import { isOwed } from './outstanding.ts'

/** Why nothing is sent for a row of a list: a few words each, told in full on its page by `record_holds`. */
export const holds_field = textList('Why nothing is sent for it; empty when nothing holds it.').required()

/** Of the invoice `i` of debtor `d`. What is not owed is not followed up, and so nothing holds it. */
export const invoice_holds: RawBuilder<string[]> = sql`
  case when not ${isOwed('i')} then '{}' else
    array_remove(array[
      case when d.paused_at is not null then 'debtor_paused' end,
      case when d.reminding_paused_at is not null then 'debtor_reminding_paused' end,
      case when i.paused_at is not null then 'invoice_paused' end,
      case when i.active_credit_case_id is not null then 'credit_case'
           when i.active_payment_plan_id is not null then 'payment_plan_active'
           when i.collectable_at is not null then 'collectable' end]
    || i.block_reasons, null) end`

/** Of the credit case `r` of debtor `d`. */
export const case_holds: RawBuilder<string[]> = sql`
  case when r.deactivated_at is not null then '{}' else
    array_remove(array[
      case when d.paused_at is not null then 'debtor_paused' end,
      case when r.paused_at is null then null when r.paused_at = r.principal_paid_at then 'costs_left'
           else 'case_paused' end,
      case when r.active_payment_plan_id is not null then 'payment_plan_active' end]
    || r.block_reasons, null) end`

/** The same reason may be known of two things. */
export const once = (holds: readonly string[]): string[] => [...new Set(holds)]
