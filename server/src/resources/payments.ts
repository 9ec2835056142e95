import { deletedFrom, resource } from '../api/define.ts'
import { date, dateTime, decimal, id, key, money, object, oneOf, recordOf, text } from '../api/field.ts'
import { after, anyCopyOf, anyIdOf, anySpelledOf } from '../api/filters.ts'
import { cost_types, transaction_types } from '../domain/payments.ts'
import { psp_transaction_fields } from './psp_transactions.ts'

const bank_transaction = {
  id: id('Identifier.').required(),
  amount: money('Amount in the currency of the invoice.').required(),
  book_amount: money('Amount in administration currency.').required(),
  currency_code: text('Currency, ISO 4217.').required(),
  exchange_rate: decimal('Rate from the currency of the transaction to that of the administration.').required(),
  book_date: date('Day on which the bank booked it.').required(),
  bank_account_name: text('Holder of the other account.'),
  bank_account_number: text('Number of the other account.'),
  description: text('Text on the statement.'),
  payment_method: text('Method used.'),
}

/** The number of a case as people see it: `107 654 321`. */
const inGroups = (number: string): string => number.replaceAll(/\s/g, '').replaceAll(/(\d{3})(?=\d)/g, '$1 ')

const of_invoice = { table: 'invoices', by: 'invoice_id' }

export const payments = resource({
  name: 'payments',
  one: 'payment',
  table: 'payments',
  description: "Changes of an invoice's open amount: payments, credits, costs, reversals and write-offs.",
  within: 'administration',
  reads: ['list'],
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    invoice_id: id('Invoice that was paid.').required(),
    total_amount: money('Amount in the currency of the invoice.').required(),
    total_book_amount: money('Amount in administration currency.').required(),
    payment_date: date('Day of payment.').required().writable(date('Day of payment; today unless given.')),
    cost_type: oneOf(cost_types, 'What it settles.').writable(
      oneOf(cost_types, 'What it settles; `principal` unless given.').default('principal'),
    ),
    transaction_type: oneOf(transaction_types, 'What kind of change it is.').writable((says) =>
      oneOf([...transaction_types, ''], says),
    ),
    payment_method: text('Method used.').writable(text('Method used; only for a `payment`.')),
    description: text('Description.').writable(),
    reason: text('Reason.'),
    reversal_code: text('Code of the bank for a reversed debit.').writable(
      text('Code of the bank for a reversed debit; only for a `reversal`.'),
    ),
    origin_identifier: key('Key of the payment, different from all others in the administration.')
      .required()
      .writeOnly(),
    updated_at: dateTime('Last update.').required(),
    psp_transaction: object(psp_transaction_fields, 'Transaction at the payment service provider.')
      .from(recordOf('psp_transactions', 'psp_transaction_id'))
      .onRequest(),
    bank_transaction: object(bank_transaction, 'Transaction on the bank statement.')
      .from(recordOf('bank_transactions', 'bank_transaction_id'))
      .onRequest(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    invoice_identifiers: anyCopyOf(
      'invoice_identifier',
      of_invoice,
      'Identifiers of invoices in the accounting software.',
    ),
    invoice_numbers: anyCopyOf('invoice_number', of_invoice, 'Invoice numbers.'),
    credit_case_ids: anyIdOf('credit_case_id', 'Internal ids of credit cases.'),
    credit_case_numbers: anySpelledOf(
      'credit_case_number',
      inGroups,
      'Numbers of credit cases, with or without spaces.',
    ),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})

export const deleted_payments = deletedFrom(payments, {
  table: 'deleted_payments',
  one: 'deleted payment',
  description: 'Payments deleted in the last 90 days.',
  left: {
    origin_identifier: text('Key of the payment in the software it came from.').required(),
    invoice_id: id('Invoice that it was a payment of.').required(),
  },
})
