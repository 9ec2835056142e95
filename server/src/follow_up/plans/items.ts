import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import type { PlanItem } from '../../domain/payment_plan.ts'
import { emitMany } from '../../events/emit_many.ts'
import { coverPlanned, freePlanned } from '../../ledger/plans.ts'
import { outstanding } from '../outstanding.ts'

// What a payment plan is about: invoices and credit cases. They name the plan while it is active, and it blocks them.

export type Chosen = PlanItem & { kind: 'invoice' | 'credit_case'; id: string }

type Names = readonly string[] | null | undefined
type Wanted = { invoice_numbers?: Names; invoice_identifiers?: Names; credit_case_numbers?: Names }

type Row = { [Member in keyof Chosen]: Chosen[Member] | null } & { parameter: string; name: string }

/**
 * The invoices and cases that a request names, each once, and what is wrong with the names. Of invoices the principal
 * is open, or all that is owed of them; of a case always everything.
 */
export async function chooseItems(
  { db, administration_id }: Change,
  wanted: Wanted,
  with_costs = false,
): Promise<{ chosen: Chosen[]; problems: string[] }> {
  const invoices = (parameter: keyof Wanted, column: string) => sql`
    select ${parameter}::text as parameter, wanted.name, 'invoice' as kind, i.id, i.debtor_id, i.currency_code,
           ${with_costs ? outstanding('i') : sql.ref('i.open_amount')}::text as open_amount, i.active_payment_plan_id is not null as in_active_plan,
           i.active_credit_case_id is not null as in_case, false as ended
    from unnest(${wanted[parameter] ?? []}::text[]) wanted (name)
    left join invoices i on i.administration_id = ${administration_id}::bigint and i.${sql.ref(column)} = wanted.name`
  const { rows } = await sql<Row>`
    ${invoices('invoice_numbers', 'invoice_number')}
    union all ${invoices('invoice_identifiers', 'invoice_identifier')}
    union all
    select 'credit_case_numbers', wanted.name, 'credit_case', c.id, c.debtor_id, c.currency_code, c.open_amount::text,
           c.active_payment_plan_id is not null, false, c.deactivated_at is not null
    from unnest(${wanted.credit_case_numbers ?? []}::text[]) wanted (name)
    left join credit_cases c
      on c.administration_id = ${administration_id}::bigint and c.case_number = replace(wanted.name, ' ', '')`.execute(
    db,
  )
  const problems: string[] = []
  if (rows.length === 0) problems.push('invoice_numbers: is missing, unless credit_case_numbers are given')
  for (const { parameter, name, id } of rows) if (id === null) problems.push(`${parameter}: ${name} is not there`)
  const named = new Map<string, Chosen>()
  for (const row of rows) if (isThere(row)) named.set(`${row.kind} ${row.id}`, row)
  const chosen = [...named.values()]
  const doubled = chosen.find(
    ({ parameter, name, id }) =>
      parameter === 'invoice_identifiers' &&
      rows.some((row) => row.parameter === parameter && row.name === name && row.id !== id),
  )
  if (doubled) {
    const way = 'belongs to more than one invoice; name it in invoice_numbers'
    problems.push(`invoice_identifiers: ${doubled.name} ${way}`)
  }
  return { chosen, problems }
}

/** A row that was found has all its members; only the join leaves them empty. */
const isThere = (row: Row): row is Row & Chosen => row.id !== null

/** Notes what a plan is about. */
export async function linkItems(
  { db, administration_id }: Change,
  plan_id: string,
  chosen: readonly Pick<Chosen, 'kind' | 'id'>[],
): Promise<void> {
  const ids = (kind: Chosen['kind']): string[] => chosen.filter((one) => one.kind === kind).map((one) => one.id)
  await sql`
    insert into payment_plan_invoices (administration_id, payment_plan_id, invoice_id)
    select ${administration_id}::bigint, ${plan_id}::bigint, unnest(${ids('invoice')}::bigint[])`.execute(db)
  await sql`
    insert into payment_plan_credit_cases (administration_id, payment_plan_id, credit_case_id)
    select ${administration_id}::bigint, ${plan_id}::bigint, unnest(${ids('credit_case')}::bigint[])`.execute(db)
}

/** Why what a plan is about cannot be paid by its terms any more, each as `<number> <reason>`. */
export async function takenItems({ db, administration_id }: Change, plan_id: string): Promise<string[]> {
  // Of a case that ended before it was paid, nothing would ever fill the terms; one that was paid finishes the plan.
  const { rows } = await sql<{ name: string; reason: string }>`
    select i.invoice_number as name, case when i.active_payment_plan_id is not null then 'is in another active plan'
      else 'is part of a credit case by now' end as reason
    from payment_plan_invoices l
    join invoices i on i.administration_id = ${administration_id}::bigint and i.id = l.invoice_id
    where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = ${plan_id}::bigint
      and (i.active_payment_plan_id is not null or i.active_credit_case_id is not null)
    union all
    select c.credit_case_number, case when c.active_payment_plan_id is not null then 'is in another active plan'
      else 'has ended' end
    from payment_plan_credit_cases l
    join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = l.credit_case_id
    where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = ${plan_id}::bigint
      and (c.active_payment_plan_id is not null or (c.deactivated_at is not null and c.open_amount <> 0))
    order by name`.execute(db)
  return rows.map(({ name, reason }) => `${name} ${reason}`)
}

/** Lets invoices and cases name the plan that is active now, and blocks them; invoices that were free get an event. */
export async function blockPlanItems(context: Change, plan_id: string): Promise<void> {
  await emitEach(context, 'invoice_blocked', await coverPlanned(context, plan_id))
}

/** Frees what a plan covered until now; invoices that nothing else blocks get an event that they go on. */
export async function freePlanItems(context: Change, plan_id: string): Promise<void> {
  const freed = await freePlanned(context, [plan_id])
  await emitEach(
    context,
    'invoice_resumed',
    freed.filter((row) => row.free),
  )
}

const emitEach = (
  context: Change,
  event_name: 'invoice_blocked' | 'invoice_resumed',
  rows: readonly { id: string }[],
) =>
  emitMany(
    context,
    rows.map(({ id }) => ({ event_name, resource_type: 'invoice', resource_id: id })),
  )
