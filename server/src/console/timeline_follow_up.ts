import { type RawBuilder, sql } from 'kysely'
import { about, naming, type Source, type Wanted } from './timeline_source.ts'

/** What was done to have a record paid, and what debtors said meanwhile. */
export const follow_up_sources = {
  // A step that sent a letter is told by the letter.
  step: (wanted: Wanted): Source[] => [
    {
      from: sql`${naming('steps', wanted)} and r.letter_id is null and r.withdrawn_at is null`,
      at: sql`r.performed_at`,
      tells: {
        ...about,
        name: sql`r.step`,
        status: sql`case when r.skipped then 'skipped' when r.origin = 'engine' then 'performed'
          when r.origin = 'person' then 'by_hand' else r.origin end`,
        amount: sql`nullif(r.costs_amount + r.interest_amount, 0)`,
        service: sql`case when r.origin = 'engine' then 'engine' end`,
      },
    },
  ],
  letter: (wanted: Wanted): Source[] => [
    {
      from: sql`${lettersOf(wanted)} and r.status <> 'approval'`,
      at: sql`coalesce(r.sent_at, r.created_at)`,
      tells: {
        name: sql`r.step`,
        subject: sql`r.subject`,
        status: sql`r.status`,
        channel: sql`r.channel`,
        letter_id: sql`r.id`,
        service: sql`'engine'::text`,
        done_at: sql`r.sent_at`,
      },
    },
  ],
  promise: (wanted: Wanted): Source[] => [
    {
      from: promisesOf(wanted),
      at: sql`r.created_at`,
      tells: {
        name: sql`r.status`,
        day: sql`r.promised_on`,
        content: sql`r.remark`,
        person: sql`r.created_by_user_name`,
        service: sql`case when r.origin = 'portal' then 'portal' end`,
        amount: sql`r.amount`,
        done_at: sql`r.ended_at`,
      },
    },
  ],
  dispute: (wanted: Wanted): Source[] => [
    {
      from: wanted.family === 'credit_cases' ? sql`disputes r where ${ofCase(wanted)}` : naming('disputes', wanted),
      at: sql`r.created_at`,
      tells: {
        invoice_id: sql`r.invoice_id`,
        name: sql`coalesce(r.outcome, 'open')`,
        subject: sql`r.reason`,
        content: sql`coalesce(r.outcome_message, r.description)`,
        person: sql`r.owner_user_name`,
        service: sql`case when r.origin = 'portal' then 'portal' end`,
        amount: sql`r.amount`,
        done_at: sql`r.ended_at`,
      },
    },
  ],
}

/** A letter names its invoices, and performs steps of its case. */
function lettersOf(wanted: Wanted): RawBuilder<unknown> {
  const { administration_id, family, id } = wanted
  if (family === 'debtors') return naming('letters', wanted)
  const named = family === 'invoices' ? sql`letter_items` : sql`steps`
  const column = family === 'invoices' ? sql`n.invoice_id` : sql`n.credit_case_id`
  return sql`letters r where r.administration_id = ${administration_id}::bigint and r.id in (
    select n.letter_id from ${named} n
    where n.administration_id = ${administration_id}::bigint and ${column} = ${id}::bigint)`
}

function promisesOf(wanted: Wanted): RawBuilder<unknown> {
  const { administration_id, family, id } = wanted
  if (family === 'debtors') return naming('promises', wanted)
  const invoices =
    family === 'invoices' ? sql`p.invoice_id = ${id}::bigint` : sql`p.invoice_id in (${invoicesOf(wanted)})`
  return sql`promises r where r.administration_id = ${administration_id}::bigint and r.id in (
    select p.promise_id from promise_invoices p
    where p.administration_id = ${administration_id}::bigint and ${invoices})`
}

const ofCase = (wanted: Wanted): RawBuilder<unknown> => sql`
  r.administration_id = ${wanted.administration_id}::bigint and r.invoice_id in (${invoicesOf(wanted)})`

const invoicesOf = ({ administration_id, id }: Wanted): RawBuilder<unknown> => sql`
  select l.invoice_id from credit_case_invoices l
  where l.administration_id = ${administration_id}::bigint and l.credit_case_id = ${id}::bigint`
