import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { case_steps, invoice_steps, type StepEntry } from '../domain/steps.ts'
import type { Range } from './bulk.ts'
import type { Fragment } from './chance.ts'
import { filled, inLanguage } from './correspondence.ts'
import { type DemoAdministration, idOf } from './ground.ts'
import { creditor_messages } from './texts.ts'

/** Steps of a record and when they were done, as the moments of its row say. */
function momentsOf(steps: { readonly [step: string]: StepEntry }): Fragment {
  const rows = Object.entries(steps).flatMap(([step, { moment }], place) =>
    moment === null ? [] : [sql`(${sql.lit(step)}, ${sql.lit(place)}::integer, ${sql.ref(`r.${moment}`)})`],
  )
  return sql`lateral (values ${sql.join(rows)}) as done (step, place, moment)`
}

const columns = sql`
  administration_id, id, debtor_id, invoice_id, credit_case_id, step, day, performed_at, channel, term_ends_on,
  flow_code, flow_version, letter_id, reasons, origin, created_at, updated_at`
const by_mail = sql`case when step not in ('collectable', 'opening', 'bailiff') then 'mail' end`
const migrated = sql`'[{"reason": "migrated"}]', 'migrated', moment, moment`
const reminds = sql`done.step ~ '^(reminder_.|final_reminder)$'`

/** What was done for invoices that are still open, with the letter of the last reminder of each. */
export async function insertInvoiceSteps(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const first = idOf(ground, 'invoices', sql`${range.from}::integer`)
  const last = idOf(ground, 'invoices', sql`${range.to}::integer`)
  const done = sql`
    (select r.administration_id, r.id, r.debtor_id, r.flow_code, done.step, done.place, done.moment,
            ${reminds} and row_number() over (partition by r.id, ${reminds} order by done.moment desc) = 1 as latest
     from invoices r cross join ${momentsOf(invoice_steps)}
     where r.administration_id = ${ground.administration_id}::bigint and r.open_amount > 0
       and r.id between ${first} and ${last} and done.moment is not null)`
  await insertLetters(db, ground, done)
  await sql`
    insert into steps (${columns})
    select administration_id, id * 32 + place, debtor_id, id, null, step, moment::date, moment, ${by_mail},
           case when step = 'final_reminder' then moment::date + 14 end, flow_code, 1, case when latest then id end,
           ${migrated}
    from ${done} all_done`.execute(db)
}

/** A letter has the id of its invoice. */
async function insertLetters(db: Kysely<Tables>, ground: DemoAdministration, done: Fragment): Promise<void> {
  const number = sql.ref('invoice_number')
  await sql`
    with written as (
      insert into letters (
        administration_id, id, debtor_id, step, flow_code, flow_version, term_days, channel, language_code, status, day,
        sent_on, sent_at, recipients, subject, text, data, created_at, updated_at)
      select administration_id, id, debtor_id, step, flow_code, 1, case when step = 'final_reminder' then 14 end,
             'mail', language_code, 'sent', moment::date, moment::date, moment,
             jsonb_build_array(jsonb_build_object('email_address', email_address)),
             ${filled(ground, inLanguage(creditor_messages, 'subject', sql`0`), number)},
             ${filled(ground, inLanguage(creditor_messages, 'content', sql`0`), number)},
             jsonb_build_object('recipient', 'debtor', 'currency_code', currency, 'law', 'nl', 'text', step,
               'party', case when is_company then 'business' else 'consumer' end, 'term_rule', null,
               'credit_case_id', null, 'amount', amount::text, 'credit', '0.00'), moment, moment
      from (
        select latest.*, i.invoice_number, i.currency_code as currency, d.name, d.is_company,
               coalesce(d.language_code, 'nl') as language_code,
               coalesce(d.primary_email_address, 'office@example.com') as email_address,
               i.open_amount + i.administration_costs_open as amount
        from ${done} latest
        join invoices i on i.administration_id = latest.administration_id and i.id = latest.id
        join debtors d on d.administration_id = latest.administration_id and d.id = latest.debtor_id
        where latest.latest
      ) known
      returning administration_id, id, step, (data ->> 'amount')::numeric as amount
    )
    insert into letter_items (administration_id, id, letter_id, invoice_id, amount, performs)
    select administration_id, id, id, id, amount, step from written`.execute(db)
}

/** So many days after it was sent a letter counts although it came back: others have followed it. */
const counts_after_days = 14
const bounced_max = 6

/** Mails that came back lately: their addresses are marked, and nothing is mailed there until somebody looks. */
export async function insertBounces(db: Kysely<Tables>, ground: DemoAdministration): Promise<void> {
  await sql`
    with lost as materialized (
      select distinct on (d.id) l.administration_id, l.id, d.id as debtor_id, lower(d.primary_email_address) as address
      from letters l join debtors d on d.administration_id = l.administration_id and d.id = l.debtor_id
      where l.administration_id = ${ground.administration_id}::bigint and d.primary_email_address like '%@%'
        and d.id % 17 = 4 and l.sent_on < ${ground.now}::date - ${counts_after_days}::integer
      order by d.id, l.id
    ), chosen as materialized (
      select *, row_number() over (order by debtor_id) as place from lost
      order by debtor_id limit ${bounced_max}::integer
    ), said as (
      insert into bounces (administration_id, kind, address, status_code, reason, resource_type, resource_id, debtor_id,
                           reported_at)
      select administration_id, 'hard', address, '5.1.1', ${bounce_reason}, 'letter', id, debtor_id,
             ${ground.now} - place * interval '19 hours' from chosen
    )
    insert into undeliverable_addresses (administration_id, address, reason, since)
    select administration_id, address, ${bounce_reason}, min(${ground.now} - place * interval '19 hours')
    from chosen group by administration_id, address`.execute(db)
}

const bounce_reason = sql.lit('550 5.1.1 mailbox does not exist')

/** What was done in credit cases. */
export async function insertCaseSteps(db: Kysely<Tables>, ground: DemoAdministration): Promise<void> {
  await sql`
    insert into steps (${columns})
    select r.administration_id, r.id * 32 + 16 + place, r.debtor_id, null, r.id, step, moment::date, moment, ${by_mail},
           null, 'standard', 1, null, ${migrated}
    from credit_cases r cross join ${momentsOf(case_steps)}
    where r.administration_id = ${ground.administration_id}::bigint and moment is not null`.execute(db)
}
