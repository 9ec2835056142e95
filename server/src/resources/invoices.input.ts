import {
  boolean,
  date,
  dateTime,
  decimal,
  type Input,
  integer,
  key,
  keyList,
  listOf,
  money,
  object,
  oneOf,
  price,
  text,
} from '../api/field.ts'
import { cost_types, transaction_types } from '../domain/payments.ts'
import { payment_methods } from './invoices.ts'
import { currencyCode } from './shared/inputs.ts'

const document = {
  checksum: text('SHA3-512 of an uploaded file, in base64.'),
  filename: text('Name to show; made from the invoice number unless told.'),
  destroy: boolean('Removes the document; with a checksum only that one.'),
}

const payment = {
  amount: money('Amount in the currency of the invoice; positive lowers what is open.').required(),
  origin_identifier: key('Key of the payment, different from all others in the administration.').required(),
  cost_type: oneOf(cost_types, 'What it settles; `principal` unless told.').default('principal'),
  transaction_type: oneOf([...transaction_types, ''], 'What kind of change it is.'),
  payment_date: date('Day of payment; today unless told.'),
  book_amount: money('Amount in administration currency; by the rate of the invoice unless told.'),
  description: text('Description.'),
  payment_method: text('Method used; only for a `payment`.'),
  reversal_code: text('Code of the bank for a reversed debit; only for a `reversal`.'),
}

const line = {
  description: text('Product or service.').required(),
  vat_rate_code: key('Code of a VAT rate of the administration.').required(),
  total_excl_tax_amount: money('Amount without VAT; this or the one with VAT must be given.'),
  total_incl_tax_amount: money('Amount with VAT.'),
  vat_amount: money('VAT; computed unless told, and at most one cent off.'),
  vat_percentage: decimal('Must be the rate of the code; taken from it unless told.'),
  product_price: price('Price of one unit; computed unless told.'),
  product_unit: text('Unit; `piece` unless told.').default('piece'),
  product_quantity: decimal('Quantity; 1 unless told.').default('1'),
  line_order: integer('Place of the line, given for all lines or for none.'),
}

/** What an update takes: everything but the lines, and nothing but the number is required. */
export const updated_invoice = {
  invoice_number: key('Number that the debtor sees; the key of the invoice.').required(),
  invoice_date: date('Day from which it is payable.'),
  due_date: date('Last day to pay.'),
  currency_code: currencyCode('Currency, ISO 4217.'),
  amount_total: money('Total, in the currency of the invoice; negative for a credit note.'),
  amount_open: money('Open part of the total. When it changes and no payments are given, a payment is made for it.'),
  book_amount_total: money('Total, in administration currency.'),
  book_amount_open: money('Open part, in administration currency.'),
  invoice_identifier: key('Key of the invoice in the accounting software.'),
  debtor_number: key('Debtor, by number. A new invoice needs this or the identifier.'),
  debtor_identifier: key('Debtor, by its key in the accounting software.'),
  contact_identifier: key("Contact of this invoice; the debtor's own unless told."),
  order_number: key('Order number.'),
  peppol_identifier: key('Peppol address for this invoice.'),
  description: text('Description.'),
  category: text('Category.'),
  payment_condition: key('Code of a payment condition, which decides the flow.'),
  payment_method: oneOf(payment_methods, 'Intended method; `unknown` for a new invoice unless told.'),
  payment_term: integer('Payment term in days.', 0, 36_500),
  sent_at: dateTime('When it was sent. Given: the service does not send it. Can be set while the invoice is unsent.'),
  labels: keyList('All labels; replaces those that are there.'),
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
  ...updated_invoice,
  invoice_date: updated_invoice.invoice_date.required(),
  due_date: updated_invoice.due_date.required(),
  currency_code: updated_invoice.currency_code.required(),
  amount_total: updated_invoice.amount_total.required(),
  amount_open: updated_invoice.amount_open.required(),
  book_amount_total: updated_invoice.book_amount_total.required(),
  book_amount_open: updated_invoice.book_amount_open.required(),
  invoice_lines: listOf(line, 'All lines; replaces those that are there.'),
}

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
/** An invoice as a client tells it, in an upsert or in an update. */
export type GivenInvoice = Input<typeof updated_invoice> & { invoice_lines?: Input<typeof line>[] | null }
