import { type RawBuilder, sql } from 'kysely'
import { refuse } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { drawIds } from '../../db/draw_ids.ts'
import { caseNumberOf, shownCaseNumber } from '../../domain/case_number.ts'
import { cents } from '../../domain/money.ts'
import { emit } from '../../events/emit.ts'
import type { Charge } from '../../law/pack.ts'
import { followCases } from '../../ledger/cases.ts'
import type { Booking } from '../../ledger/post.ts'
import type { Because } from '../decide/decision.ts'
import { postCharges } from './charges.ts'
import { writeSteps } from './steps.ts'

/** Why a step of a case is done, by which flow, and by whom. */
export type CaseStepFacts = {
  round?: number
  flow_code: string | null
  flow_version: number | null
  reasons: readonly Because[]
  origin: 'engine' | 'person'
}

export type Opening = CaseStepFacts & {
  debtor_id: string
  invoice_ids: readonly string[]
  /** A case that runs and takes them in; null: they become a new one. */
  into: string | null
  charges: readonly Charge[]
}

/**
 * Opens a credit case for invoices of a debtor, or puts them into one that runs: they name it from then on, open fees
 * of reminders are credited, and what the law allows is charged. Everything or nothing: an invoice that is settled, in
 * a case already, or of another debtor or currency is refused. Returns the case.
 */
export async function openCase(change: Change, opening: Opening): Promise<string> {
  const { debtor_id, invoice_ids, into, charges } = opening
  const invoices = await freeInvoices(change, opening)
  const currency_code = await currencyOf(change, opening, invoices)
  const id = into ?? (await insertCase(change, { debtor_id, currency_code }))
  await takeIn(change, id, invoice_ids)
  if (into === null) {
    const { round = 1, flow_code, flow_version, reasons, origin } = opening
    const about = { debtor_id, credit_case_id: id, step: 'opening', round } as const
    await writeSteps(change, [{ ...about, flow_code, flow_version, reasons, origin }])
  }
  await followCases(change, [id])
  await postCharges(change, charges, creditedFees(change, invoices))
  if (into === null) await emit(change, 'case_created', 'credit_case', id)
  return id
}

type Free = {
  id: string
  invoice_number: string
  currency_code: string
  fees: string
  problem: string | null
}

/** Who opens a case holds the stamp of the administration, so that nothing moves meanwhile. */
async function freeInvoices(change: Change, { debtor_id, invoice_ids }: Opening): Promise<Free[]> {
  const { db, administration_id } = change
  const { rows } = await sql<Free>`
    select id, invoice_number, currency_code, administration_costs_open::text as fees,
           case when debtor_id <> ${debtor_id}::bigint then 'is of another debtor'
                when active_credit_case_id is not null then 'is in a credit case already'
                when active_payment_plan_id is not null then 'is paid by the terms of a payment plan'
                when open_amount <= 0 then 'is paid' end as problem
    from invoices
    where administration_id = ${administration_id}::bigint and id = any(${[...invoice_ids]}::bigint[])
    order by due_date, id`.execute(db)
  if (rows.length === 0 || rows.length < new Set(invoice_ids).size) refuse('not_found', 'There is no such invoice.')
  const problems = rows.flatMap(({ invoice_number, problem }) =>
    problem ? [`Invoice ${invoice_number} ${problem}`] : [],
  )
  if (problems.length > 0) refuse('unprocessable_entity', `${problems.join('. ')}.`)
  return rows
}

/** A case is in one currency. */
async function currencyOf(change: Change, { debtor_id, into }: Opening, invoices: readonly Free[]): Promise<string> {
  const currencies = new Set(invoices.map(({ currency_code }) => currency_code))
  if (into !== null) {
    const running = await change.db
      .selectFrom('credit_cases')
      .select('currency_code')
      .where('administration_id', '=', change.administration_id)
      .where('id', '=', into)
      .where('debtor_id', '=', debtor_id)
      .where('deactivated_at', 'is', null)
      .where('active_payment_plan_id', 'is', null)
      .executeTakeFirst()
    currencies.add(
      running?.currency_code ?? refuse('not_found', 'There is no such credit case that runs without a plan.'),
    )
  }
  const [currency_code = '', ...others] = currencies
  if (others.length > 0) {
    refuse(
      'unprocessable_entity',
      `A credit case is in one currency, and these invoices are in ${[...currencies].join(' and ')}.`,
    )
  }
  return currency_code
}

async function insertCase(
  { db, administration_id, now, stamp }: Change,
  { debtor_id, currency_code }: { debtor_id: string; currency_code: string },
): Promise<string> {
  const [id = ''] = await drawIds(db, 'credit_cases', 1)
  const case_number = caseNumberOf(id)
  await sql`
    insert into credit_cases (administration_id, id, debtor_id, case_number, credit_case_number, currency_code,
                              total_amount, open_amount, started_at, created_at, updated_at)
    values (${administration_id}::bigint, ${id}::bigint, ${debtor_id}::bigint, ${case_number}::text,
            ${shownCaseNumber(case_number)}::text, ${currency_code}::text, 0, 0, ${now.toISOString()}::timestamptz,
            ${stamp}::timestamptz, ${stamp}::timestamptz)`.execute(db)
  return id
}

/** The principal of the invoices becomes part of the total; costs are added up from what the invoices say. */
async function takeIn(change: Change, credit_case_id: string, invoice_ids: readonly string[]): Promise<void> {
  const { db, administration_id, now, stamp } = change
  const of_invoices = sql`administration_id = ${administration_id}::bigint and id = any(${[...invoice_ids]}::bigint[])`
  await sql`
    update credit_cases c
    set total_amount = c.total_amount + added.principal, open_amount = c.open_amount + added.principal,
        updated_at = ${stamp}::timestamptz
    from (select sum(open_amount) as principal from invoices where ${of_invoices}) added
    where c.administration_id = ${administration_id}::bigint and c.id = ${credit_case_id}::bigint`.execute(db)
  await sql`
    update invoices
    set active_credit_case_id = ${credit_case_id}::bigint, updated_at = ${stamp}::timestamptz,
        debt_collection_at = coalesce(debt_collection_at, ${now.toISOString()}::timestamptz)
    where ${of_invoices}`.execute(db)
  await sql`
    insert into credit_case_invoices (administration_id, credit_case_id, invoice_id)
    select administration_id, ${credit_case_id}::bigint, id from invoices where ${of_invoices}
    on conflict (administration_id, credit_case_id, invoice_id) do nothing`.execute(db)
}

/** What was agreed comes first, and payments fill its terms as long as the case is what it was. */
export const refusePlanned = (): never =>
  refuse('conflict', 'This credit case is paid by the terms of a payment plan. End the plan first.')

/** Collection costs take the place of what reminders cost. */
const creditedFees = ({ today }: Change, invoices: readonly Free[]): Booking[] =>
  invoices
    .filter(({ fees }) => cents(fees) > 0n)
    .map(({ id, fees }) => ({
      ...{ invoice_id: id, cost_type: 'administration_costs', transaction_type: 'credit' },
      ...{ amount: cents(fees), payment_date: today },
    }))

/**
 * Hands a case over to a bailiff or a lawyer: the moment on the case and its invoices, the step, and the event. One
 * that was handed over, or has ended, is refused, and one that a payment plan is about.
 */
export async function handOver(change: Change, credit_case_id: string, step: CaseStepFacts): Promise<void> {
  const { db, administration_id, now, stamp } = change
  const moment = now.toISOString()
  const { rows } = await sql<{ debtor_id: string; round: number; planned: boolean; problem: string | null }>`
    select debtor_id::text, ${roundOf(credit_case_id, change)} as round, active_payment_plan_id is not null as planned,
           case when deactivated_at is not null then 'has ended'
                when forwarded_to_bailiff_at is not null then 'has been handed over already' end as problem
    from credit_cases
    where administration_id = ${administration_id}::bigint and id = ${credit_case_id}::bigint for update`.execute(db)
  const { debtor_id, round, planned, problem } = rows[0] ?? refuse('not_found', 'There is no such credit case.')
  if (problem !== null) refuse('conflict', `This credit case ${problem}.`)
  if (planned) refusePlanned()
  await sql`
    update credit_cases set forwarded_to_bailiff_at = ${moment}::timestamptz, updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = ${credit_case_id}::bigint`.execute(db)
  await sql`
    update invoices set bailiff_at = ${moment}::timestamptz, updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint
      and active_credit_case_id = ${credit_case_id}::bigint`.execute(db)
  const { flow_code, flow_version, reasons, origin } = step
  const about = { debtor_id, credit_case_id, step: 'bailiff', round: step.round ?? round } as const
  await writeSteps(change, [{ ...about, flow_code, flow_version, reasons, origin }])
  await emit(change, 'case_to_bailiff', 'credit_case', credit_case_id)
}

/** The round that a case is in: the latest that somebody began. */
const roundOf = (credit_case_id: string, { administration_id }: Change): RawBuilder<number> => sql`coalesce((
  select max(r.round) from rounds r
  where r.administration_id = ${administration_id}::bigint and r.credit_case_id = ${credit_case_id}::bigint), 1)`
