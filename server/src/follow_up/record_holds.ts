import { type Kysely, type RawBuilder, sql } from 'kysely'
import { shownMoment } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import { isOwed } from './outstanding.ts'

export const held_families = ['debtors', 'invoices', 'credit_cases'] as const
export type HeldFamily = (typeof held_families)[number]

/** Why nothing is sent, since when, and what to look at for more. */
export type Hold = {
  reason: string
  since: string | null
  payment_plan_id: string | null
  credit_case_id: string | null
  task_id: string | null
  subject: string | null
}

type Record = { administration_id: string; family: HeldFamily; id: string }

/** What a record is part of. Nothing holds what is settled, for nothing would be sent for it anyway. */
const targets: Readonly<{ [Family in HeldFamily]: RawBuilder<unknown> }> = {
  debtors: sql`
    select r.administration_id, r.id as debtor_id, null::bigint as invoice_id, null::bigint as credit_case_id,
           false as in_case
    from debtors r where true`,
  invoices: sql`
    select r.administration_id, r.debtor_id, r.id as invoice_id, r.active_credit_case_id as credit_case_id,
           r.active_credit_case_id is not null as in_case
    from invoices r
    where ${isOwed('r')}`,
  credit_cases: sql`
    select r.administration_id, r.debtor_id, null::bigint as invoice_id, r.id as credit_case_id, false as in_case
    from credit_cases r where r.deactivated_at is null`,
}

type HoldSource = {
  reason: RawBuilder<unknown>
  since: RawBuilder<unknown>
  from: RawBuilder<unknown>
  plan?: RawBuilder<unknown>
  credit_case?: RawBuilder<unknown>
  task?: RawBuilder<unknown>
  subject?: RawBuilder<unknown>
}

/** A row for each reason, those that lead to more before the same reason without a way there. */
const part = ({ reason, since, from, plan, credit_case, task, subject }: HoldSource): RawBuilder<unknown> => sql`
  select ${reason} as reason, ${shownMoment(since)} as since, ${plan ?? sql`null::bigint`}::text as payment_plan_id,
         ${credit_case ?? sql`null::bigint`}::text as credit_case_id, ${task ?? sql`null::bigint`}::text as task_id,
         ${subject ?? sql`null::text`} as subject
  from target ${from}`

const of_administration = sql`join administrations a on a.id = target.administration_id`
const of_debtor = sql`join debtors d on d.administration_id = target.administration_id and d.id = target.debtor_id`
const of_invoice = sql`join invoices i on i.administration_id = target.administration_id and i.id = target.invoice_id`
const of_case = sql`
  join credit_cases c on c.administration_id = target.administration_id and c.id = target.credit_case_id`

const plan = (of: RawBuilder<unknown>, held: RawBuilder<unknown>): RawBuilder<unknown> =>
  part({
    reason: sql`'payment_plan_active'`,
    since: sql`coalesce(p.approved_at, p.created_at)`,
    plan: sql`p.id`,
    from: sql`${of} join payment_plans p on p.administration_id = target.administration_id
      and p.id = ${held}.active_payment_plan_id`,
  })

const blocks = (of: RawBuilder<unknown>, held: RawBuilder<unknown>): RawBuilder<unknown> =>
  part({
    reason: sql`b.reason`,
    since: sql`${held}.blocked_at`,
    from: sql`${of} cross join lateral unnest(${held}.block_reasons) as b (reason)`,
  })

const tasks = (naming: RawBuilder<unknown>): RawBuilder<unknown> =>
  part({
    reason: sql`'task'`,
    since: sql`t.created_at`,
    task: sql`t.id`,
    subject: sql`t.subject`,
    from: sql`join tasks t on t.administration_id = target.administration_id and ${naming}
      where t.completed_at is null and t.blocks_dossiers`,
  })

const paused = (reason: RawBuilder<unknown>, since: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  part({ reason, since, from: sql`${from} where ${since} is not null` })

const parts = sql.join(
  [
    paused(sql`'administration_paused'`, sql`a.paused_at`, of_administration),
    paused(sql`'administration_reminding_paused'`, sql`a.reminding_paused_at`, of_administration),
    paused(sql`'debtor_paused'`, sql`d.paused_at`, of_debtor),
    paused(sql`'debtor_reminding_paused'`, sql`d.reminding_paused_at`, of_debtor),
    part({
      reason: sql`'credit_case'`,
      since: sql`c.started_at`,
      credit_case: sql`c.id`,
      subject: sql`c.credit_case_number`,
      from: sql`${of_case} where target.in_case`,
    }),
    paused(sql`'invoice_paused'`, sql`i.paused_at`, of_invoice),
    part({ reason: sql`'not_sent'`, since: sql`null::timestamptz`, from: sql`${of_invoice} where i.sent_at is null` }),
    part({
      reason: sql`'collectable'`,
      since: sql`i.collectable_at`,
      from: sql`${of_invoice} where i.collectable_at is not null and not target.in_case
        and i.active_payment_plan_id is null`,
    }),
    paused(
      sql`case when c.paused_at = c.principal_paid_at then 'costs_left' else 'case_paused' end`,
      sql`c.paused_at`,
      of_case,
    ),
    plan(of_invoice, sql`i`),
    plan(of_case, sql`c`),
    blocks(of_invoice, sql`i`),
    blocks(of_case, sql`c`),
    tasks(sql`t.invoice_id = target.invoice_id`),
    tasks(sql`t.credit_case_id = target.credit_case_id`),
    tasks(sql`t.debtor_id = target.debtor_id and t.invoice_id is null and t.credit_case_id is null`),
  ],
  sql` union all `,
)

/** Everything that keeps a record from being followed up, each reason once. */
export async function holdsOf(db: Kysely<Tables>, { administration_id, family, id }: Record): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    with target as materialized (
      ${targets[family]} and r.administration_id = ${administration_id}::bigint and r.id = ${id}::bigint)
    ${parts}`.execute(db)
  const known = new Set<string>()
  return rows.filter(({ reason, task_id }) => {
    if (task_id !== null) return true
    if (known.has(reason)) return false
    known.add(reason)
    return true
  })
}
