import { currencyCode } from '../../api/checked.ts'
import { deletedFrom, resource } from '../../api/define.ts'
import {
  boolean,
  column,
  date,
  dateTime,
  decimal,
  type Given,
  id,
  integer,
  key,
  listOf,
  money,
  ofType,
  oneOf,
  price,
  rowsOf,
  type Source,
  text,
} from '../../api/field.ts'
import { fileLinkTo } from '../../api/file_links.ts'
import { after, anyCopyOf, anyIdOf, anyOf, leadingTo, where } from '../../api/filters.ts'
import { deeplink, noteAddress, portalLink } from '../../api/page_links.ts'
import { types } from '../../api/types.ts'
import { invoicesOfCasesText } from '../../db/case_invoices.ts'
import { label } from '../labels.ts'

/** The newest document of a kind. */
const document = (kind: 'document' | 'ubl_document'): Source =>
  fileLinkTo('invoice_documents', (held, row) => `${held}.invoice_id = ${row}.id and ${held}.kind = '${kind}'`)

export const payment_methods = ['bank_transfer', 'direct_debit', 'cash', 'none', 'unknown'] as const

/** The price of one unit: money, so with two decimals, and with more where a part of a cent counts. */
const unitPrice = ofType<string>({
  ...types.decimal,
  schema: { type: 'string', pattern: '^-?\\d+\\.\\d{2,}$', examples: ['10.00'] },
  print: (column) => `round(${column}, greatest(min_scale(${column}), 2))::text`,
})

export const invoice_line = {
  description: text('Product or service.').required().writable(),
  product_unit: text('Unit.').required().writable(text('Unit; `piece` unless given.').default('piece')),
  product_quantity: decimal('Quantity.').required().writable(decimal('Quantity; 1 unless given.').default('1')),
  product_price: unitPrice('Price of one unit, with at least two decimals.')
    .required()
    .writable(price('Price of one unit; computed unless given.')),
  vat_rate_code: text('Code of a VAT rate of the administration.').required().writable(key),
  vat_percentage: decimal('VAT percentage.')
    .required()
    .writable(
      decimal('The rate of the code, or what it was when a line of this invoice came; taken from it unless given.'),
    ),
  vat_amount: money('VAT.').required().writable(money('VAT; computed unless given, and at most one cent off.')),
  total_excl_tax_amount: money('Amount without VAT.')
    .required()
    .writable(money('Amount without VAT; this or the one with VAT must be given.')),
  total_incl_tax_amount: money('Amount with VAT.').required().writable(money('Amount with VAT.')),
  line_order: integer('Place of the line.')
    .required()
    .writable(integer('Place of the line, given for all lines or for none.')),
}

/** The invoices that are in a case, and those that it let go when it ended. */
const ofCases = (row: string, ids: string, given: Given): string =>
  `${row}.id in (${invoicesOfCasesText(given('administration_id'), `= any(${ids})`)})`

const of_debtor = { table: 'debtors', by: 'debtor_id' }

export const invoices = resource({
  name: 'invoices',
  one: 'invoice',
  table: 'invoices',
  description: 'What debtors owe, and how far it has been followed up. A credit note has a negative total.',
  within: 'administration',
  reads: ['list', 'show'],
  identifiers: ['invoice_number', 'invoice_identifier'],
  orders: ['invoice_date', 'due_date'],
  fields: {
    id: id('Internal identifier.').required(),
    administration_id: id('Owning administration.').required(),
    debtor_id: id('Debtor.').required(),
    debtor_number: text('Debtor number.').required(),
    invoice_number: text('Number that the debtor sees; the key of the invoice.').required().writable(key),
    invoice_identifier: text('Key of the invoice in the accounting software.').writable(key),
    order_number: text('Order number.').writable(key),
    purchase_order_number: text("The customer's own order number."),
    category: text('Category.').writable(),
    description: text('Description.').writable(),
    currency_code: text('Currency, ISO 4217.').required().writable(currencyCode),
    payment_condition: key('Code of a payment condition, which decides the flow.').writeOnly(),
    payment_method: oneOf(payment_methods, 'Intended method.')
      .required()
      .writable(oneOf(payment_methods, 'Intended method; `unknown` for a new invoice unless given.')),
    payment_term: integer('Payment term in days.', 0, 36_500).writeOnly(),
    invoice_date: date('Day from which it is payable.').required().writable(),
    due_date: date('Last day to pay.').required().writable(),
    payment_date: date('Day on which it was paid in full.'),
    total_amount: money('Total, in the currency of the invoice.').required(),
    open_amount: money('Open part, in the currency of the invoice.').required(),
    book_total_amount: money('Total, in administration currency.').required(),
    book_open_amount: money('Open part, in administration currency.').required(),
    administration_costs_total: money('Costs of reminding, in the currency of the invoice.').required(),
    administration_costs_open: money('Open part of the costs of reminding.').required(),
    active_credit_case_id: id('Credit case that is running.'),
    credit_case_id: id('Credit case that is running.')
      .from(column('active_credit_case_id'))
      .deprecated('Deprecated: use `active_credit_case_id`.'),
    active_payment_plan_id: id('Payment plan in force.'),
    payment_plan_id: id('Payment plan in force.')
      .from(column('active_payment_plan_id'))
      .deprecated('Deprecated: use `active_payment_plan_id`.'),
    paused_by_user: boolean('Whether a person paused it.').required(),
    paused_at: dateTime('When it was paused.'),
    paused_until: date('The last day of that pause; empty when it lasts until somebody resumes.').onRequest(),
    sent_at: dateTime('When it was sent to the debtor.').writable(
      dateTime('When it was sent. Given: the service does not send it. Can be set while the invoice is unsent.'),
    ),
    pre_reminder_at: dateTime('When a friendly reminder was sent, on or before the due date.'),
    reminder_1_at: dateTime('When the first reminder was sent.'),
    reminder_2_at: dateTime('When the second reminder was sent.'),
    reminder_3_at: dateTime('When the third reminder was sent.'),
    reminder_4_at: dateTime('When the fourth reminder was sent.'),
    first_reminder_at: dateTime('When the first reminder was sent.')
      .from(column('reminder_1_at'))
      .deprecated('Deprecated: use `reminder_1_at`.'),
    final_reminder_at: dateTime('When the final reminder was sent.'),
    latest_reminder_at: dateTime('When the last reminder of any kind was sent.'),
    end_of_service_announcement_at: dateTime('When the end of service was announced.'),
    end_of_service_at: dateTime('When service ended.'),
    collectable_at: dateTime('Since when it is ready for collection.'),
    debt_collection_at: dateTime('When collection began.'),
    pre_summons_at: dateTime('When the collection notice was sent.'),
    summons_1_at: dateTime('When the first summons was sent.'),
    summons_2_at: dateTime('When the second summons was sent.'),
    summons_3_at: dateTime('When the third summons was sent.'),
    summons_4_at: dateTime('When the fourth summons was sent.'),
    first_summons_at: dateTime('When the first summons was sent.')
      .from(column('summons_1_at'))
      .deprecated('Deprecated: use `summons_1_at`.'),
    latest_summons_at: dateTime('When the last summons, or a notice of default, was sent.'),
    notice_of_default_at: dateTime('When the notice of default was sent.'),
    pre_judicial_at: dateTime('When the pre-judicial phase began.'),
    bailiff_at: dateTime('When it was handed to a bailiff.'),
    updated_at: dateTime('Last update.').required(),
    flow_code: text('Flow that the invoice follows.').onRequest(),
    invoice_lines: listOf(invoice_line, 'Lines.')
      .from(rowsOf('invoice_lines', 'invoice_id', 'line_order'))
      .onRequest(),
    labels: listOf(label, 'Labels.').from(rowsOf('invoice_labels', 'invoice_id')).onRequest(),
    document_url: text('Link to the PDF; good for four hours.').from(document('document')).onRequest(),
    ubl_document_url: text('Link to the UBL file; good for four hours.').from(document('ubl_document')).onRequest(),
    peppol_identifier: text('Peppol address for this invoice.').onRequest().writable(key),
    internal_note_email_address: text('Mail to this address becomes an internal note.')
      .from(noteAddress('ni'))
      .onRequest(),
    public_url: text('Link to the debtor portal.').from(portalLink('invoices')).onRequest(),
    deeplink_url: text('Address of the invoice in the debtor management interface.')
      .from(deeplink('invoices'))
      .onRequest(),
  },
  filters: {
    paid: where(
      types.boolean,
      'Only paid ones, or only unpaid ones.',
      (row, paid) => `(${row}.open_amount = 0) = ${paid}`,
    ),
    book_amount_total_lte: where(
      types.bound,
      'Total in administration currency at most this.',
      (row, amount) => `${row}.book_total_amount <= ${amount}`,
    ),
    book_amount_total_gte: where(
      types.bound,
      'Total in administration currency at least this.',
      (row, amount) => `${row}.book_total_amount >= ${amount}`,
    ),
    ids: anyIdOf('id', 'Internal ids.'),
    invoice_numbers: anyOf('invoice_number', 'Invoice numbers.'),
    invoice_identifiers: anyOf('invoice_identifier', 'Identifiers from the accounting software.'),
    debtor_ids: anyIdOf('debtor_id', 'Internal ids of debtors.'),
    debtor_numbers: anyCopyOf('debtor_number', of_debtor, 'Debtor numbers.'),
    debtor_identifiers: anyCopyOf('debtor_identifier', of_debtor, 'Identifiers of debtors in the accounting software.'),
    credit_case_ids: leadingTo('Internal ids of credit cases, also of those that ended.', ofCases, types.id),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})

/** The columns that writing an invoice fills, besides its number and amounts: its own, and those that name others. */
export const invoice_columns = [
  ...Object.keys(invoices.input).filter((name) => name !== 'invoice_number'),
  'debtor_id',
  'contact_id',
]

export const deleted_invoices = deletedFrom(invoices, {
  table: 'deleted_invoices',
  one: 'deleted invoice',
  description: 'Invoices deleted in the last 90 days.',
  left: {
    debtor_id: id('Debtor.').required(),
    invoice_number: text('Invoice number.').required(),
    origin_identifier: text('Key of the invoice in the accounting software.').required(),
  },
})
