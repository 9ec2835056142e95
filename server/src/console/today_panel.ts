import { type Kysely, sql } from 'kysely'
import { shownMoment } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import { addDays, type Day, type Weekday, weekdayOf } from '../domain/days.ts'
import type { SendingCalendar } from '../follow_up/decide/calendar.ts'
import { outlooksOf } from '../follow_up/outlooks.ts'
import { outstanding } from '../follow_up/outstanding.ts'
import type { idList } from '../follow_up/read/portion.ts'
import { readStanding } from '../follow_up/read/rules.ts'
import { type AgeName, ages, dueAt } from '../reports/ages.ts'
import { invoices_max, openInvoices } from './open_invoices.ts'
import { proposed_plans } from './payment_plan_filter.ts'

type Inside = { administration_id: string; debtor_id: string; today: Day }

const said_max = 3
const content_length_max = 400

/** What is open of a debtor by age, in the currency of the books, in which amounts can be compared. */
export async function readAges(
  db: Kysely<Tables>,
  { administration_id, debtor_id, today }: Inside,
): Promise<{ book_currency_code: string; by_age: { age: AgeName; amount: string }[] }> {
  const sums = ages.map(
    (age) => sql`
      (select coalesce(sum(book_open_amount), 0)::numeric(18,2)::text from invoices
       where administration_id = ${administration_id}::bigint and debtor_id = ${debtor_id}::bigint
         and book_open_amount > 0
         and ${dueAt(age, today)}) as ${sql.ref(age)}`,
  )
  const { rows } = await sql<Record<AgeName | 'currency_code', string>>`
    select a.currency_code, ${sql.join(sums)} from administrations a where a.id = ${administration_id}::bigint`.execute(
    db,
  )
  const [row] = rows
  return {
    book_currency_code: row?.currency_code ?? '',
    by_age: ages.map((age) => ({ age, amount: row?.[age] ?? '0.00' })),
  }
}

type Said = { kind: 'message' | 'answer' | 'note'; at: string; person: string | null; content: string }

/** What was said last: by the debtor, to it, and among colleagues. */
export async function readSaid(db: Kysely<Tables>, { administration_id, debtor_id }: Inside): Promise<Said[]> {
  const of = (table: string) => sql`${sql.table(table)} r
    where r.administration_id = ${administration_id}::bigint and r.debtor_id = ${debtor_id}::bigint
    order by r.id desc limit ${said_max}::integer`
  const { rows } = await sql<Said>`
    select one.kind, ${shownMoment('one.at')} as at, one.person, left(one.content, ${content_length_max}::integer) as content
    from (
      (select case r.sender_type when 'debtor' then 'message' else 'answer' end as kind,
              coalesce(r.received_at, r.sent_at, r.created_at) as at, null as person, r.content from ${of('messages')})
      union all
      (select 'note', r.created_at, r.user_name, r.content from ${of('notes')})
    ) one order by one.at desc limit ${said_max}::integer`.execute(db)
  return rows
}

type OpenInvoice = {
  id: string
  invoice_number: string
  due_date: string
  currency_code: string
  amount: string
  overdue: boolean
  promised_on: string | null
  disputed: boolean
}

/** What a promise or a dispute can be about. */
export async function readOpenInvoices(
  db: Kysely<Tables>,
  { administration_id, debtor_id, today }: Inside,
): Promise<{ invoices: OpenInvoice[]; open_invoices: number }> {
  const { rows } = await sql<OpenInvoice & { open_invoices: number }>`
    select i.id::text, i.invoice_number, i.due_date::text, i.currency_code, ${outstanding('i')}::text as amount,
           i.due_date < ${today}::date as overdue,
           (select p.promised_on::text from promise_invoices l
            join promises p on p.administration_id = ${administration_id}::bigint and p.id = l.promise_id
              and p.status = 'open'
            where l.administration_id = ${administration_id}::bigint and l.invoice_id = i.id limit 1) as promised_on,
           exists (select from disputes s where s.administration_id = ${administration_id}::bigint
             and s.invoice_id = i.id
             and s.ended_at is null) as disputed,
           (count(*) over ())::integer as open_invoices
    from invoices i
    where i.administration_id = ${administration_id}::bigint and i.debtor_id = ${debtor_id}::bigint
      and i.book_open_amount <> 0 and i.open_amount > 0
    order by i.due_date, i.id limit ${invoices_max}::integer`.execute(db)
  return openInvoices(rows)
}

/** The next sending day, the Fridays and Mondays to come: the first three of them. */
export async function dueDays(
  db: Kysely<Tables>,
  { administration_id, today }: Omit<Inside, 'debtor_id'>,
): Promise<{ day: Day }[]> {
  const { rules } = await readStanding(db, administration_id, today)
  return daysFrom(today, rules.calendar).map((day) => ({ day }))
}

const days_offered = 3
const friday: Weekday = 5
const monday: Weekday = 1

/** Days people name on the phone, moved to days on which money moves. */
export function daysFrom(today: Day, calendar: SendingCalendar): Day[] {
  const two_weeks = Array.from({ length: 15 }, (_, ahead) => addDays(today, ahead + 1))
  const named = [addDays(today, 1), ...two_weeks.filter((day) => [friday, monday].includes(weekdayOf(day)))]
  const days = named.map((day) => calendar.next('reminder', day) ?? day)
  return [...new Set(days)].toSorted().slice(0, days_offered)
}

/** What the engine does next for a debtor, as things are. */
export async function nextOf(
  db: Kysely<Tables>,
  { administration_id, debtor_id, today }: Inside,
): Promise<{ next_step: string | null; next_day: Day | null }> {
  const outlooks = await outlooksOf(db, administration_id, debtor_id, today)
  const [next] = outlooks
    .filter(({ step, day }) => step !== null && day !== null)
    .toSorted((one, other) => (one.day ?? '').localeCompare(other.day ?? ''))
  return { next_step: next?.step ?? null, next_day: next?.day ?? null }
}

/** The plan that a debtor proposed last, while nobody has decided about it; offers of ours wait for the debtor. */
export async function readProposedPlan(
  db: Kysely<Tables>,
  { administration_id, debtor_id }: Inside,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select r.id from payment_plans r
    where r.administration_id = ${administration_id}::bigint and r.debtor_id = ${debtor_id}::bigint
      and ${proposed_plans} and r.proposed_by is distinct from 'creditor'
    order by r.id desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

type Marked = { marks: Map<string, { by: string; until: Day }>; next_day: Day | null }

/** Who marked debtors that are shown, and when the next one that was put off is back. */
export async function readMarks(
  db: Kysely<Tables>,
  { administration_id, ids }: { administration_id: string; ids: ReturnType<typeof idList> },
  today: Day,
): Promise<Marked> {
  const { rows } = await sql<{ debtor_id: string; by: string; until: Day }>`
    select m.debtor_id::text, u.name as by, m.until::text from today_marks m join users u on u.id = m.user_id
    where m.administration_id = ${administration_id}::bigint and m.debtor_id = any(${ids})
      and m.until > ${today}::date`.execute(db)
  const next = await sql<{ day: Day | null }>`
    select min(until)::text as day from today_marks
    where administration_id = ${administration_id}::bigint and until > ${today}::date and mark = 'put_off'`.execute(db)
  return {
    marks: new Map(rows.map(({ debtor_id, by, until }) => [debtor_id, { by, until }])),
    next_day: next.rows[0]?.day ?? null,
  }
}
