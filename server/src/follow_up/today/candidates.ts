import { type Kysely, type RawBuilder, sql } from 'kysely'
import { kept_plan } from '../../db/kept_plans.ts'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { waitsFor } from '../outbox/outbox.ts'
import { age_points_max, point_worth, points } from './rank.ts'

/** Nobody contacts more debtors in a day, and so no more are read, however many owe something. */
export const listed_max = 100
/** Some points are only known of debtors that were read whole, so a few more than are shown are read. */
const considered_max = 150

/** For so many days a broken promise counts. */
export const broken_days = 60
/** Nothing came in so long after somebody said that it was paid. */
export const proof_after_days = 7
/** Whoever cannot be reached at all stands on the list before the task to find an address is due. */
const address_tasks = sql`(t.cause like 'no\\_address %' or t.cause like 'wrong\\_address %')`
const address_ahead_days = 7

export const tabs = ['mine', 'everybody', 'put_off', 'done'] as const
export type Tab = (typeof tabs)[number]
export type Asking = {
  administration_id: string
  today: Day
  user: { id: string; name: string; email_address: string }
}
export type Candidates = { counts: Record<Tab, number>; debtor_ids: string[] }

/**
 * How many debtors each list has, and the first ones of one of them. What is overdue is added up out of an index alone,
 * and everything else that counts are the few rows of what waits; so no debtor is read whom nothing is asked of.
 */
export async function readCandidates(db: Kysely<Tables>, asking: Asking, tab: Tab): Promise<Candidates> {
  const { rows } = await candidatesOf(asking, tab).execute(db)
  const [found] = rows
  if (!found) throw new Error('Counts are always there.')
  const { debtor_ids, ...counts } = found
  return { counts, debtor_ids }
}

type Row = Record<Tab, number> & { debtor_ids: string[] }

/** The statement itself. Its ranking is that of `rank`, as far as it can be seen without reading a debtor. */
export function candidatesOf(asking: Asking, tab: Tab): RawBuilder<Row> {
  const { administration_id, today } = asking
  const here = sql`administration_id = ${administration_id}::bigint`
  const marked = sql`m.${here} and m.until > ${today}::date`
  const ofMark = (mark: 'put_off' | 'done') => sql`today_marks m where ${marked} and m.mark = ${mark}::text`
  const listed = {
    mine: sql`select debtor_id, score as place from ranked where mine`,
    everybody: sql`select debtor_id, score as place from ranked`,
    put_off: sql`select m.debtor_id, ${today}::date - m.until as place from ${ofMark('put_off')}`,
    done: sql`select m.debtor_id, extract(epoch from m.created_at) as place from ${ofMark('done')}`,
  }[tab]
  return sql<Row>`
    ${kept_plan}
    with overdue as (${overdueOf(asking)}), agreed as (${agreedOf(asking)}), waiting as (${waitingOf(asking)}),
    own as (${ownOf(asking)}),
    urgent as (select debtor_id, sum(points) as points from waiting group by debtor_id),
    ranked as materialized (
      select debtor_id, own.debtor_id is not null as mine,
             coalesce(stake, 0) * (100 + coalesce(age, 0) + coalesce(urgent.points, 0)) / 100
               + coalesce(urgent.points, 0) * ${Number(point_worth) / 100}::numeric as score
      from (
        select debtor_id, overdue.amount - coalesce(agreed.amount, 0) as stake,
               least(${today}::date - overdue.oldest, ${age_points_max}::integer) as age
        from overdue left join agreed using (debtor_id)
        where overdue.amount > coalesce(agreed.amount, 0)
          and not exists (select from debtors d where d.${here} and d.id = overdue.debtor_id and ${left_alone})
      ) staked
      full join urgent using (debtor_id)
      left join own using (debtor_id)
      where not exists (
        select from today_marks m where ${marked} and m.debtor_id = coalesce(staked.debtor_id, urgent.debtor_id)
        and not exists (select from messages n where n.${here} and n.debtor_id = m.debtor_id
          and n.sender_type = 'debtor' and n.read_at is null and n.created_at > m.created_at))
    ),
    listed as (${listed})
    select (select count(*) filter (where mine) from ranked)::integer as mine,
           (select count(*) from ranked)::integer as everybody,
           (select count(*) from ${ofMark('put_off')})::integer as put_off,
           (select count(*) from ${ofMark('done')})::integer as done,
           array(select l.debtor_id::text from listed l
                 order by l.place desc, l.debtor_id limit ${considered_max}::integer) as debtor_ids`
}

/** Somebody paused it, or it is never asked for anything. */
const left_alone = sql`(d.paused_at is not null or d.reminding_paused_at is not null or d.ignored_at is not null)`

const overdueOf = ({ administration_id, today }: Asking): RawBuilder<unknown> => sql`
  select debtor_id, sum(book_open_amount) as amount, min(due_date) as oldest from invoices
  where administration_id = ${administration_id}::bigint and book_open_amount <> 0 and book_open_amount > 0
    and due_date < ${today}::date
  group by debtor_id`

/** Overdue invoices that are no question now: promised, disputed with somebody looking after it, or paid in terms. */
export const agreedInvoices = (administration_id: string): RawBuilder<unknown> => sql`
  select l.invoice_id from promises p
  join promise_invoices l on l.administration_id = ${administration_id}::bigint and l.promise_id = p.id
  where p.administration_id = ${administration_id}::bigint and p.status = 'open'
  union
  select s.invoice_id from disputes s
  where s.administration_id = ${administration_id}::bigint and s.ended_at is null
    and not (s.origin = 'portal' and s.taken_up_at is null)
  union
  select a.id from invoices a
  where a.administration_id = ${administration_id}::bigint and a.active_payment_plan_id is not null`

const agreedOf = ({ administration_id, today }: Asking): RawBuilder<unknown> => sql`
  select i.debtor_id, sum(i.book_open_amount) as amount
  from (${agreedInvoices(administration_id)}) a
  join invoices i on i.administration_id = ${administration_id}::bigint and i.id = a.invoice_id
  where i.book_open_amount > 0 and i.due_date < ${today}::date
  group by i.debtor_id`

/** Open tasks that are for now. */
export const dueTasks = (
  { administration_id, today }: Pick<Asking, 'administration_id' | 'today'>,
  joined: RawBuilder<unknown> = sql``,
) => sql`
  tasks t ${joined}
  where t.administration_id = ${administration_id}::bigint and t.completed_at is null and t.debtor_id is not null
    and t.expiry_date <= ${today}::date + ${address_ahead_days}::integer
    and (t.expiry_date <= ${today}::date or ${address_tasks})`

/** Which reason an open task is one of. */
export const task_reason = sql`case
  when t.cause like 'call\\_reminder %' then 'call_waits' when t.cause like 'call\\_back %' then 'call_back'
  when ${address_tasks} then 'no_address' when t.cause like 'promise\\_broken %' then null else 'task_due' end`

/** A dispute that lapses unless somebody takes it up, or says that it was paid while nothing came in. */
export const dispute_reason = (today: Day) => sql`case
  when s.origin = 'portal' and s.taken_up_at is null then 'dispute_lapses'
  when s.reason = 'already_paid' and s.opened_on <= ${today}::date - ${proof_after_days}::integer then 'says_paid' end`

const worth = (reason: RawBuilder<unknown>): RawBuilder<unknown> => {
  const cases = Object.entries(points).map(([name, count]) => sql`when ${sql.lit(name)} then ${sql.lit(count)}`)
  return sql`case ${reason} ${sql.join(cases, sql` `)} end`
}

/** What waits for a person, once for each debtor and reason. */
function waitingOf(asking: Asking): RawBuilder<unknown> {
  const { administration_id, today } = asking
  const here = sql`administration_id = ${administration_id}::bigint`
  const parts = [
    sql`select t.debtor_id, ${task_reason} as reason from ${dueTasks(asking)}`,
    sql`select n.debtor_id, 'unread_message' from messages n
        where n.${here} and n.debtor_id is not null and n.sender_type = 'debtor' and n.read_at is null`,
    sql`select r.debtor_id, 'approval_waits' from agenda_records r where r.${here} and ${waitsFor('approval')}`,
    sql`select s.debtor_id, ${dispute_reason(today)} from disputes s where s.${here} and s.ended_at is null`,
    sql`select p.debtor_id, 'broken_promise' from promises p join overdue o on o.debtor_id = p.debtor_id
        where p.${here} and p.status = 'broken' and p.ended_at > ${today}::date - ${broken_days}::integer`,
  ]
  return sql`
    select distinct debtor_id, reason, ${worth(sql`reason`)} as points
    from (${sql.join(parts, sql` union all `)}) w (debtor_id, reason) where reason is not null`
}

/** Debtors of somebody: as account manager in the books, by a task, a dispute, or a promise that they noted. */
function ownOf({ administration_id, today, user }: Asking): RawBuilder<unknown> {
  const here = sql`administration_id = ${administration_id}::bigint`
  // As the index has them.
  const names = [user.name, user.email_address].map((one) => one.toLowerCase().slice(0, 200))
  return sql`
    select d.id as debtor_id from debtors d
    where d.${here} and left(lower(d.relation_manager), 200) = any(${names}::text[])
    union
    select t.debtor_id from tasks t where t.${here} and t.completed_at is null and t.debtor_id is not null
      and t.assigned_to_user_id = ${user.id}::bigint and t.expiry_date <= ${today}::date
    union
    select s.debtor_id from disputes s where s.${here} and s.ended_at is null and s.owner_user_id = ${user.id}::bigint
    union
    select p.debtor_id from promises p where p.${here} and p.status = 'broken'
      and p.ended_at > ${today}::date - ${broken_days}::integer
      and p.created_by_user_id = ${user.id}::bigint`
}
