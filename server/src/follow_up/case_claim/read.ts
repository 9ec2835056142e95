import { type Kysely, sql } from 'kysely'
import { type CaseKey, invoicesOfCase } from '../../db/case_invoices.ts'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { cents } from '../../domain/money.ts'
import { countryOfLaw } from '../../law/packs.ts'
import { partyOf } from '../../law/party.ts'
import { type ClaimedFacts, no_history } from '../decide/facts.ts'
import { claimOf } from '../decide/letters.ts'
import { readHistories } from '../read/histories.ts'
import type { Portion } from '../read/portion.ts'
import { nothing_came_back } from '../read/recipients.ts'
import { readDebtors } from '../read/records.ts'
import { readStanding } from '../read/rules.ts'
import { readSteps } from '../read/steps.ts'
import { type CaseCalculation, calculateCase, type InvoiceOfCase } from './calculation.ts'

type Case = { debtor_id: string; started_on: Day; ended_on: Day | null }

/**
 * What the law makes of a case on a day: invoices, interest by its parts, costs, payments in the order of the law, and
 * what was posted. A day ahead is calculated as if nothing came in until then. A case that has ended is calculated up
 * to the day on which it did.
 */
export async function readCaseCalculation(
  db: Kysely<Tables>,
  key: CaseKey,
  asked: Day,
): Promise<CaseCalculation | null> {
  const { administration_id } = key
  const found = await readCase(db, key)
  if (!found) return null
  const on = found.ended_on !== null && found.ended_on < asked ? found.ended_on : asked
  const { rules, timezone } = await readStanding(db, administration_id, on)
  const portion: Portion = { administration_id, debtor_ids: [found.debtor_id], timezone, today: on }
  const [debtor] = await readDebtors(db, portion, nothing_came_back)
  if (!debtor) return null
  const { party, assumed } = partyOf(debtor)
  const countries = { administration: rules.administration.country_code, debtor: debtor.country_code }
  const { facts, invoices } = await readClaimed(db, key, portion)
  const claim = claimOf('opening', facts, { party, today: on, rules }, found.started_on)
  return calculateCase(invoices, claim, {
    ...{ party, party_assumed: assumed, law: rules.lawOf(countryOfLaw(party, countries)) },
  })
}

async function readCase(db: Kysely<Tables>, { administration_id, credit_case_id }: CaseKey): Promise<Case | undefined> {
  const { rows } = await sql<Case>`
    select c.debtor_id::text, (c.started_at at time zone a.timezone)::date::text as started_on,
           (c.deactivated_at at time zone a.timezone)::date::text as ended_on
    from credit_cases c join administrations a on a.id = c.administration_id
    where c.administration_id = ${administration_id}::bigint and c.id = ${credit_case_id}::bigint`.execute(db)
  return rows[0]
}

/** The invoices of a case as the law is asked about them, and what else is shown of them. */
async function readClaimed(
  db: Kysely<Tables>,
  key: CaseKey,
  portion: Portion,
): Promise<{ facts: ClaimedFacts[]; invoices: InvoiceOfCase[] }> {
  const { rows } = await sql<InvoiceRow>`
    select i.id::text, i.debtor_id::text, i.invoice_number, i.currency_code, i.due_date::text, i.total_amount::text,
           i.open_amount::text, i.administration_costs_open::text as fees_open
    from (${invoicesOfCase(key)}) own
    join invoices i on i.administration_id = ${key.administration_id}::bigint and i.id = own.id
    order by i.due_date, i.id`.execute(db)
  const ids = rows.map(({ id }) => id)
  const histories = await readHistories(db, portion, ids)
  const debtor_of = new Map(rows.map(({ id, debtor_id }) => [id, debtor_id]))
  const steps = await readSteps(db, portion, { invoice_ids: ids, case_ids: [] }, debtor_of)
  const read = rows.map((row) => ({ ...row, history: histories.get(row.id) ?? no_history }))
  return {
    facts: read.map(({ id, currency_code, due_date, open_amount, history }) => ({
      ...{ id, currency_code, due_date, open_amount: cents(open_amount), history },
      // The rows of an invoice only name steps of invoices.
      steps: (steps.get(`invoice ${id}`) ?? []) as ClaimedFacts['steps'],
    })),
    invoices: read.map(({ id, invoice_number, due_date, total_amount, fees_open, history }) => ({
      ...{ id, invoice_number, due_date, total: cents(total_amount), fees_open: cents(fees_open) },
      waived: history.waived,
    })),
  }
}

type InvoiceRow = {
  id: string
  debtor_id: string
  invoice_number: string
  currency_code: string
  due_date: Day
  total_amount: string
  open_amount: string
  fees_open: string
}
