import { type RawBuilder, sql } from 'kysely'
import type { Here } from './invoice_filter.ts'

/** How an invoice stands, in one word: what a person agreed on or objected to before what the service did. */
export const invoice_statuses = [
  ...(['paid', 'credit', 'disputed', 'promised', 'promise_broken', 'plan', 'case', 'collectable'] as const),
  ...(['final_reminder', 'reminder_4', 'reminder_3', 'reminder_2', 'reminder_1', 'pre_reminder'] as const),
  ...(['overdue', 'not_due'] as const),
] as const
export type InvoiceStatus = (typeof invoice_statuses)[number]

/** The columns `status` and `status_day` of the invoice `i`. */
export const invoiceStatus = ({ administration_id, today }: Here): RawBuilder<unknown> => sql`
  case
    when i.open_amount = 0 then 'paid'
    when i.open_amount < 0 then 'credit'
    when ${dispute(administration_id)} is not null then 'disputed'
    when ${promise(administration_id, 'open')} is not null then 'promised'
    when i.active_payment_plan_id is not null then 'plan'
    when i.active_credit_case_id is not null then 'case'
    when i.collectable_at is not null then 'collectable'
    when ${promise(administration_id, 'broken')} > coalesce(i.latest_reminder_at::date, '-infinity') then 'promise_broken'
    when i.final_reminder_at is not null then 'final_reminder'
    when i.reminder_4_at is not null then 'reminder_4'
    when i.reminder_3_at is not null then 'reminder_3'
    when i.reminder_2_at is not null then 'reminder_2'
    when i.reminder_1_at is not null then 'reminder_1'
    when i.due_date < ${today}::date then 'overdue'
    when i.pre_reminder_at is not null then 'pre_reminder'
    else 'not_due' end as status,
  case when i.open_amount = 0 then i.payment_date
       when i.open_amount > 0
         and ${dispute(administration_id)} is null then ${promise(administration_id, 'open')} end::text as status_day`

/** Since when an invoice is disputed, if it is. */
const dispute = (administration_id: string): RawBuilder<unknown> => sql`(select min(x.opened_on) from disputes x
  where x.administration_id = ${administration_id}::bigint and x.invoice_id = i.id and x.ended_at is null)`

const promise = (
  administration_id: string,
  status: 'open' | 'broken',
): RawBuilder<unknown> => sql`(select max(p.promised_on)
  from promise_invoices x
  join promises p on p.administration_id = ${administration_id}::bigint and p.id = x.promise_id
    and p.status = ${status}::text
  where x.administration_id = ${administration_id}::bigint and x.invoice_id = i.id)`
