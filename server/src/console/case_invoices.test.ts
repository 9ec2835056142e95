import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'
import { invoicesOfCase } from '../db/case_invoices.ts'
import { owedOn } from '../follow_up/owed.ts'

const now = new Date('2026-11-14T09:30:00Z')
const service = await startService({ now: () => now })
const { call, given, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const debtor_id = await given.debtor(tenant)

const boss = await signedIn(service, tenant.company_id)

const idsOf = async (text: ReturnType<typeof sql>): Promise<string[]> =>
  (await sql<{ id: string }>`select id::text from (${text}) one order by id`.execute(database.db)).rows.map(
    ({ id }) => id,
  )

test('everybody who asks for the invoices of a case gets those that are in it and those that left it', async () => {
  const credit_case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: '111222333', credit_case_number: '111222333', currency_code: 'EUR' },
    ...{ total_amount: '121.00', open_amount: '121.00', debt_collection_costs: '0.00', interest_costs: '0.00' },
    ...{ started_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
  })
  const inside = await given.invoice(tenant, debtor_id, { active_credit_case_id: credit_case_id })
  const left = await given.invoice(tenant, debtor_id)
  await given.row('credit_case_invoices', tenant, { credit_case_id, invoice_id: left })
  await given.invoice(tenant, debtor_id)
  const both = [inside, left].sort()

  assert.deepEqual(await idsOf(sql`${invoicesOfCase({ administration_id, credit_case_id })}`), both)
  const of = { administration_id, family: 'credit_cases', id: credit_case_id, debtor_id } as const
  assert.deepEqual(await idsOf(sql`${owedOn(of, '2026-11-14')}`), both)
  const payment_plan_id = await given.row('payment_plans', tenant, {
    ...{ debtor_id, debtor_number: 'D-1', debtor_identifier: 'key-1', created_at: 'stamp', updated_at: 'stamp' },
    payment_terms: '[]',
  })
  await given.row('payment_plan_credit_cases', tenant, { payment_plan_id, credit_case_id })
  const planned = { ...of, family: 'payment_plans', id: payment_plan_id } as const
  assert.deepEqual(await idsOf(sql`${owedOn(planned, '2026-11-14')}`), both)
  const path = `GET /v1/invoices?administration_id=${administration_id}&credit_case_ids=${credit_case_id}`
  const { body } = await call(path, { token })
  assert.deepEqual((body as { data: { id: string }[] }).data.map(({ id }) => id).sort(), both)
  const stamps = { created_at: 'stamp', updated_at: 'stamp' }
  for (const invoice_id of both) {
    await given.row('disputes', tenant, {
      ...{
        debtor_id,
        invoice_id,
        reason: 'quality',
        description: 'Broken.',
        origin: 'portal',
        opened_on: '2026-11-10',
      },
      ...stamps,
    })
  }
  const timeline = `/console/administrations/${administration_id}/timeline?family=credit_cases&id=${credit_case_id}`
  const { entries } = (await boss.get(timeline)).body as { entries: { kind: string }[] }
  assert.equal(entries.filter(({ kind }) => kind === 'dispute').length, 2)
})
