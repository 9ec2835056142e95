import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../domain/days.ts'

/** How an invoice stands, in one word: what a person agreed on or objected to before what the service did. */
export const invoice_statuses = [
  ...(['paid', 'credit', 'disputed', 'promised', 'promise_broken', 'plan', 'case', 'collectable'] as const),
  ...(['final_reminder', 'reminder_4', 'reminder_3', 'reminder_2', 'reminder_1', 'pre_reminder'] as const),
  ...(['overdue', 'not_due'] as const),
] as const
export type InvoiceStatus = (typeof invoice_statuses)[number]

/** The columns `status` and `status_day` of the invoice `i`. */
export const invoice_status = (today: Day): RawBuilder<unknown> => sql`
  case
    when i.open_amount = 0 then 'paid'
    when i.open_amount < 0 then 'credit'
    when ${dispute} is not null then 'disputed'
    when ${promise('open')} is not null then 'promised'
    when i.active_payment_plan_id is not null then 'plan'
    when i.active_credit_case_id is not null then 'case'
    when i.collectable_at is not null then 'collectable'
    when ${promise('broken')} > coalesce(i.latest_reminder_at::date, '-infinity') then 'promise_broken'
    when i.final_reminder_at is not null then 'final_reminder'
    when i.reminder_4_at is not null then 'reminder_4'
    when i.reminder_3_at is not null then 'reminder_3'
    when i.reminder_2_at is not null then 'reminder_2'
    when i.reminder_1_at is not null then 'reminder_1'
    when i.due_date < ${today}::date then 'overdue'
    when i.pre_reminder_at is not null then 'pre_reminder'
    else 'not_due' end as status,
  case when i.open_amount = 0 then i.payment_date
       when i.open_amount > 0 and ${dispute} is null then ${promise('open')} end::text as status_day`

/** Since when an invoice is disputed, if it is. */
const dispute = sql`(select min(x.opened_on) from disputes x
  where x.administration_id = i.administration_id and x.invoice_id = i.id and x.ended_at is null)`

const promise = (status: 'open' | 'broken'): RawBuilder<unknown> => sql`(select max(p.promised_on)
  from promise_invoices x
  join promises p on p.administration_id = x.administration_id and p.id = x.promise_id and p.status = ${status}::text
  where x.administration_id = i.administration_id and x.invoice_id = i.id)`
