import type { InvoiceRequest, Members } from '../../domain/invoice.ts'
import { computeLines, type Line } from '../../domain/invoice_lines.ts'
import { amount_max, cents, magnitude } from '../../domain/money.ts'
import type { WantedPayment } from '../../domain/payments.ts'
import type { GivenInvoice, GivenPayment } from './input.ts'
import { invoice_columns, invoices } from './invoices.ts'
import type { References } from './references.ts'

/** What a client asks for of an invoice, in the terms of the trade, and what is wrong or odd with it. */
export type CheckedRequest = {
  request: InvoiceRequest
  /** Null: nothing was said of them. */
  labels: string[] | null
  problems: string[]
  warnings: string[]
}

/** Reads what was sent of one invoice, and holds it against the lines that are there. A new one needs its debtor. */
export function readRequest(
  given: GivenInvoice,
  references: References,
  known: { lines: readonly Line[] } | null,
): CheckedRequest {
  const problems: string[] = []
  const warnings: string[] = []
  const members = membersOf(given)
  const debtor_id = debtorOf(given, references, known === null, problems)
  if (debtor_id !== null) members.debtor_id = debtor_id
  const contact = referred(given.contact_identifier, references.contacts, 'contact_identifier', 'contact', problems)
  if (contact !== undefined) members.contact_id = contact
  const { payment_conditions } = references
  referred(given.payment_condition, payment_conditions, 'payment_condition', 'payment condition', problems)
  const request: InvoiceRequest = {
    members,
    balance: {
      ...amountOf('total', given.amount_total),
      ...amountOf('open', given.amount_open),
      ...amountOf('book_total', given.book_amount_total),
      ...amountOf('book_open', given.book_amount_open),
    },
  }
  if (given.payments) request.payments = given.payments.map((one, place) => paymentOf(one, place, problems, warnings))
  problems.push(...twice((request.payments ?? []).map(({ origin_identifier }) => origin_identifier)))
  if (given.invoice_lines) {
    const computed = computeLines(given.invoice_lines, references.vat_rates, known?.lines)
    request.lines = computed.lines
    problems.push(...computed.problems)
  }
  // Null empties, as it does elsewhere: then there are no labels.
  const labels = given.labels === undefined ? null : (given.labels ?? [])
  return { request, labels, problems, warnings }
}

/** The columns that clients fill as they sent them. */
const sent_columns = invoice_columns.filter((name) => name in invoices.input)

/** What an invoice always has cannot be emptied, and one that was sent stays so. */
const isLasting = (name: string): boolean => name === 'sent_at' || invoices.fields[name]?.definition.required === true

/** What was sent for the columns of an invoice. Null empties a column, and says nothing of a lasting one. */
function membersOf(given: GivenInvoice): Partial<Members> {
  const values: { readonly [name: string]: unknown } = given
  const sent = sent_columns.flatMap((name) => {
    const value = values[name] === '' ? null : values[name]
    return value === undefined || (value === null && isLasting(name)) ? [] : [[name, value]]
  })
  // Each was read as the type of its column.
  return Object.fromEntries(sent) as Partial<Members>
}

function debtorOf(given: GivenInvoice, { debtors }: References, is_new: boolean, problems: string[]): string | null {
  const found: string[] = []
  for (const name of ['debtor_number', 'debtor_identifier'] as const) {
    const key = given[name]
    if (!key) continue
    const id = debtors[name].get(key)
    if (id === undefined) problems.push(`${name}: there is no debtor ${key.slice(0, 60)} in this administration`)
    else found.push(id)
  }
  const [one = null, other = one] = found
  if (one !== other) problems.push('debtor_identifier: belongs to another debtor than debtor_number')
  if (is_new && !given.debtor_number && !given.debtor_identifier) {
    problems.push('debtor_number: is missing, and so is debtor_identifier')
  }
  return one
}

/** What a code or key stands for: null when it is emptied, undefined when nothing was said or it is unknown. */
function referred(
  key: string | null | undefined,
  known: ReadonlyMap<string, string>,
  name: string,
  one: string,
  problems: string[],
): string | null | undefined {
  if (key === undefined) return undefined
  if (key === null || key === '') return null
  const found = known.get(key)
  if (found === undefined) problems.push(`${name}: there is no ${one} ${key.slice(0, 60)} in this administration`)
  return found
}

const amountOf = (name: keyof InvoiceRequest['balance'], text: string | null | undefined): InvoiceRequest['balance'] =>
  text == null ? {} : { [name]: cents(text) }

function paymentOf(given: GivenPayment, place: number, problems: string[], warnings: string[]): WantedPayment {
  const here = `payments[${place}]`
  const amount = cents(given.amount)
  const book_amount = given.book_amount == null ? null : cents(given.book_amount)
  if (amount === 0n && (book_amount ?? 0n) === 0n) problems.push(`${here}.amount: must not be 0.00`)
  if (magnitude(amount) > amount_max || magnitude(book_amount ?? 0n) > amount_max)
    problems.push(`${here}.amount: is too large`)
  const transaction_type = given.transaction_type || null
  const wanted: WantedPayment = {
    origin_identifier: given.origin_identifier,
    cost_type: given.cost_type,
    transaction_type,
    amount,
    book_amount,
    payment_date: given.payment_date ?? null,
  }
  if (given.description !== undefined) wanted.description = given.description || null
  const only = [
    ['payment_method', 'payment'],
    ['reversal_code', 'reversal'],
  ] as const
  for (const [name, type] of only) {
    const value = given[name]
    if (value === undefined) continue
    if (value && transaction_type !== type) warnings.push(`${here}.${name}: only a ${type} has one, so it is left out`)
    else wanted[name] = value || null
  }
  return wanted
}

function twice(keys: readonly string[]): string[] {
  const seen = new Set<string>()
  const again = keys.filter((key) => seen.size === seen.add(key).size)
  return [...new Set(again)].map((key) => `payments: ${key.slice(0, 60)} is in the list more than once`)
}
