import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { signedIn, visitor } from '../../test/visitor.ts'

// A Sunday: the last day of its week.
const service = await startService({ now: () => new Date('2026-11-15T12:00:00Z') })
const { given } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [tenant.administration_id]: 'restricted' },
})
const outsider = await signedIn(service, stranger.company_id)
const debtor_id = await given.debtor(tenant)
const place = `/console/administrations/${tenant.administration_id}`

const bill = (due_date: string, amount: string, paid_on: string | null = null) =>
  given.invoice(tenant, debtor_id, {
    invoice_date: '2024-01-01',
    due_date,
    total_amount: amount,
    book_total_amount: amount,
    open_amount: paid_on ? '0.00' : amount,
    book_open_amount: paid_on ? '0.00' : amount,
    payment_date: paid_on,
  })
const pay = (invoice_id: string, payment_date: string, amount: string, overrides: object = {}) =>
  given.row('payments', tenant, {
    invoice_id,
    invoice_number: `paid ${invoice_id}`,
    total_amount: amount,
    total_book_amount: amount,
    payment_date,
    cost_type: 'principal',
    created_at: 'stamp',
    updated_at: 'stamp',
    ...overrides,
  })

test('weeks show what came in, and what is due from today', async () => {
  await bill('2026-11-14', '1.00')
  await bill('2026-11-15', '10.00')
  await bill('2026-11-16', '20.00')
  await bill('2026-12-20', '30.00')
  await bill('2026-12-21', '40.00')
  const settled = await bill('2026-10-01', '5000.00')
  await pay(settled, '2026-11-08', '100.00')
  await pay(settled, '2026-11-09', '200.00', { transaction_type: 'payment' })
  await pay(settled, '2026-11-09', '-50.00', { transaction_type: 'reversal' })
  await pay(settled, '2026-11-09', '300.00', { transaction_type: 'write_off' })
  await pay(settled, '2026-09-27', '999.00')
  const answer = await reader.get(`${place}/overview`)
  assert.equal(answer.status, 200, answer.text)
  const { by_week } = answer.body as { by_week: { week: string; paid: string | null; expected: string | null }[] }
  assert.equal(by_week.length, 12)
  assert.deepEqual(by_week[0], { week: '2026-09-28', paid: '0.00', expected: null })
  assert.deepEqual(by_week.slice(5, 8), [
    { week: '2026-11-02', paid: '100.00', expected: null },
    { week: '2026-11-09', paid: '150.00', expected: '10.00' },
    { week: '2026-11-16', paid: null, expected: '20.00' },
  ])
  assert.deepEqual(by_week.at(-1), { week: '2026-12-14', paid: null, expected: '30.00' })
})

test('what debtors have to their credit stands apart, and takes nothing off what others owe', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const boss = await signedIn(service, tenant.company_id)
  const debtor = await given.debtor(own)
  const noted = (due_date: string, amount: string) =>
    given.invoice(own, debtor, {
      ...{ invoice_date: '2024-01-01', due_date, total_amount: amount, book_total_amount: amount },
      ...{ open_amount: amount, book_open_amount: amount },
    })
  await noted('2026-11-01', '100.00')
  await noted('2026-11-20', '50.00')
  await noted('2025-06-01', '-90.00')
  await noted('2026-11-18', '-5.00')
  const overview = (await boss.get(`/console/administrations/${own.administration_id}/overview`)).body as {
    by_age: { age: string; invoices: number; amount: string }[]
    by_week: { week: string; expected: string | null }[]
  } & Record<string, unknown>
  assert.deepEqual(
    [
      overview.open_invoices,
      overview.open_amount,
      overview.overdue_amount,
      overview.credit_notes,
      overview.credit_amount,
    ],
    [2, '150.00', '100.00', 2, '-95.00'],
  )
  assert.deepEqual(
    overview.by_age
      .map(({ age, invoices, amount }) => [age, invoices, amount])
      .filter(([, invoices]) => invoices !== 0),
    [
      ['not_due', 1, '50.00'],
      ['days_1_30', 1, '100.00'],
    ],
  )
  assert.equal(overview.by_week.find(({ week }) => week === '2026-11-16')?.expected, '50.00')
})

test('quarters show how many days after the due date a debtor paid, weighted by amount', async () => {
  await bill('2026-07-01', '100.00', '2026-07-11')
  await bill('2026-08-01', '300.00', '2026-08-03')
  await bill('2026-07-01', '100.00', '2026-09-30')
  await bill('2025-01-10', '80.00', '2025-01-05')
  await bill('2024-01-10', '80.00', '2024-01-05')
  const answer = await reader.get(`${place}/payment_behaviour?debtor_id=${debtor_id}`)
  assert.equal(answer.status, 200, answer.text)
  const { quarters } = answer.body as { quarters: { quarter: string; invoices: number; days: number | null }[] }
  assert.deepEqual(
    quarters.map(({ quarter }) => quarter),
    ['2025-01-01', '2025-04-01', '2025-07-01', '2025-10-01', '2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01'],
  )
  assert.deepEqual(quarters[0], { quarter: '2025-01-01', invoices: 1, days: -5 })
  assert.deepEqual(quarters[1], { quarter: '2025-04-01', invoices: 0, days: null })
  // 10 days on 100 and 2 days on 300; what came 91 days late does not count.
  assert.deepEqual(quarters[6], { quarter: '2026-07-01', invoices: 2, days: 4 })
  assert.deepEqual(quarters[7], { quarter: '2026-10-01', invoices: 0, days: null })
})

test('the overview and the navigation show what waits, and the navigation stops counting in time', async () => {
  for (const expiry_date of ['2026-11-01', '2026-11-15', '2027-01-01']) await given.task(tenant, { expiry_date })
  await given.task(tenant, { completed_at: '2026-11-01T10:00:00Z', completed_status: 'succeeded' })
  for (let n = 0; n < 101; n++) await given.message(tenant, { debtor_id, subject: `Message ${n}` })
  await given.message(tenant, { sender_type: 'creditor' })
  const plan = async (overrides: object) =>
    given.row('payment_plans', tenant, {
      debtor_id,
      ...(await given.debtorKeys(tenant, debtor_id)),
      created_at: 'stamp',
      updated_at: 'stamp',
      ...overrides,
    })
  const at = '2026-11-01T10:00:00Z'
  await plan({ active: true, approved_at: at })
  await plan({ active: true, approved_at: at })
  await plan({ proposed_at: at })
  await plan({ proposed_at: at, rejected_at: at, active: false })
  const parts = (await reader.get(`${place}/parts`)).body
  assert.deepEqual(parts, {
    ...{ orders: false, due_tasks: 2, open_conversations: 100, proposed_payment_plans: 1, waiting_letters: 0 },
    ...{ debtors: 1, open_invoices: 6, running_cases: 0, running_payment_plans: 2 },
    ...{ engine: 'off', sends_now: false, sends_on: '2026-11-16', sends_at: '09:00' },
  })
  const overview = (await reader.get(`${place}/overview`)).body as Record<string, unknown>
  const { open_tasks, unread_messages, running_payment_plans } = overview
  assert.deepEqual([open_tasks, unread_messages, running_payment_plans], [3, 101, 2])
  assert.equal((await outsider.get(`${place}/parts`)).status, 403)
})

test('nobody else sees figures', async () => {
  const path = `${place}/payment_behaviour?debtor_id=${debtor_id}`
  assert.equal((await visitor(service).get(path)).status, 401)
  assert.equal((await outsider.get(path)).status, 403)
  assert.equal((await outsider.get(`${place}/overview`)).status, 403)
})
