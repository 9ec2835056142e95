import { type Kysely, sql } from 'kysely'
import { refuseParameters } from '../api/errors.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { owedOn } from '../follow_up/owed.ts'
import type { PortalLink } from './links.ts'

/** An invoice that a debtor chose, as far as it matters for what it does with it. */
export type ChosenInvoice = {
  id: string
  invoice_number: string
  currency_code: string
  /** All that is to be paid of it. */
  owed: string
  total_amount: string
  /** Whether it can be paid here: it is not in a plan and not collected. */
  asked: boolean
  collected: boolean
  in_plan: boolean
  in_case: boolean
  dispute_id: string | null
}

export const invoices_max = 200

/**
 * The invoices of a link that are named. What the link does not show is not there, whoever it belongs to. The most
 * that a page shows can be named at once.
 */
export async function chosenInvoices(
  db: Kysely<Tables>,
  link: PortalLink,
  today: Day,
  wanted: readonly string[],
): Promise<ChosenInvoice[]> {
  const numbers = [...new Set(wanted)]
  if (numbers.length === 0) refuseParameters(['invoice_numbers: is missing'])
  if (numbers.length > invoices_max) refuseParameters([`invoice_numbers: must not be more than ${invoices_max}`])
  const { rows } = await sql<ChosenInvoice>`
    with listed as (${owedOn(link, today)})
    select id, invoice_number, currency_code, owed::text, total_amount::text, asked, collected,
           plan_id is not null as in_plan, active_credit_case_id is not null as in_case, dispute_id::text
    from listed where invoice_number = any(${numbers}::text[])
    order by due_date, id`.execute(db)
  const known = new Set(rows.map(({ invoice_number }) => invoice_number))
  const missing = numbers.filter((number) => !known.has(number))
  if (missing.length > 0) refuseParameters(missing.map((number) => `invoice_numbers: ${number} is not here`))
  return rows
}
