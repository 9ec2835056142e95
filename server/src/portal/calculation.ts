import type { Kysely } from 'kysely'
import { date, listOf, money, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { readCaseCalculation } from '../follow_up/case_claim/read.ts'
import { calculation_fields, part_fields, payment_fields, shownCalculation } from '../follow_up/case_claim/shown.ts'
import type { PortalLink } from './links.ts'

/** How interest and costs of a case come about, as far as it concerns the debtor. */
export const portal_calculation = {
  on: date('Up to which day it is calculated.').required(),
  law: calculation_fields.law,
  party: calculation_fields.party,
  interest: money('Interest up to that day.').required(),
  costs: money('Collection costs.').required(),
  interest_asked: money('Interest that was charged so far; no more is asked for.').required(),
  costs_asked: money('Collection costs that were charged so far.').required(),
  invoices: listOf(
    {
      invoice_number: text('Number.').required(),
      due_date: date('Last day to pay.').required(),
      principal: money('What was to be paid at first.').required(),
      parts: listOf(part_fields, 'Interest, a part for each rate and base.').required(),
      costs: money('Collection costs.').required(),
      costs_rule: text('By which rule there are costs.'),
      last_free_day: date('Last day on which it could be paid without costs.'),
      payments: listOf(payment_fields, 'Payments, with what each settled.').required(),
    },
    'The invoices.',
  ).required(),
}

/** Of a case on which interest or costs were charged; of anything else there is nothing to explain. */
export async function portalCalculation(db: Kysely<Tables>, { administration_id, family, id }: PortalLink, today: Day) {
  if (family !== 'credit_cases') return null
  const found = await readCaseCalculation(db, { administration_id, credit_case_id: id }, today)
  if (!found || found.sums.posted.interest + found.sums.posted.costs === 0n) return null
  const { on, law, party, invoices, sums } = shownCalculation(found)
  return {
    ...{ on, law, party, interest: sums.interest, costs: sums.costs },
    ...{ interest_asked: sums.posted.interest, costs_asked: sums.posted.costs },
    invoices: invoices.map(
      ({ invoice_number, due_date, principal, parts, costs, costs_rule, last_free_day, payments }) => ({
        ...{ invoice_number, due_date, principal, parts, costs, costs_rule, last_free_day, payments },
      }),
    ),
  }
}
