import { sql } from 'kysely'
import { refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { type PlanTerm, planProblems } from '../../domain/payment_plan.ts'
import { proposalProblems } from '../../domain/proposed_terms.ts'
import { type Mailing, mailPlan } from '../../letters/payment_plan.ts'
import { chooseItems } from './items.ts'
import { checkPlan, proposePlan, rejectPlan } from './make.ts'

type Proposal = Parameters<typeof rejectPlan>[1] & { debtor_id: string; proposed_by: string | null }

/**
 * Offers other terms for what a debtor proposed: the proposal is rejected, and a new plan over the same waits for the
 * debtor, who gets a mail with the link to it. Returns the id of the new plan.
 */
export async function offerTerms(change: Mailing, proposal: Proposal, terms: readonly PlanTerm[]): Promise<string> {
  if (proposal.proposed_by === 'creditor')
    refuseParameters(['id: the plan is an offer already, and waits for the debtor'])
  checkPlan('offer', proposal)
  await rejectPlan(change, proposal)
  const { chosen, problems } = await chooseItems(change, await namesOf(change, proposal.id))
  problems.push(...proposalProblems(terms, change.today), ...planProblems(chosen, terms))
  if (problems.length > 0) refuseParameters(problems)
  const plan = { debtor_id: proposal.debtor_id, terms, items: chosen, answers_plan_id: proposal.id }
  const id = await proposePlan(change, plan, 'creditor')
  await mailPlan(change, id, 'offered_plan')
  return id
}

async function namesOf({ db, administration_id }: Change, plan_id: string) {
  const { rows } = await sql<{ invoice_numbers: string[]; credit_case_numbers: string[] }>`
    select array(select i.invoice_number from payment_plan_invoices l
                 join invoices i on i.administration_id = ${administration_id}::bigint and i.id = l.invoice_id
                 where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = ${plan_id}::bigint
                 order by i.id) as invoice_numbers,
           array(select c.case_number from payment_plan_credit_cases l
                 join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = l.credit_case_id
                 where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = ${plan_id}::bigint
                 order by c.id) as credit_case_numbers`.execute(db)
  return rows[0] ?? { invoice_numbers: [], credit_case_numbers: [] }
}
