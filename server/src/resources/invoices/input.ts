import { boolean, dateTime, type Input, key, keyList, listOf, money, object, text } from '../../api/field.ts'
import { inputOf, leading, optional } from '../../api/writable.ts'
import { payments } from '../payments.ts'
import { invoice_line, invoices } from './invoices.ts'

const document = {
  checksum: text('SHA3-512 of an uploaded file, in base64.'),
  filename: text('Name to show; made from the invoice number unless given.'),
  destroy: boolean('Removes the document; with a checksum only that one.'),
}

/** Reminders of the time before, or of somebody else. They are no columns of the write: few invoices come with them. */
const sentBefore = (what: string) =>
  dateTime(`When ${what} was sent, by whoever did that before: it does not come again. What is known already stays.`)
const reminders = {
  pre_reminder_at: sentBefore('a friendly reminder'),
  reminder_1_at: sentBefore('the first reminder'),
  reminder_2_at: sentBefore('the second reminder'),
  reminder_3_at: sentBefore('the third reminder'),
  reminder_4_at: sentBefore('the fourth reminder'),
  final_reminder_at: sentBefore('the final reminder'),
}

// The members stand in the order of the documentation, those that are always there first. A field that its definition
// makes writable, and that is not named here, comes with the others.

const { origin_identifier, cost_type, transaction_type, payment_date, ...payment_columns } = payments.input
const payment = {
  amount: money('Amount in the currency of the invoice; positive lowers what is open.').required(),
  origin_identifier,
  cost_type,
  transaction_type,
  payment_date,
  book_amount: money('Amount in administration currency; by the rate of the invoice unless given.'),
  ...leading(payment_columns, ['description']),
}

const line = leading(inputOf(invoice_line), [
  'description',
  'vat_rate_code',
  'total_excl_tax_amount',
  'total_incl_tax_amount',
  'vat_amount',
  'vat_percentage',
  'product_price',
])

const { invoice_number, invoice_date, due_date, currency_code, invoice_identifier, ...columns } = invoices.input
const members = {
  invoice_date,
  due_date,
  currency_code,
  amount_total: money('Total, in the currency of the invoice; negative for a credit note.').required(),
  amount_open: money(
    'Open part of the total. When it changes and no payments are given, a payment is made for it.',
  ).required(),
  book_amount_total: money('Total, in administration currency.').required(),
  book_amount_open: money('Open part, in administration currency.').required(),
  invoice_identifier,
  debtor_number: key('Debtor, by number. A new invoice needs this or the identifier.'),
  debtor_identifier: key('Debtor, by its key in the accounting software.'),
  contact_identifier: key("Contact of this invoice; the debtor's own unless given."),
  ...leading(columns, ['order_number', 'peppol_identifier', 'description', 'category']),
  ...reminders,
  labels: keyList('All labels; replaces those that are there. An empty list takes all of them off, and so does null.'),
  document: object(document, 'The PDF of the invoice, uploaded before.'),
  ubl_document: object(document, 'The UBL file of the invoice, uploaded before.'),
  payments: listOf(
    payment,
    'All payments, oldest first: those that are there and not in the list are removed, those that are there under the ' +
      'same key are corrected and keep their id. They add up to total less open.',
  ),
}

/** What an upsert takes. */
export const upserted_invoice = {
  invoice_number,
  ...members,
  invoice_lines: listOf(line, 'All lines; replaces those that are there.'),
}

/** What an update takes: everything but the lines, and nothing but the number is required. */
export const updated_invoice = { invoice_number, ...optional(members) }

/** An invoice of 121.00 of which 21.00 came in. */
export const invoice_example = {
  invoice_number: '2026-0117',
  invoice_identifier: '8c41',
  invoice_date: '2026-11-01',
  due_date: '2026-12-01',
  debtor_number: 'D1001',
  currency_code: 'EUR',
  amount_total: '121.00',
  amount_open: '100.00',
  book_amount_total: '121.00',
  book_amount_open: '100.00',
  payment_condition: 'N30',
  invoice_lines: [
    { description: 'Delivery', vat_rate_code: 'high', product_quantity: '4', total_excl_tax_amount: '100.00' },
  ],
  payments: [{ amount: '21.00', origin_identifier: 'bank-70311', payment_date: '2026-11-09' }],
}

export type GivenPayment = Input<typeof payment>
export type GivenDocument = Input<typeof document>
/** An invoice as a client sends it, in an upsert or in an update. */
export type GivenInvoice = Input<typeof updated_invoice> & { invoice_lines?: Input<typeof line>[] | null }
