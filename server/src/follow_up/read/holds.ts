import { type Kysely, type RawBuilder, sql } from 'kysely'
import { shownMoment } from '../../db/moments.ts'
import type { Tables } from '../../db/schema.ts'
import type { HeldFact } from '../decide/facts.ts'
import { blocksNow } from '../hold/task_blocks.ts'
import { dayOf, idList, type OpenRecords, ofPortion, ofRecords, type Portion, past_days, withIds } from './portion.ts'

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

/**
 * Everything of a portion that keeps records from being followed up; what only follows from rules is not here. Whoever
 * has read the invoices knows which of their rows say something (`held_ids`), and spares looking at all of them again.
 */
export async function readHolds(
  db: Kysely<Tables>,
  portion: Portion,
  records: OpenRecords,
  held_ids = records.invoice_ids,
): Promise<Map<string, HeldFact[]>> {
  const parts = [...pauses(portion, held_ids), ...work(portion), ...agreements(portion), ...expected(portion)]
  const { rows } =
    await sql<Row>`${withIds(portion, records)} ${sql.join(parts, sql` union all `)} order by owner, reason, id`.execute(
      db,
    )
  const held = new Map<string, HeldFact[]>()
  // Of one owner there may be thousands, such as tasks.
  for (const { owner, ...fact } of rows) {
    const known = held.get(owner)
    if (known) known.push(fact)
    else held.set(owner, [fact])
  }
  return held
}

/** What rows say of themselves: a reason, since when, until which day. Rows that say nothing are passed by. */
function said(
  owner: RawBuilder<unknown>,
  from: (lateral: RawBuilder<unknown>) => RawBuilder<unknown>,
  reasons: readonly (readonly [reason: RawBuilder<unknown>, moment: RawBuilder<unknown>, day: RawBuilder<unknown>])[],
): RawBuilder<unknown> {
  const values = reasons.map(([reason, moment, day]) => sql`(${reason}, ${moment}, ${day})`)
  const moments = reasons.map(([, moment]) => sql`${moment} is not null`)
  const lateral = sql`cross join lateral (values ${sql.join(values)}) said (reason, since, day)`
  return part({
    ...{ owner, reason: sql.ref('said.reason'), since: sql.ref('said.since'), day: sql.ref('said.day') },
    from: sql`${from(lateral)} and (${sql.join(moments, sql` or `)}) and said.since is not null`,
  })
}

function pauses(portion: Portion, held_ids: readonly string[]): RawBuilder<unknown>[] {
  const { administration_id } = portion
  const rows =
    (table: string, row: string, ids: RawBuilder<unknown>) =>
    (lateral: RawBuilder<unknown>): RawBuilder<unknown> =>
      sql`${sql.table(table)} ${sql.ref(row)} ${lateral}
      where ${sql.ref(`${row}.administration_id`)} = ${administration_id}::bigint
        and ${sql.ref(`${row}.id`)} = any(${ids})`
  const no_day = sql`null::date`
  return [
    said(debtor('d.id'), rows('debtors', 'd', sql`(select debtors from ids)::bigint[]`), [
      [sql.lit('debtor_paused'), sql.ref('d.paused_at'), sql.ref('d.paused_until')],
      [sql.lit('debtor_reminding_paused'), sql.ref('d.reminding_paused_at'), sql.ref('d.reminding_paused_until')],
      [sql.lit('ignored'), sql.ref('d.ignored_at'), no_day],
    ]),
    part({
      owner: debtor('l.debtor_id'),
      reason: sql.lit('stop_label'),
      from: sql`debtor_labels l where ${ofPortion('l', portion)} and lower(l.name) = 'stop'`,
    }),
    said(invoice('i.id'), rows('invoices', 'i', idList(held_ids)), [
      [sql.lit('invoice_paused'), sql.ref('i.paused_at'), sql.ref('i.paused_until')],
      [sql.lit('interface'), sql`case when 'interface' = any(i.block_reasons) then i.blocked_at end`, no_day],
      [sql.lit('books_refused'), sql.ref('i.write_refused_at'), no_day],
      [
        sql.lit('payment_expected'),
        sql.ref('i.payment_undone_at'),
        sql`(i.payment_undone_at at time zone ${portion.timezone}::text)::date`,
      ],
    ]),
    said(credit_case('c.id'), rows('credit_cases', 'c', sql`(select cases from ids)::bigint[]`), [
      [
        sql`case when c.paused_at = c.principal_paid_at then 'costs_left' else 'case_paused' end`,
        sql.ref('c.paused_at'),
        sql.ref('c.paused_until'),
      ],
    ]),
  ]
}

/** Tasks that block what they are about, and what a debtor wrote and nobody has read. */
function work(portion: Portion): RawBuilder<unknown>[] {
  const tasks = (owner: RawBuilder<unknown>, theirs: RawBuilder<boolean>): RawBuilder<unknown> =>
    part({
      ...{ owner, reason: sql.lit('task'), since: sql.ref('t.created_at'), id: sql.ref('t.id') },
      from: sql`tasks t where ${theirs} and ${blocksNow('t')}`,
    })
  return [
    tasks(debtor('t.debtor_id'), sql`${ofPortion('t', portion)} and t.invoice_id is null and t.credit_case_id is null`),
    tasks(invoice('t.invoice_id'), ofRecords('t', portion, 'invoice_id')),
    tasks(credit_case('t.credit_case_id'), sql`${ofRecords('t', portion, 'credit_case_id')} and t.invoice_id is null`),
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
  // From the portal it lapses unless somebody takes it up.
  const dispute = sql`case when s.ended_at is not null then 'after_dispute'
    when s.origin = 'portal' and s.taken_up_at is null then 'dispute_unanswered' else 'dispute' end`
  return [
    part({
      owner: invoice('p.invoice_id'),
      reason: sql.lit('promise'),
      since: sql.ref('r.created_at'),
      day: sql.ref('r.promised_on'),
      id: sql.ref('r.id'),
      from: sql`promises r
        join promise_invoices p on p.administration_id = ${portion.administration_id}::bigint and p.promise_id = r.id
        where ${ofPortion('r', portion)} and r.status = 'open'`,
    }),
    part({
      ...{ owner: invoice('s.invoice_id'), reason: dispute, since: sql.ref('s.created_at'), id: sql.ref('s.id') },
      day: sql`case ${dispute} when 'dispute_unanswered' then s.opened_on when 'after_dispute' then s.ended_on end`,
      from: sql`disputes s where ${ofPortion('s', portion)}
        and (s.ended_at is null or s.ended_on > ${portion.today}::date - ${past_days}::integer)`,
    }),
    plans(portion, 'invoice', sql`payment_plan_invoices`, 'l.invoice_id'),
    plans(portion, 'case', sql`payment_plan_credit_cases`, 'l.credit_case_id'),
  ]
}

/** A plan holds while it runs, and for a while when it was proposed and nobody has answered. */
function plans(
  portion: Portion,
  owner: 'invoice' | 'case',
  links: RawBuilder<unknown>,
  column: string,
): RawBuilder<unknown> {
  const next_term = sql`(select min(t.due_date) from payment_plan_terms t
    where t.administration_id = ${portion.administration_id}::bigint and t.payment_plan_id = p.id and t.amount_due > 0
      and t.missed_at is null)`
  return part({
    owner: owner === 'invoice' ? invoice(column) : credit_case(column),
    reason: sql`case when p.active then 'payment_plan_active' else 'payment_plan_proposed' end`,
    since: sql`case when p.active then coalesce(p.approved_at, p.created_at) else p.proposed_at end`,
    day: sql`case when p.active then ${next_term}::text else ${dayOf('p.proposed_at', portion)} end`,
    id: sql.ref('p.id'),
    from: sql`payment_plans p
      join ${links} l on l.administration_id = ${portion.administration_id}::bigint and l.payment_plan_id = p.id
      where ${ofPortion('p', portion)} and (p.active or (p.proposed_at is not null and p.approved_at is null
        and p.rejected_at is null and p.deactivated_at is null))`,
  })
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
