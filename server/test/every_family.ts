import type { Given, Tenant } from './given.ts'

/** One record in every family, with every column filled that the interface shows; returns their ids by family. */
export async function fillEveryFamily(given: Given, tenant: Tenant): Promise<Record<string, string>> {
  const stamps = { created_at: 'stamp', updated_at: 'stamp' }
  const debtors = await given.debtor(tenant, {
    remark: 'Calls back.',
    peppol_enabled: true,
    public_token: 'debtor-token',
  })
  await given.row('debtor_labels', tenant, { debtor_id: debtors, name: 'key account' })
  const invoices = await given.invoice(tenant, debtors)
  const credit_cases = await given.row('credit_cases', tenant, {
    debtor_id: debtors,
    case_number: '123456789',
    credit_case_number: '123 456 789',
    currency_code: 'EUR',
    total_amount: '161.00',
    open_amount: '161.00',
    debt_collection_costs: '40.00',
    interest_costs: '0.00',
    started_at: 'stamp',
    ...stamps,
  })
  const psp_transaction_id = await given.row('psp_transactions', tenant, {
    debtor_id: debtors,
    invoice_ids: [invoices],
    amount: '21.00',
    book_amount: '21.00',
    currency_code: 'EUR',
    payment_method: 'ideal',
    status: 'paid',
    paid_at: 'stamp',
    ...stamps,
  })
  const bank_transaction_id = await given.row('bank_transactions', tenant, {
    amount: '21.00',
    book_amount: '21.00',
    currency_code: 'EUR',
    exchange_rate: '1.08250',
    book_date: '2026-11-01',
    ...stamps,
  })
  const payments = await given.row('payments', tenant, {
    invoice_id: invoices,
    invoice_number: 'F1',
    total_amount: '21.00',
    total_book_amount: '21.00',
    payment_date: '2026-11-01',
    transaction_type: 'payment',
    psp_transaction_id,
    bank_transaction_id,
    ...stamps,
  })
  const order_lines = await given.row('order_lines', tenant, {
    order_line_identifier: 'line-1',
    claim: true,
    amount: '80.00',
    customer_email_address: 'patient@example.com',
    ...stamps,
  })
  await given.row('deleted_payments', tenant, {
    id: 900,
    origin_identifier: 'o',
    invoice_id: invoices,
    deleted_at: new Date().toISOString(),
  })
  await given.row('deleted_credit_cases', tenant, { id: 901, debtor_id: debtors, deleted_at: new Date().toISOString() })
  const tasks = await given.task(tenant, { debtor_id: debtors })
  await given.row('task_comments', tenant, { task_id: tasks, content: 'Left a message.', created_at: 'stamp' })
  const messages = await given.message(tenant, { debtor_id: debtors })
  return {
    companies: tenant.company_id,
    credit_cases,
    debtors,
    invoices,
    messages,
    order_lines,
    health_care: order_lines,
    payments,
    tasks,
  }
}
