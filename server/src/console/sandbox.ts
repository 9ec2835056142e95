import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { date, id, integer, jsonList, listOf, money, oneOf, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'

/** So much of a diary is read at once; so many days lie ahead, and so much is shown of what is held back. */
const shown_max = { diary: 200, next: 12, held: 10 }

export const diary_kinds = ['letter', 'step', 'payment', 'promise', 'dispute', 'message', 'plan', 'bounce'] as const

const entry = {
  kind: oneOf(diary_kinds, 'Whether something was sent, came back, or was done, paid or said.').required(),
  id: id('The record that it comes from.').required(),
  day: date('Day on which it happened here.').required(),
  step: text('What was done; of what debtors do, what became of it.').required(),
  channel: text('How a letter went out.'),
  debtor_id: id('Debtor that it was for.').required(),
  debtor_name: text('Name of that debtor.').required(),
  invoices: integer('How many invoices it is about.').required(),
  amount: money('What a letter asks for, or what was paid or promised.'),
  currency_code: text('Currency of the amount.'),
}

/** What a sandbox shows of itself: what was done day by day, what comes, and what is held back. */
export const sandbox_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/sandbox',
    reach: 'member',
    description: 'Shows which day it is in a sandbox, what happened there day by day, and what comes next.',
    body: {},
    answer: {
      today: date('The day that its clock shows.').required(),
      days_ahead: integer('How many days that is ahead of the real one.').required(),
      letters: integer('Letters that were written.').required(),
      received_amount: money('What was paid here, in the currency of the administration.').required(),
      debtors: listOf(
        { id: id('Debtor.').required(), name: text('Its name.').required() },
        'Debtors that can be played, those with the most open first.',
      ).required(),
      costs_amount: money('Costs and interest that were charged, in the currency of the administration.').required(),
      diary: listOf(entry, 'What was done, the newest day first.').required(),
      next: listOf(
        {
          day: date('Day.').required(),
          step: text('What will be done.').required(),
          records: integer('For how many invoices or cases.').required(),
        },
        'What comes next, if nothing changes.',
      ).required(),
      held_count: integer('How many records are held back.').required(),
      held: listOf(
        {
          family: oneOf(['invoices', 'credit_cases'], 'What kind of record it is.').required(),
          id: id('The record.').required(),
          number: text('Its number.').required(),
          debtor_name: text('Its debtor.').required(),
          step: text('What would be done.').required(),
          holds: jsonList('Why it is not.').required(),
        },
        'Some of what is held back without a known end.',
      ).required(),
    },
    run: async ({ db, administration_id, today }) => ({
      ...(await readSums(db, administration_id)),
      today,
      diary: await readDiary(db, administration_id),
      debtors: await readDebtors(db, administration_id),
      next: await readNext(db, administration_id, today),
      held: await readHeld(db, administration_id),
    }),
  }),
}

type Sums = {
  days_ahead: number
  letters: number
  received_amount: string
  costs_amount: string
  held_count: number
}

async function readSums(db: Kysely<Tables>, administration_id: string): Promise<Sums> {
  const { rows } = await sql<Sums & { sandbox: boolean }>`
    select a.sandbox, a.days_ahead, done.letters, paid.amount as received_amount,
           charged.amount as costs_amount, back.held as held_count
    from administrations a
    cross join lateral (select count(*)::integer as letters from letters l
      where l.administration_id = ${administration_id}::bigint and l.status = 'sent') done
    cross join lateral (select coalesce(sum(p.total_amount), 0)::numeric(18,2)::text as amount from payments p
      join invoices i on i.administration_id = ${administration_id}::bigint and i.id = p.invoice_id
      where p.administration_id = ${administration_id}::bigint and p.booking_id is not null
        and i.currency_code = a.currency_code) paid
    cross join lateral (select coalesce(sum(s.costs_amount + s.interest_amount), 0)::numeric(18,2)::text as amount
      from steps s
      left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = s.invoice_id
      left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = s.credit_case_id
      where s.administration_id = ${administration_id}::bigint and s.withdrawn_at is null
        and coalesce(i.currency_code, c.currency_code) = a.currency_code) charged
    cross join lateral (select count(*)::integer as held from agenda_records r
      where r.administration_id = ${administration_id}::bigint and r.step is not null and r.day is null) back
    where a.id = ${administration_id}::bigint`.execute(db)
  const { sandbox, ...sums } = rows[0] ?? refuse('not_found', 'There is no such administration.')
  if (!sandbox) refuse('not_found', 'This administration is no sandbox.')
  return sums
}

type Entry = {
  kind: (typeof diary_kinds)[number]
  id: string
  day: Day
  step: string
  channel: string | null
  debtor_id: string
  debtor_name: string
  invoices: number
  amount: string | null
  currency_code: string | null
}

/** Letters, the steps that sent none, and what debtors did. */
async function readDiary(db: Kysely<Tables>, administration_id: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select entry.kind, entry.id::text, entry.day::text, entry.step, entry.channel, d.id::text as debtor_id,
           d.name as debtor_name, entry.invoices, entry.amount, entry.currency_code
    from (
      (select case l.status when 'bounced' then 'bounce' else 'letter' end as kind, l.id, l.day, l.step, l.channel, l.debtor_id, named.invoices, named.amount,
              l.data ->> 'currency_code' as currency_code
       from letters l cross join lateral (
         select count(*)::integer as invoices, sum(n.amount)::text as amount from letter_items n
         where n.administration_id = ${administration_id}::bigint and n.letter_id = l.id) named
       where l.administration_id = ${administration_id}::bigint and l.status <> 'withdrawn'
       order by l.day desc, l.id desc limit ${shown_max.diary}::integer)
      union all
      (select 'step', s.id, s.day, s.step, null, s.debtor_id, 1, null, null from steps s
       where s.administration_id = ${administration_id}::bigint and s.letter_id is null
         and s.withdrawn_at is null and not s.skipped
       order by s.day desc, s.id desc limit ${shown_max.diary}::integer)
      union all ${byDebtors(administration_id)}
    ) entry
    join debtors d on d.administration_id = ${administration_id}::bigint and d.id = entry.debtor_id
    order by entry.day desc, entry.kind, entry.step, entry.id limit ${shown_max.diary}::integer`.execute(db)
  return rows
}

/**
 * What debtors did: payments that were booked here, promises that were kept or broken, disputes, what they wrote, and
 * the terms that they asked for.
 */
const byDebtors = (administration_id: string) => sql`
  (select 'payment', min(p.id), p.payment_date, 'payment', null, i.debtor_id, count(distinct i.id)::integer,
          sum(p.total_amount)::text, i.currency_code
   from payments p join invoices i on i.administration_id = ${administration_id}::bigint and i.id = p.invoice_id
   where p.administration_id = ${administration_id}::bigint and p.booking_id is not null
   group by p.booking_id, p.payment_date, i.debtor_id, i.currency_code
   order by p.payment_date desc limit ${shown_max.diary}::integer)
  union all
  (select 'promise', p.id, (p.ended_at at time zone a.timezone)::date, p.status, null, p.debtor_id, 1, p.amount::text,
          p.currency_code
   from promises p join administrations a on a.id = p.administration_id
   where p.administration_id = ${administration_id}::bigint and p.status in ('kept', 'broken')
   order by p.ended_at desc limit ${shown_max.diary}::integer)
  union all
  (select 'dispute', x.id, x.opened_on, x.reason, null, x.debtor_id, 1, null, null from disputes x
   where x.administration_id = ${administration_id}::bigint
   order by x.opened_on desc limit ${shown_max.diary}::integer)
  union all
  (select 'message', m.id, (m.received_at at time zone a.timezone)::date, 'message', null, m.debtor_id, 0, null, null
   from messages m join administrations a on a.id = m.administration_id
   where m.administration_id = ${administration_id}::bigint and m.sender_type = 'debtor' and m.received_at is not null
     and m.debtor_id is not null
   order by m.received_at desc limit ${shown_max.diary}::integer)
  union all
  (select 'plan', p.id, (p.proposed_at at time zone a.timezone)::date, 'plan', null, p.debtor_id, 0, null, null
   from payment_plans p join administrations a on a.id = p.administration_id
   where p.administration_id = ${administration_id}::bigint and p.proposed_at is not null
   order by p.proposed_at desc limit ${shown_max.diary}::integer)`

/** So many debtors can be chosen from; who owes nothing has nothing to play. */
const debtors_max = 100

async function readDebtors(db: Kysely<Tables>, administration_id: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select d.id::text, d.name from debtors d join invoices i on i.administration_id = ${administration_id}::bigint
      and i.debtor_id = d.id and i.open_amount > 0
    where d.administration_id = ${administration_id}::bigint
    group by d.id, d.name order by sum(i.open_amount) desc, d.id limit ${debtors_max}::integer`.execute(db)
  return rows
}

type Coming = { day: Day; step: string; records: number }

async function readNext(db: Kysely<Tables>, administration_id: string, today: Day): Promise<Coming[]> {
  const { rows } = await sql<Coming>`
    select day::text, step, count(*)::integer as records from agenda_records
    where administration_id = ${administration_id}::bigint and day > ${today}::date and step is not null
    group by day, step order by day, step limit ${shown_max.next}::integer`.execute(db)
  return rows
}

type Held = {
  family: 'invoices' | 'credit_cases'
  id: string
  number: string
  debtor_name: string
  step: string
  holds: Record<string, unknown>[]
}

async function readHeld(db: Kysely<Tables>, administration_id: string): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select case when r.invoice_id is null then 'credit_cases' else 'invoices' end as family,
           coalesce(i.id, c.id)::text as id, coalesce(i.invoice_number, c.credit_case_number) as number,
           d.name as debtor_name, r.step, r.holds
    from agenda_records r
    join debtors d on d.administration_id = ${administration_id}::bigint and d.id = r.debtor_id
    left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = r.invoice_id
    left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = r.credit_case_id
    where r.administration_id = ${administration_id}::bigint and r.step is not null and r.day is null
    order by r.id limit ${shown_max.held}::integer`.execute(db)
  return rows
}
