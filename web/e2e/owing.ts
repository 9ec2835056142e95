import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { owing, type Site } from './site.ts'

type Family = 'debtors' | 'invoices' | 'payment_plans'
type Terms = readonly (readonly [due_date: string, amount: number])[]

/** Two terms are late, and one is far away. */
export const late_terms: Terms = [
  ['2026-09-01', 400],
  ['2026-10-01', 400],
  ['2999-01-01', 434],
]
export const later_terms: Terms = [
  ['2999-01-01', 617],
  ['2999-02-01', 617],
]

/** Debtors who owe in every way there is, made as the service makes them. */
export async function owingDebtors({ service, tenant }: Pick<Site, 'service' | 'tenant'>) {
  const { given, call, database } = service
  const { administration_id } = tenant
  const token = await given.token(tenant)
  const sent_at = '2026-08-01T08:00:00Z'
  await sql`update administrations set name = 'Example Trading B.V.', bank_account_name = 'Example Trading B.V.',
    bank_account_number = 'NL13TEST0123456789', bank_account_bic = 'TESTNL2A'`.execute(database.db)

  async function pathOf(family: Family, id: string): Promise<string> {
    const { rows } = await sql<{ token: string }>`select public_token as token from ${sql.table(family)}
      where administration_id = ${administration_id}::bigint and id = ${id}::bigint`.execute(database.db)
    return `/portal/${administration_id}/${family}/${rows[0]?.token}`
  }

  const debtor = (language_code = 'en'): Promise<string> =>
    given.debtor(tenant, { name: 'Bakery Morning Star', language_code })

  const invoice = (debtor_id: string, invoice_number: string, overrides: object = {}): Promise<string> =>
    given.invoice(tenant, debtor_id, { sent_at, invoice_number, ...owing('1234.00'), ...overrides })

  async function running(invoice_number: string, terms: Terms): Promise<string> {
    const json = {
      administration_id,
      invoice_numbers: [invoice_number],
      terms: terms.map(([due_date, amount]) => ({ due_date, amount })),
    }
    const answer = await call('POST /v1/payment_plans', { token, json })
    assert.equal(answer.status, 201, answer.text)
    return (answer.body as { id: string }).id
  }

  async function proposed(debtor_id: string, invoice_id: string): Promise<string> {
    const keys = await given.debtorKeys(tenant, debtor_id)
    const stamps = { proposed_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' }
    const payment_plan_id = await given.row('payment_plans', tenant, { debtor_id, ...keys, ...stamps })
    for (const [due_date, amount] of late_terms) {
      const term = { payment_plan_id, total_amount: amount, amount_due: amount, due_date }
      await given.row('payment_plan_terms', tenant, term)
    }
    await given.row('payment_plan_invoices', tenant, { payment_plan_id, invoice_id })
    return payment_plan_id
  }

  async function decide(id: string, verb: 'approve' | 'reject' | 'deactivate'): Promise<void> {
    const answer = await call(`PATCH /v1/payment_plans/${id}/${verb}`, { token, json: { administration_id } })
    assert.equal(answer.status, 200, answer.text)
  }

  return { pathOf, debtor, invoice, running, proposed, decide }
}
