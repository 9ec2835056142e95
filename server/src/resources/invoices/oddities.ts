import type { Decision, InvoiceRequest } from '../../domain/invoice.ts'
import type { GivenInvoice } from './input.ts'
import type { References } from './references.ts'

/** What can be, but is hardly meant: the invoice is taken as it was sent, and the answer warns of this. */
export function oddities(
  given: GivenInvoice,
  request: InvoiceRequest,
  decision: Decision,
  references: References,
): string[] {
  return [
    ...oddAmounts(request, decision, references),
    ...oddDays(given, request, decision, references),
    ...oddDocuments(given, references),
    ...sharedIdentifier(given.invoice_number, decision, references),
  ]
}

function oddAmounts(request: InvoiceRequest, { members, balance }: Decision, { book_currency }: References): string[] {
  const { currency_code } = members
  const { total, open, book_total, book_open } = balance
  if (Object.keys(request.balance).length === 0 || currency_code !== book_currency) return []
  if (total === book_total && open === book_open) return []
  return [`book_amount_total: differs from amount_total, or book_amount_open from amount_open, all in ${currency_code}`]
}

/** Clocks are seldom further apart than this. */
const clocks_differ_ms = 5 * 60_000

function oddDays(
  given: GivenInvoice,
  request: InvoiceRequest,
  { members }: Decision,
  { today, now }: References,
): string[] {
  const odd: string[] = []
  const { invoice_date, due_date } = members
  const changed_day = request.members.invoice_date ?? request.members.due_date
  if (changed_day !== undefined && due_date < invoice_date) odd.push(`due_date: ${due_date} is before the invoice_date`)
  const { sent_at } = request.members
  if (sent_at && Date.parse(sent_at) > now.getTime() + clocks_differ_ms) odd.push('sent_at: is in the future')
  for (const [place, { payment_date }] of (given.payments ?? []).entries()) {
    if (payment_date && payment_date > today) odd.push(`payments[${place}].payment_date: is in the future`)
  }
  return odd
}

/** Types that say nothing, and those that a document of the kind has. */
const expected = {
  document: { fits: /pdf|octet-stream/, says: 'the document of an invoice is a PDF' },
  ubl_document: { fits: /xml|octet-stream|text\/plain/, says: 'UBL is XML' },
} as const

function oddDocuments(given: GivenInvoice, { file_types }: References): string[] {
  return (['document', 'ubl_document'] as const).flatMap((kind) => {
    const type = file_types.get(given[kind]?.checksum ?? '')
    const { fits, says } = expected[kind]
    if (type === undefined || given[kind]?.destroy || fits.test(type)) return []
    return [`${kind}: the file is ${type.slice(0, 60)}, and ${says}`]
  })
}

/** Notes the identifier for the next invoices of the batch. */
function sharedIdentifier(invoice_number: string, { members }: Decision, { identifiers }: References): string[] {
  const { invoice_identifier } = members
  if (invoice_identifier === null) return []
  const other = identifiers.get(invoice_identifier) ?? invoice_number
  identifiers.set(invoice_identifier, invoice_number)
  return other === invoice_number ? [] : [`invoice_identifier: invoice ${other.slice(0, 60)} has the same`]
}
