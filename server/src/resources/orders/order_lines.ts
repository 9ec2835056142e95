import { resource } from '../../api/define.ts'
import { boolean, dateTime, type Fields, id, money, object, oneOf, text, textList } from '../../api/field.ts'
import { after, anyIdOf, anyOf, before, is } from '../../api/filters.ts'
import { deeplink } from '../../api/page_links.ts'
import { claim_statuses } from '../../domain/claim.ts'

const customer = { email_address: text('Email address.').required() }

/** On order lines these three are on request; on declaration lines the specification shows them always. */
const more = {
  product_identifier: text('Product or treatment.'),
  customer: object(customer, 'Who received the product or treatment.'),
  deeplink_url: text('Address of the line in the debtor management interface.').from(deeplink('order_lines')),
}

const fields = {
  id: id('Identifier.').required(),
  administration_id: id('Owning administration.').required(),
  claim: boolean('Whether the amount is claimed at an insurer.').required(),
  claim_status: oneOf(claim_statuses, 'State of the claim.').required(),
  claim_response_codes: textList('Codes from the answer to the claim.').required(),
  order_line_identifier: text('Identifier of the line in the software it came from.').required(),
  invoice_identifier: text('Invoice made for the line, in the accounting software.'),
  credit_invoice_identifier: text('Credit invoice of the line, in the accounting software.'),
  amount: money('Total.').required(),
  credited_amount: money('Credited part.').required(),
  credited_reimbursed_amount: money('Credited part of the reimbursement.').required(),
  rejected_amount: money('Rejected, and not invoiced.').required(),
  reimbursed_amount: money('Reimbursed by the insurer.'),
  created_at: dateTime('When the line was made.').required(),
  updated_at: dateTime('Last update.').required(),
} satisfies Fields

const filters = {
  created_before: before('created_at', 'Only records made before this moment.'),
  created_after: after('created_at', 'Only records made after this moment.'),
  order_line_identifiers: anyOf('order_line_identifier', 'Order line identifiers.'),
  ids: anyIdOf('id', 'Internal ids.'),
  claim_status: is('claim_status', claim_statuses, 'Only lines in this state.'),
  invoice_identifiers: anyOf('invoice_identifier', 'Identifiers of invoices in the accounting software.'),
  updated_after: after('updated_at', 'Only records updated after this moment.'),
}

export const order_lines = resource({
  name: 'order_lines',
  one: 'order line',
  table: 'order_lines',
  description: 'Lines of uploaded orders, and what became of the claims on them.',
  within: 'administration',
  reads: ['list'],
  fields: {
    ...fields,
    product_identifier: more.product_identifier.onRequest(),
    customer: more.customer.onRequest(),
    deeplink_url: more.deeplink_url.onRequest(),
  },
  filters,
})

/** The same rows under the name that the specification gives them. A link is made for each answer, so no document. */
export const declaration_lines = resource({
  name: 'health_care',
  one: 'declaration line',
  table: 'order_lines',
  path: '/v1/health_care/declaration_lines',
  description: 'Treatments claimed at a health insurer.',
  within: 'administration',
  reads: ['list'],
  document: false,
  fields: { ...fields, ...more },
  filters,
})
