import { randomUUID } from 'node:crypto'
import { defaultFlows } from '../src/flows/defaults.ts'
import type { Given, Tenant } from './given.ts'

/** A record in every family, with every column filled that is shown; returns by family what paths call it. */
export async function fillEveryFamily(given: Given, tenant: Tenant): Promise<Record<string, string>> {
  const stamps = { created_at: 'stamp', updated_at: 'stamp' }
  const debtors = await given.debtor(tenant, {
    remark: 'Calls back.',
    peppol_enabled: true,
    public_token: 'debtor-token',
    debtor_number: 'D-every',
  })
  await given.row('debtor_labels', tenant, { debtor_id: debtors, name: 'key account' })
  const invoices = await given.invoice(tenant, debtors, {
    invoice_number: 'F-every',
    invoice_identifier: 'invoice-every',
  })
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
    invoice_number: 'F-every',
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
  const deleted_at = new Date().toISOString()
  await given.row('deleted_invoices', tenant, { id: 902, debtor_id: debtors, invoice_number: 'F9', deleted_at })
  await given.row('deleted_payment_plans', tenant, { id: 903, debtor_id: debtors, deleted_at })
  await given.row('deleted_psp_mandates', tenant, { id: 904, debtor_id: debtors, provider: 'example', deleted_at })
  const contacts = await given.row('contacts', tenant, { lastname: 'Example', debtor_numbers: ['D-every'], ...stamps })
  const notes = await given.row('notes', tenant, { content: 'Prefers to be called.', debtor_id: debtors, ...stamps })
  const notifications = await given.row('notifications', tenant, {
    notification_type: 'mail_bounced',
    resource_type: 'debtor',
    details: { bounce_reason: 'mailbox full' },
    debtor_id: debtors,
    ...stamps,
  })
  const { debtor_number, debtor_identifier } = await given.debtorKeys(tenant, debtors)
  const payment_plans = await given.row('payment_plans', tenant, {
    debtor_id: debtors,
    debtor_number,
    debtor_identifier,
    proposed_at: 'stamp',
    payment_terms: JSON.stringify([
      { id: '1', total_amount: '60.50', amount_due: '60.50', due_date: '2026-12-01', payment_date: null },
      { id: '2', total_amount: '60.50', amount_due: '60.50', due_date: '2027-01-01', payment_date: null },
    ]),
    ...stamps,
  })
  await given.row('payment_plan_invoices', tenant, { payment_plan_id: payment_plans, invoice_id: invoices })
  const psp_mandates = await given.row('psp_mandates', tenant, {
    debtor_id: debtors,
    debtor_number,
    bank_account_name: 'D. Example',
    bank_account_number: 'NL00DEMO0000000000',
    provider: 'example',
    ...stamps,
  })
  const vat_rates = await given.row('vat_rates', tenant, { code: 'high', name: 'High', rate: '21.0000', ...stamps })
  await given.row('invoice_labels', tenant, { invoice_id: invoices, name: 'disputed' })
  await given.row('invoice_lines', tenant, {
    invoice_id: invoices,
    line_order: 1,
    description: 'Delivery',
    product_price: '100.0000',
    vat_rate_code: 'high',
    vat_percentage: '21',
    vat_amount: '21.00',
    total_excl_tax_amount: '100.00',
    total_incl_tax_amount: '121.00',
  })
  await given.row('payment_conditions', tenant, { code: 'N30', name: 'A month', ...stamps })
  const events = await given.row('events', tenant, {
    event_name: 'invoice_created',
    event_time: 'stamp',
    resource_type: 'invoice',
    resource_id: invoices,
    context: JSON.stringify({ resource_type: 'invoice', id: Number(invoices), debtor: { id: Number(debtors) } }),
  })
  const tasks = await given.task(tenant, { debtor_id: debtors })
  await given.row('task_comments', tenant, { task_id: tasks, content: 'Left a message.', created_at: 'stamp' })
  const messages = await given.message(tenant, { debtor_id: debtors })
  const webhooks = await fillWebhooks(given, tenant, invoices)
  const followed_up = await fillFollowUp(given, tenant, { debtor_id: debtors, invoice_id: invoices })
  return {
    ...followed_up,
    ...webhooks,
    administrations: tenant.administration_id,
    companies: tenant.company_id,
    contacts,
    credit_cases,
    debtors,
    events,
    health_care: order_lines,
    invoices,
    messages,
    notes,
    notifications,
    order_lines,
    payment_plans,
    payments,
    psp_mandates,
    psp_transactions: psp_transaction_id,
    tasks,
    vat_rates,
  }
}

/** How they are followed up, what was done, and what the debtor says about it. */
async function fillFollowUp(
  given: Given,
  tenant: Tenant,
  of: { debtor_id: string; invoice_id: string },
): Promise<Record<string, string>> {
  const stamps = { created_at: 'stamp', updated_at: 'stamp' }
  const flows = 'standard'
  await given.row('flows', tenant, {
    ...{ code: flows, name: 'Standard', version: 1, published_at: 'stamp', ...stamps },
    definition: JSON.stringify(defaultFlows('NL').business),
  })
  const letters = await given.row('letters', tenant, {
    ...{ debtor_id: of.debtor_id, step: 'reminder_1', flow_code: 'standard', flow_version: 1, channel: 'mail' },
    ...{ language_code: 'en', status: 'sent', day: '2026-11-09', sent_on: '2026-11-09', sent_at: 'stamp', data: '{}' },
    ...{ subject: 'Reminder of invoice F-every', text: 'Please pay € 121.00.', ...stamps },
    recipients: JSON.stringify([{ email_address: 'office@example.com' }]),
  })
  await given.row('letter_items', tenant, {
    ...{ letter_id: letters, invoice_id: of.invoice_id, amount: '121.00', performs: 'reminder_1' },
  })
  const steps = await given.row('steps', tenant, {
    ...{ ...of, step: 'reminder_1', day: '2026-11-09', performed_at: 'stamp', channel: 'mail', letter_id: letters },
    ...{ term_ends_on: '2026-11-23', flow_code: 'standard', flow_version: 1, origin: 'engine', ...stamps },
    reasons: JSON.stringify([{ reason: 'due_date', day: '2026-10-01' }]),
  })
  const promises = await given.row('promises', tenant, {
    ...{ debtor_id: of.debtor_id, amount: '121.00', currency_code: 'EUR', promised_on: '2026-11-20' },
    ...{ origin: 'person', remark: 'Will pay on Friday.', ...stamps },
  })
  await given.row('promise_invoices', tenant, {
    ...{ promise_id: promises, invoice_id: of.invoice_id, open_amount: '121.00' },
  })
  const disputes = await given.row('disputes', tenant, {
    ...{ ...of, reason: 'quality', description: 'Two of ten boxes were broken.', amount: '24.20' },
    ...{ origin: 'portal', opened_on: '2026-11-10', ...stamps },
  })
  return { disputes, flows, letters, promises, steps }
}

/** A receiver that is paused, so that nothing is sent to it, with a delivery that failed. */
async function fillWebhooks(given: Given, tenant: Tenant, resource_id: string): Promise<Record<string, string>> {
  const webhooks = await given.row('webhooks', tenant, {
    ...{ url: 'https://example.com/dunlin', description: 'The books.', events: ['invoice_paid'], status: 'paused' },
    ...{ status_since: 'stamp', secret_nonce: Buffer.alloc(32), secret_hash: Buffer.alloc(32) },
    ...{ secret_renewed_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
  })
  const webhook_deliveries = await given.row('webhook_deliveries', tenant, {
    ...{ webhook_id: webhooks, event_id: randomUUID(), event_name: 'invoice_paid', event_time: 'stamp' },
    ...{ resource_type: 'invoice', resource_id, status: 'failed', attempts: 10, last_attempt_at: 'stamp' },
    ...{ duration_ms: 812, answer_status: 500, problem: 'answer', created_at: 'stamp', event_place: 1 },
  })
  return { webhooks, webhook_deliveries }
}
