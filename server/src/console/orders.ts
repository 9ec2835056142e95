import { type Family, family } from '../api/actions.ts'
import { resource } from '../api/define.ts'
import {
  boolean,
  dateTime,
  expression,
  id,
  integer,
  listOf,
  money,
  object,
  oneOf,
  text,
  textList,
} from '../api/field.ts'
import { fileLinkTo } from '../api/file_links.ts'
import { anyIdOf, is } from '../api/filters.ts'
import { claim_statuses } from '../domain/claim.ts'

/** How many lines of an order are in each state, from an index that has both. */
const progress = expression(
  (row, given) =>
    `select coalesce(json_agg(json_build_object('claim_status', claim_status, 'lines', lines) order by claim_status), '[]') ` +
    `from (select l.claim_status, count(*) as lines from order_lines l ` +
    `where l.administration_id = ${given('administration_id')} and l.order_id = ${row}.id group by l.claim_status) counted`,
)

/** The files of orders that were taken in. The interface names them in links alone; these are for our own pages. */
const orders = resource({
  name: 'orders',
  one: 'order',
  table: 'orders',
  path: '/console/orders',
  description: 'Files of orders or declarations that were taken in.',
  within: 'administration',
  reads: ['list', 'show'],
  document: false,
  newest_first: true,
  fields: {
    id: id('Identifier.').required(),
    filename: text('Name of the file.').required(),
    created_at: dateTime('When it was taken in.').required(),
    progress: listOf(
      {
        claim_status: oneOf(claim_statuses, 'State of the claim.').required(),
        lines: integer('Lines in this state.').required(),
      },
      'How many lines are in each state.',
    )
      .from(progress)
      .required(),
    document_url: text('Link to the file; good for four hours.')
      .from(fileLinkTo('orders', (held, row) => `${held}.id = ${row}.id`))
      .onRequest(),
  },
})

/** The record of another table to which a row of lines leads by its key. */
const found = (table: string, what: string, condition: (row: string) => string) =>
  expression(
    (row, given) =>
      `select ${what} from ${table} o where o.administration_id = ${given('administration_id')} ` +
      `and ${condition(row)} order by o.id limit 1`,
  )

const lines = resource({
  name: 'lines_of_orders',
  one: 'order line',
  table: 'order_lines',
  path: '/console/lines_of_orders',
  description: 'Lines of orders, with the order they came in and the invoice they led to.',
  within: 'administration',
  reads: ['list', 'show'],
  document: false,
  fields: {
    id: id('Identifier.').required(),
    order_id: id('Order it came in.'),
    filename: text('Name of the file it came in.').from(
      found('orders', 'o.filename', (row) => `o.id = ${row}.order_id`),
    ),
    order_line_identifier: text('Identifier of the line in the software it came from.').required(),
    product_identifier: text('Product or treatment.'),
    claim: boolean('Whether the amount is claimed at an insurer.').required(),
    claim_status: oneOf(claim_statuses, 'State of the claim.').required(),
    claim_response_codes: textList('Codes from the answer to the claim.').required(),
    invoice_identifier: text('Invoice made for the line, in the accounting software.'),
    invoice_id: id('That invoice, where it is known here.')
      .from(found('invoices', 'o.id', (row) => `o.invoice_identifier = ${row}.invoice_identifier`))
      .onRequest(),
    credit_invoice_identifier: text('Credit invoice of the line, in the accounting software.'),
    amount: money('Total.').required(),
    credited_amount: money('Credited part.').required(),
    credited_reimbursed_amount: money('Credited part of the reimbursement.').required(),
    rejected_amount: money('Rejected, and not invoiced.').required(),
    reimbursed_amount: money('Reimbursed by the insurer.'),
    customer: object({ email_address: text('Email address.').required() }, 'Who received the product or treatment.'),
    created_at: dateTime('When the line was made.').required(),
    updated_at: dateTime('Last update.').required(),
  },
  filters: {
    order_ids: anyIdOf('order_id', 'Orders.'),
    claim_status: is('claim_status', claim_statuses, 'Only lines in this state.'),
  },
})

/** Records that only our own pages read, as they read those of the interface. */
export const page_records: Family[] = [family(orders), family(lines)]
