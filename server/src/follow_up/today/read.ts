import { type Kysely, sql } from 'kysely'
import { kept_plan } from '../../db/kept_plans.ts'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { cents } from '../../domain/money.ts'
import type { Step } from '../../domain/steps.ts'
import { lapses_after_days } from '../decide/hold_ends.ts'
import { highestStep, waitsFor } from '../outbox/outbox.ts'
import { outstanding } from '../outstanding.ts'
import { idList } from '../read/portion.ts'
import { agreedInvoices, broken_days, dispute_reason, dueTasks, task_reason } from './candidates.ts'
import type { RankFacts } from './rank.ts'
import { type Reachable, readReachable } from './reachable.ts'

export type Amount = { currency_code: string; amount: string }

/** Everything that the list shows of a debtor, and that its rank rests on. */
export type Stake = RankFacts & {
  debtor_name: string
  debtor_number: string
  city: string
  is_company: boolean | null
  /** What is overdue and not agreed about, by currency; nothing is converted. */
  overdue_amounts: Amount[]
  open_amounts: Amount[]
}

export type Inside = { administration_id: string; today: Day }
type Row = { debtor_id: string }

/** Reads debtors whole, in a handful of statements however many they are; in the order of their ids. */
export async function readStakes(db: Kysely<Tables>, inside: Inside, debtor_ids: readonly string[]): Promise<Stake[]> {
  if (debtor_ids.length === 0) return []
  const of = { ...inside, ids: idList(debtor_ids) }
  const debtors = await readDebtors(db, of)
  const reachable = await readReachable(db, of)
  const broken = groupedBy(await readBroken(db, of))
  const waiting = groupedBy(await readWaiting(db, of))
  const disputed = groupedBy(await readDisputes(db, of))
  return debtors.map((row): Stake => {
    const { debtor_id, overdue, over_limit, lately, before, unread_at, steps, ...shown } = row
    const task = (reason: string) => waiting.get(debtor_id)?.find((one) => one.reason === reason)
    const dispute = (reason: string) => disputed.get(debtor_id)?.find((one) => one.reason === reason)
    const [call, back, due] = [task('call_waits'), task('call_back'), task('task_due')]
    const [lapsing, paid] = [dispute('dispute_lapses'), dispute('says_paid')]
    return {
      ...shown,
      debtor_id,
      ...{ overdue: cents(overdue), over_limit: cents(over_limit), pays: { lately, before } },
      broken_promises: (broken.get(debtor_id) ?? []).map(({ debtor_id: _, ...promise }) => promise),
      call_waits: call ? { since: call.made_on } : null,
      call_back: back ? { since: back.made_on } : null,
      no_address: task('no_address') !== undefined,
      task_due: due ? { id: due.id, subject: due.subject, due_on: due.due_on } : null,
      dispute_lapses: lapsing ? { on: lapsing.lapses_on, invoice_number: lapsing.invoice_number } : null,
      says_paid: paid ? { since: paid.opened_on, invoice_number: paid.invoice_number } : null,
      unread_message: unread_at === null ? null : { at: unread_at },
      approval_waits: steps.length === 0 ? null : { step: highestStep(steps) },
      ...whomToCall(reachable.get(debtor_id) ?? []),
    }
  })
}

/** The first who has a number that is not known to be wrong. */
function whomToCall(people: readonly Reachable[]): { person: string | null; phone: string | null } {
  const found = people.flatMap(({ name, phones }) =>
    phones.filter(({ wrong }) => !wrong).map(({ number }) => ({ person: name, phone: number })),
  )
  return found[0] ?? { person: people[0]?.name ?? null, phone: null }
}

function groupedBy<One extends Row>(rows: readonly One[]): Map<string, One[]> {
  return Map.groupBy(rows, ({ debtor_id }) => debtor_id)
}

export type Of = Inside & { ids: ReturnType<typeof idList> }

type DebtorRow = Omit<Stake, keyof RankFacts> & {
  debtor_id: string
  overdue: string
  oldest_days: number
  over_limit: string
  lately: number | null
  before: number | null
  unread_at: string | null
  steps: Step[]
}

/** Invoices count for how somebody pays as they do for the one figure of the debtor: settled within 60 days. */
const paid_days = 60
/** So many invoices are needed on either side, or one of them would say it all. */
const paid_min = 3

async function readDebtors(db: Kysely<Tables>, { administration_id, today, ids }: Of): Promise<DebtorRow[]> {
  const amounts = (column: 'open' | 'overdue') => sql`
    jsonb_agg(jsonb_build_object('currency_code', currency_code, 'amount', ${sql.ref(column)}::text)
              order by ${sql.ref(column)} desc) filter (where ${sql.ref(column)} > 0)`
  const { rows } = await sql<DebtorRow>`
    ${kept_plan} with agreed as materialized (${agreedInvoices(administration_id)}),
    open as materialized (
      select i.debtor_id, i.currency_code, i.book_open_amount, i.due_date, ${outstanding('i')} as amount,
             i.due_date < ${today}::date and i.id not in (select invoice_id from agreed) as asked
      from invoices i
      where i.administration_id = ${administration_id}::bigint and i.debtor_id = any(${ids})
        and i.book_open_amount <> 0 and i.open_amount > 0
    ), by_currency as (
      select debtor_id, currency_code, sum(amount)::numeric(18,2) as open,
             (coalesce(sum(amount) filter (where asked), 0))::numeric(18,2) as overdue
      from open group by 1, 2
    ), amounts as materialized (
      select debtor_id, ${amounts('overdue')} as overdue, ${amounts('open')} as open from by_currency group by debtor_id
    ), owed as materialized (
      select debtor_id, sum(book_open_amount) as open,
             (coalesce(sum(book_open_amount) filter (where asked), 0))::numeric(18,2) as overdue,
             ${today}::date - min(due_date) filter (where asked) as oldest_days
      from open group by debtor_id
    )
    select d.id::text as debtor_id, d.name as debtor_name, d.debtor_number, d.postal_address_city as city, d.is_company,
           coalesce(owed.overdue, 0)::numeric(18,2)::text as overdue, coalesce(owed.oldest_days, 0) as oldest_days,
           greatest(case when d.credit_limit_amount > 0 then coalesce(owed.open, 0) - d.credit_limit_amount end,
                    0)::numeric(18,2)::text as over_limit,
           coalesce(amounts.overdue, '[]') as overdue_amounts, coalesce(amounts.open, '[]') as open_amounts,
           pays.lately, pays.before,
           (select to_char(max(coalesce(m.received_at, m.created_at)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
            from messages m where m.administration_id = ${administration_id}::bigint and m.debtor_id = d.id
              and m.sender_type = 'debtor' and m.read_at is null) as unread_at,
           array(select distinct r.step from agenda_records r where r.administration_id = ${administration_id}::bigint
                   and r.debtor_id = d.id and ${waitsFor('approval')} and r.step is not null) as steps
    from debtors d left join owed on owed.debtor_id = d.id left join amounts on amounts.debtor_id = d.id
    cross join lateral (
      select case when count(*) filter (where new) >= ${paid_min}::integer
                  then round(avg(days) filter (where new))::integer end as lately,
             case when count(*) filter (where not new) >= ${paid_min}::integer
                  then round(avg(days) filter (where not new))::integer end as before
      from (
        select i.payment_date - i.due_date as days, i.payment_date > ${today}::date - 90 as new
        from invoices i where i.administration_id = ${administration_id}::bigint and i.debtor_id = d.id
          and i.open_amount = 0
          and i.book_total_amount > 0 and i.payment_date > ${today}::date - 365
          and i.payment_date <= i.due_date + ${paid_days}::integer) paid) pays
    where d.administration_id = ${administration_id}::bigint and d.id = any(${ids})
    order by d.id`.execute(db)
  return rows
}

type Broken = Row & { amount: string; currency_code: string; promised_on: Day }

async function readBroken(db: Kysely<Tables>, { administration_id, today, ids }: Of): Promise<Broken[]> {
  const { rows } = await sql<Broken>`
    select p.debtor_id::text, p.amount::text, p.currency_code, p.promised_on::text from promises p
    where p.administration_id = ${administration_id}::bigint and p.debtor_id = any(${ids}) and p.status = 'broken'
      and p.ended_at > ${today}::date - ${broken_days}::integer
      and exists (select from promise_invoices l
        join invoices i on i.administration_id = ${administration_id}::bigint and i.id = l.invoice_id
        where l.administration_id = ${administration_id}::bigint and l.promise_id = p.id and i.open_amount > 0)
    order by p.promised_on desc, p.id desc`.execute(db)
  return rows
}

type Waiting = Row & { id: string; reason: string; subject: string; due_on: Day; made_on: Day }

async function readWaiting(db: Kysely<Tables>, of: Of): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select t.debtor_id::text, t.id::text, ${task_reason} as reason, coalesce(t.subject, '') as subject,
           t.expiry_date::text as due_on, (t.created_at at time zone a.timezone)::date::text as made_on
    from ${dueTasks(of, sql`join administrations a on a.id = t.administration_id`)} and t.debtor_id = any(${of.ids})
    order by t.expiry_date, t.id`.execute(db)
  return rows
}

type Disputed = Row & { reason: string; invoice_number: string; opened_on: Day; lapses_on: Day }

async function readDisputes(db: Kysely<Tables>, { administration_id, today, ids }: Of): Promise<Disputed[]> {
  const { rows } = await sql<Disputed>`
    select s.debtor_id::text, ${dispute_reason(today)} as reason, i.invoice_number, s.opened_on::text,
           (s.opened_on + ${lapses_after_days}::integer)::text as lapses_on
    from disputes s join invoices i on i.administration_id = ${administration_id}::bigint and i.id = s.invoice_id
    where s.administration_id = ${administration_id}::bigint and s.debtor_id = any(${ids}) and s.ended_at is null
    order by s.opened_on, s.id`.execute(db)
  return rows
}
