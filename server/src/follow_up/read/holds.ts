import { type Kysely, type RawBuilder, sql } from 'kysely'
import { shownMoment } from '../../db/moments.ts'
import type { Tables } from '../../db/schema.ts'
import type { HeldFact } from '../decide/facts.ts'
import { dayOf, ofPortion, type Portion, past_days } from './portion.ts'

/** Something that holds a debtor, an invoice or a case, as rows say it. */
type Row = HeldFact & { owner: `${'debtor' | 'invoice' | 'case'} ${string}` }

type Part = {
  owner: RawBuilder<unknown>
  reason: RawBuilder<unknown>
  since?: RawBuilder<unknown>
  day?: RawBuilder<unknown>
  id?: RawBuilder<unknown>
  from: RawBuilder<unknown>
}

const part = ({ owner, reason, since, day, id, from }: Part): RawBuilder<unknown> => sql`
  select ${owner} as owner, ${reason} as reason, ${since ? shownMoment(since) : sql`null`} as since,
         ${day ?? sql`null`}::text as day, ${id ?? sql`null`}::text as id
  from ${from}`

const debtor = (column: string) => sql`'debtor ' || ${sql.ref(column)}`
const invoice = (column: string) => sql`'invoice ' || ${sql.ref(column)}`
const credit_case = (column: string) => sql`'case ' || ${sql.ref(column)}`

/** Everything of a portion that keeps records from being followed up; what only follows from rules is not here. */
export async function readHolds(db: Kysely<Tables>, portion: Portion): Promise<Map<string, HeldFact[]>> {
  const parts = [...pauses(portion), ...work(portion), ...agreements(portion), ...expected(portion)]
  const { rows } = await sql<Row>`${sql.join(parts, sql` union all `)} order by owner, reason, id`.execute(db)
  const held = new Map<string, HeldFact[]>()
  for (const { owner, ...fact } of rows) held.set(owner, [...(held.get(owner) ?? []), fact])
  return held
}

const of_debtor = ({ administration_id, debtor_ids }: Portion): RawBuilder<boolean> =>
  sql`d.administration_id = ${administration_id}::bigint and d.id = any(${[...debtor_ids]}::bigint[])`

function pauses(portion: Portion): RawBuilder<unknown>[] {
  const debtors = (reason: string, moment: string, day: string | null): RawBuilder<unknown> =>
    part({
      owner: debtor('d.id'),
      reason: sql.lit(reason),
      since: sql.ref(moment),
      ...(day === null ? {} : { day: sql.ref(day) }),
      from: sql`debtors d where ${of_debtor(portion)} and ${sql.ref(moment)} is not null`,
    })
  return [
    debtors('debtor_paused', 'd.paused_at', 'd.paused_until'),
    debtors('debtor_reminding_paused', 'd.reminding_paused_at', 'd.reminding_paused_until'),
    debtors('ignored', 'd.ignored_at', null),
    part({
      owner: debtor('l.debtor_id'),
      reason: sql.lit('stop_label'),
      from: sql`debtor_labels l where ${ofPortion('l', portion)} and lower(l.name) = 'stop'`,
    }),
    part({
      owner: invoice('i.id'),
      reason: sql.lit('invoice_paused'),
      since: sql.ref('i.paused_at'),
      day: sql.ref('i.paused_until'),
      from: sql`invoices i where ${ofPortion('i', portion)} and i.paused_at is not null`,
    }),
    part({
      owner: invoice('i.id'),
      reason: sql.lit('interface'),
      since: sql.ref('i.blocked_at'),
      from: sql`invoices i where ${ofPortion('i', portion)} and 'interface' = any(i.block_reasons)`,
    }),
    part({
      owner: credit_case('c.id'),
      reason: sql`case when c.paused_at = c.principal_paid_at then 'costs_left' else 'case_paused' end`,
      since: sql.ref('c.paused_at'),
      day: sql.ref('c.paused_until'),
      from: sql`credit_cases c
        where ${ofPortion('c', portion)} and c.deactivated_at is null and c.paused_at is not null`,
    }),
  ]
}

/** Tasks that block what they are about, and what a debtor wrote and nobody has read. */
function work(portion: Portion): RawBuilder<unknown>[] {
  const tasks = sql`tasks t join lateral (
      select coalesce(t.debtor_id, i.debtor_id, c.debtor_id) as debtor_id from (select) one
      left join invoices i on i.administration_id = t.administration_id and i.id = t.invoice_id
      left join credit_cases c on c.administration_id = t.administration_id and c.id = t.credit_case_id
    ) of_task on of_task.debtor_id = any(${[...portion.debtor_ids]}::bigint[])
    where t.administration_id = ${portion.administration_id}::bigint and t.completed_at is null and t.blocks_dossiers`
  return [
    part({
      owner: sql`case when t.invoice_id is not null then ${invoice('t.invoice_id')}
        when t.credit_case_id is not null then ${credit_case('t.credit_case_id')}
        else ${debtor('of_task.debtor_id')} end`,
      reason: sql.lit('task'),
      since: sql.ref('t.created_at'),
      id: sql.ref('t.id'),
      from: tasks,
    }),
    part({
      owner: sql`case when m.invoice_id is not null then ${invoice('m.invoice_id')}
        when m.credit_case_id is not null then ${credit_case('m.credit_case_id')} else ${debtor('m.debtor_id')} end`,
      reason: sql.lit('unread_message'),
      since: sql`coalesce(m.received_at, m.created_at)`,
      day: sql`(coalesce(m.received_at, m.created_at) at time zone ${portion.timezone}::text)::date`,
      id: sql.ref('m.id'),
      from: sql`messages m where ${ofPortion('m', portion)} and m.sender_type = 'debtor' and m.read_at is null
        and m.created_at > now() - make_interval(days => ${past_days})`,
    }),
  ]
}

/** Promises, disputes and payment plans. */
function agreements(portion: Portion): RawBuilder<unknown>[] {
  const dispute = (reason: string, day: string | null, where: RawBuilder<unknown>): RawBuilder<unknown> =>
    part({
      owner: invoice('s.invoice_id'),
      reason: sql.lit(reason),
      since: sql.ref('s.created_at'),
      ...(day === null ? {} : { day: sql.ref(day) }),
      id: sql.ref('s.id'),
      from: sql`disputes s where ${ofPortion('s', portion)} and ${where}`,
    })
  const unanswered = sql`s.origin = 'portal' and s.taken_up_at is null`
  return [
    part({
      owner: invoice('p.invoice_id'),
      reason: sql.lit('promise'),
      since: sql.ref('r.created_at'),
      day: sql.ref('r.promised_on'),
      id: sql.ref('r.id'),
      from: sql`promises r
        join promise_invoices p on p.administration_id = r.administration_id and p.promise_id = r.id
        where ${ofPortion('r', portion)} and r.status = 'open'`,
    }),
    dispute('dispute', null, sql`s.ended_at is null and not (${unanswered})`),
    dispute('dispute_unanswered', 's.opened_on', sql`s.ended_at is null and ${unanswered}`),
    dispute('after_dispute', 's.ended_on', sql`s.ended_on > ${portion.today}::date - ${past_days}::integer`),
    ...plans(portion, 'invoice', sql`payment_plan_invoices`, 'l.invoice_id'),
    ...plans(portion, 'case', sql`payment_plan_credit_cases`, 'l.credit_case_id'),
  ]
}

function plans(portion: Portion, owner: 'invoice' | 'case', links: RawBuilder<unknown>, column: string) {
  const named = owner === 'invoice' ? invoice(column) : credit_case(column)
  const from = (where: RawBuilder<unknown>) => sql`payment_plans p
    join ${links} l on l.administration_id = p.administration_id and l.payment_plan_id = p.id
    where ${ofPortion('p', portion)} and ${where}`
  const next_term = sql`(select min(t.due_date) from payment_plan_terms t
    where t.administration_id = p.administration_id and t.payment_plan_id = p.id and t.amount_due > 0
      and t.missed_at is null)`
  return [
    part({
      owner: named,
      reason: sql.lit('payment_plan_active'),
      since: sql`coalesce(p.approved_at, p.created_at)`,
      day: next_term,
      id: sql.ref('p.id'),
      from: from(sql`p.active`),
    }),
    part({
      owner: named,
      reason: sql.lit('payment_plan_proposed'),
      since: sql.ref('p.proposed_at'),
      day: dayOf('p.proposed_at', portion),
      id: sql.ref('p.id'),
      from: from(sql`p.proposed_at is not null and p.approved_at is null and p.rejected_at is null
        and p.deactivated_at is null`),
    }),
  ]
}

/** Money that is on its way through a payment service provider. */
function expected(portion: Portion): RawBuilder<unknown>[] {
  return [
    part({
      owner: invoice('paid.id'),
      reason: sql.lit('payment_expected'),
      since: sql.ref('x.created_at'),
      day: dayOf('x.created_at', portion),
      id: sql.ref('x.id'),
      from: sql`psp_transactions x cross join lateral unnest(x.invoice_ids) as paid (id)
        where ${ofPortion('x', portion)} and x.status in ('pending', 'processing')`,
    }),
  ]
}
