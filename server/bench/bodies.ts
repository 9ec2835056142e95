import { debtors_of_writer } from './write_data.ts'

// What is sent in writes. A number makes a record, the same number the same record.

/** A new debtor, or the same with another name. */
export function debtor(n: number, changed: boolean) {
  return {
    debtor_number: `W${n}`,
    debtor_identifier: `writer-${n}`,
    name: `Café & Bakkerij De Korenmolen ${n} B.V.${changed ? ' and sons' : ''}`,
    bank_account_name: `De Korenmolen ${n}`,
    bank_account_number: `NL91ABNA${String(n).padStart(10, '0')}`,
    category: 'wholesale',
    coc_number: String(n).padStart(8, '0'),
    country_code: 'NL',
    language_code: 'nl',
    relation_manager: 'M. de Vries',
    remark: 'Pays late in August.',
    vat_number: `NL${String(n).padStart(9, '0')}B01`,
    is_company: true,
  }
}

/** What an invoice and its parts come to, for those who check. */
export const invoice_sums = { lines: 3, total: 121, payments: [40, 21, 10] } as const

/** An invoice with three lines and two payments, or one more. */
export function invoice(n: number, payments: 2 | 3) {
  const invoice_number = `WF${n}`
  const paid = invoice_sums.payments.slice(0, payments)
  const open = (invoice_sums.total - paid.reduce((sum, one) => sum + one, 0)).toFixed(2)
  const total = invoice_sums.total.toFixed(2)
  return {
    invoice_number,
    debtor_number: `D${String(1 + (n % debtors_of_writer)).padStart(7, '0')}`,
    invoice_date: '2026-10-01',
    due_date: '2026-10-31',
    currency_code: 'EUR',
    amount_total: total,
    amount_open: open,
    book_amount_total: total,
    book_amount_open: open,
    payment_method: 'bank_transfer',
    description: `Delivery ${n}, two pallets & transport`,
    invoice_lines: [
      { description: 'Flour, 25 kg', vat_rate_code: 'H', total_excl_tax_amount: '50.00', vat_amount: '10.50' },
      { description: 'Sugar, 10 kg', vat_rate_code: 'H', total_excl_tax_amount: '30.00', vat_amount: '6.30' },
      { description: 'Transport', vat_rate_code: 'H', total_excl_tax_amount: '20.00', vat_amount: '4.20' },
    ],
    payments: paid.map((amount, index) => ({
      amount: amount.toFixed(2),
      origin_identifier: `${invoice_number}-${index + 1}`,
      payment_date: `2026-10-1${index + 1}`,
      transaction_type: 'payment',
    })),
  }
}
