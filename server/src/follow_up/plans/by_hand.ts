import { sql } from 'kysely'
import { refuse, refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { amountText, cents, sumOf } from '../../domain/money.ts'
import { type PlanTerm, planProblems } from '../../domain/payment_plan.ts'
import { agreed_by_hand, proposalProblems } from '../../domain/proposed_terms.ts'
import type { Mailing } from '../../letters/payment_plan.ts'
import { chooseItems } from './items.ts'
import { makePlan } from './make.ts'

type Wanted = {
  invoice_ids: readonly string[]
  credit_case_ids: readonly string[]
  terms: readonly PlanTerm[]
  /** Whether the debtor gets a mail with the terms. */
  mail: boolean
}

/**
 * Makes the plan that somebody agreed on with a debtor, in force at once. Its terms pay all that is owed, with the
 * costs and interest that were charged, to the cent. Returns its id, and whether the debtor gets a mail.
 */
export async function makePlanByHand(
  change: Mailing,
  { invoice_ids, credit_case_ids, terms, mail }: Wanted,
): Promise<{ id: string; mailed: boolean }> {
  const names = await namesOf(change, { invoice_ids, credit_case_ids })
  const { chosen, problems } = await chooseItems(change, names, true)
  problems.push(...proposalProblems(terms, change.today, agreed_by_hand), ...planProblems(chosen, terms))
  const [first] = chosen
  if (first === undefined || problems.length > 0) return refuseParameters(problems)
  const [open, agreed] = [sum(chosen.map((one) => one.open_amount)), sum(terms.map((one) => one.amount))]
  if (open !== agreed) refuseParameters([`terms: add up to ${amountText(agreed)}, but ${amountText(open)} is open`])
  return makePlan(change, { debtor_id: first.debtor_id, terms, items: chosen, with_costs: true }, mail)
}

const sum = (amounts: readonly string[]): bigint => sumOf(amounts.map(cents))

type Ids = Pick<Wanted, 'invoice_ids' | 'credit_case_ids'>

async function namesOf({ db, administration_id }: Change, { invoice_ids, credit_case_ids }: Ids) {
  const { rows } = await sql<{ invoice_numbers: string[]; credit_case_numbers: string[] }>`
    select array(select invoice_number from invoices
                 where administration_id = ${administration_id}::bigint and id = any(${invoice_ids}::bigint[])
                 order by id) as invoice_numbers,
           array(select case_number from credit_cases
                 where administration_id = ${administration_id}::bigint and id = any(${credit_case_ids}::bigint[])
                 order by id) as credit_case_numbers`.execute(db)
  const names = rows[0] ?? { invoice_numbers: [], credit_case_numbers: [] }
  if (names.invoice_numbers.length < new Set(invoice_ids).size) refuse('not_found', 'There is no such invoice.')
  if (names.credit_case_numbers.length < new Set(credit_case_ids).size)
    refuse('not_found', 'There is no such credit case.')
  return names
}
