import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { signedIn, visitor } from '../../test/visitor.ts'

const now = new Date('2026-11-15T12:00:00Z')
const service = await startService({ now: () => now })
const { given, database, call } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [tenant.administration_id]: 'restricted' },
})
const outsider = await signedIn(service, stranger.company_id)

type Family = 'debtors' | 'invoices' | 'credit_cases'
type Hold = { reason: string; since: string | null } & Record<string, string | null>
type Standing = { holds: Hold[]; sums: Record<string, string>[]; stage: string | null; days_in_stage: number | null }
const path = (family: Family, id: string, of = tenant): string =>
  `/console/administrations/${of.administration_id}/standing?family=${family}&id=${id}`
async function standing(family: Family, id: string): Promise<Standing> {
  const answer = await reader.get(path(family, id))
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Standing
}
const reasons = async (family: Family, id: string) => (await standing(family, id)).holds.map(({ reason }) => reason)

const at = '2026-10-01T10:00:00Z'
const sent = { sent_at: '2026-09-01T08:00:00Z' }
const bill = (debtor_id: string, amount: string, overrides: object = {}) =>
  given.invoice(tenant, debtor_id, {
    total_amount: amount,
    book_total_amount: amount,
    open_amount: amount,
    book_open_amount: amount,
    ...sent,
    ...overrides,
  })
let count = 0
const dossier = (debtor_id: string, overrides: object = {}): Promise<string> => {
  const number = String(100_000_000 + count++)
  return given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: number, credit_case_number: number, currency_code: 'EUR' },
    ...{ total_amount: '161.00', open_amount: '161.00', started_at: at, created_at: 'stamp', updated_at: 'stamp' },
    ...overrides,
  })
}

test('an invoice that nothing holds says so, and each reason is shown with its moment', async () => {
  const debtor_id = await given.debtor(tenant)
  assert.deepEqual(await reasons('invoices', await bill(debtor_id, '10.00')), [])
  const blocked = await bill(debtor_id, '10.00', { blocked_at: at, block_reasons: ['undeliverable', 'interface'] })
  const { holds } = await standing('invoices', blocked)
  assert.deepEqual(
    holds.map(({ reason, since }) => [reason, since]),
    [
      ['interface', at],
      ['undeliverable', at],
    ],
  )
  const paused = await bill(debtor_id, '10.00', { paused_at: at, paused_by_user: true })
  assert.deepEqual(await reasons('invoices', paused), ['invoice_paused'])
  assert.deepEqual(await reasons('invoices', await bill(debtor_id, '10.00', { sent_at: null })), ['not_sent'])
  const ready = (await standing('invoices', await bill(debtor_id, '10.00', { collectable_at: at }))).holds
  assert.deepEqual(
    ready.map(({ reason, since }) => [reason, since]),
    [['collectable', at]],
  )
})

test('a paused debtor holds its invoices and cases, shown once although they know it too', async () => {
  const debtor_id = await given.debtor(tenant, { paused_at: at, reminding_paused_at: '2026-09-01T10:00:00Z' })
  const known = { blocked_at: '2026-10-02T10:00:00Z', block_reasons: ['debtor_paused'] }
  const both = ['debtor_paused', 'debtor_reminding_paused']
  assert.deepEqual(await reasons('debtors', debtor_id), both)
  const { holds } = await standing('invoices', await bill(debtor_id, '10.00', known))
  assert.deepEqual(
    holds.map(({ reason, since }) => [reason, since]),
    [
      ['debtor_paused', at],
      ['debtor_reminding_paused', '2026-09-01T10:00:00Z'],
    ],
  )
  assert.deepEqual(await reasons('credit_cases', await dossier(debtor_id, known)), both)
})

test('a case, a plan and a task that hold something are named, and lead on', async () => {
  const debtor_id = await given.debtor(tenant)
  const keys = await given.debtorKeys(tenant, debtor_id)
  const plan = { debtor_id, ...keys, active: true, approved_at: at, created_at: 'stamp', updated_at: 'stamp' }
  const plan_id = await given.row('payment_plans', tenant, plan)
  const link = (invoice_id: string) =>
    given.row('payment_plan_invoices', tenant, { payment_plan_id: plan_id, invoice_id })
  const covered = {
    collectable_at: at,
    active_payment_plan_id: plan_id,
    blocked_at: at,
    block_reasons: ['payment_plan_active'],
  }
  const covered_id = await bill(debtor_id, '10.00', covered)
  await link(covered_id)
  const planned = (await standing('invoices', covered_id)).holds
  assert.deepEqual(
    planned.map(({ reason, since, payment_plan_id }) => [reason, since, payment_plan_id]),
    [['payment_plan_active', at, plan_id]],
  )
  const case_id = await dossier(debtor_id, { credit_case_number: '111 222 333', paused_at: at, principal_paid_at: at })
  const invoice_id = await bill(debtor_id, '10.00', { active_credit_case_id: case_id })
  const task_id = await given.task(tenant, { subject: 'Ask the warehouse', invoice_id, blocks_dossiers: true })
  await given.task(tenant, { subject: 'In no way', invoice_id })
  await given.task(tenant, { invoice_id, blocks_dossiers: true, completed_at: at, completed_status: 'succeeded' })
  const stays = { subject: 'Ask the carrier', completed_at: at, completed_status: 'failed', block_stays: true }
  const kept_id = await given.task(tenant, { invoice_id, blocks_dossiers: true, ...stays })
  const { holds } = await standing('invoices', invoice_id)
  assert.deepEqual(
    holds.map(({ reason, subject, credit_case_id, task_id }) => [reason, subject, credit_case_id, task_id]),
    [
      ['credit_case', '111 222 333', case_id, null],
      ['task', 'Ask the warehouse', null, task_id],
      ['task', 'Ask the carrier', null, kept_id],
      ['costs_left', null, null, null],
    ],
  )
  assert.deepEqual(
    await reasons('credit_cases', case_id),
    ['task', 'task', 'costs_left'],
    'its letters ask for all invoices',
  )
})

test('a paused administration holds everything, but not what is settled or to the credit of a debtor', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const boss = await signedIn(service, tenant.company_id)
  await sql`update administrations set paused_at = ${at}::timestamptz
    where id = ${own.administration_id}::bigint`.execute(database.db)
  const debtor_id = await given.debtor(own)
  const amounts = (amount: string) => ({ open_amount: amount, book_open_amount: amount })
  const owed = await given.invoice(own, debtor_id, sent)
  const paid = await given.invoice(own, debtor_id, { ...amounts('0.00'), payment_date: '2026-11-01' })
  const credit = await given.invoice(own, debtor_id, {
    total_amount: '-5.00',
    book_total_amount: '-5.00',
    ...amounts('-5.00'),
  })
  for (const [family, id, reasons] of [
    ['debtors', debtor_id, ['administration_paused']],
    ['invoices', owed, ['administration_paused']],
    ['invoices', paid, []],
    ['invoices', credit, []],
  ] as const) {
    const answer = (await boss.get(path(family, id, own))).body as Standing
    assert.deepEqual(
      answer.holds.map(({ reason }) => reason),
      reasons,
    )
  }
})

test('what a debtor is asked for is listed part by part, and is what the portal shows', async () => {
  const debtor_id = await given.debtor(tenant)
  const case_id = await dossier(debtor_id, { summons_1_at: '2026-11-05T10:00:00Z' })
  const invoice_id = await bill(debtor_id, '100.00', {
    active_credit_case_id: case_id,
    ...{ administration_costs_total: '15.00', administration_costs_open: '15.00' },
    ...{ interest_costs_total: '2.50', interest_costs_open: '2.50' },
    ...{ debt_collection_costs_total: '30.00', debt_collection_costs_open: '30.00' },
  })
  await bill(debtor_id, '-20.00')
  await bill(debtor_id, '60.00', { payment_method: 'direct_debit', due_date: '2026-12-01' })
  const keys = await given.debtorKeys(tenant, debtor_id)
  const plan = { debtor_id, ...keys, active: true, approved_at: at, created_at: 'stamp', updated_at: 'stamp' }
  await bill(debtor_id, '80.00', { active_payment_plan_id: await given.row('payment_plans', tenant, plan) })
  await bill(debtor_id, '7.00', { currency_code: 'USD' })
  await bill(debtor_id, '900.00', { sent_at: null })
  const of_debtor = await standing('debtors', debtor_id)
  assert.deepEqual(of_debtor.sums[0], {
    currency_code: 'EUR',
    invoices_amount: '100.00',
    administration_costs_amount: '15.00',
    interest_amount: '2.50',
    collection_costs_amount: '30.00',
    asked_amount: '147.50',
    collected_amount: '60.00',
    planned_amount: '80.00',
    credit_amount: '-20.00',
    not_sent_amount: '900.00',
  })
  const of_case = await standing('credit_cases', case_id)
  assert.deepEqual([of_case.stage, of_case.days_in_stage], ['summons_1', 10])
  for (const [family, id] of [
    ['debtors', debtor_id],
    ['invoices', invoice_id],
    ['credit_cases', case_id],
  ] as const) {
    const { rows } = await sql<{ token: string }>`select public_token as token from ${sql.table(family)}
      where administration_id = ${tenant.administration_id}::bigint and id = ${id}::bigint`.execute(database.db)
    const link = { administration_id: tenant.administration_id, family, token: rows[0]?.token }
    const answer = await call('POST /portal/look', { json: link })
    const { sums } = answer.body as { sums: Record<string, string>[] }
    const portal = sums.map((one) => [one.currency_code, one.open_amount, one.collected_amount, one.credit_amount])
    const asked = (await standing(family, id)).sums.map((one) => [
      ...[one.currency_code, one.asked_amount, one.collected_amount, one.credit_amount?.replace('-', '')],
    ])
    portal.sort()
    assert.deepEqual(asked, portal, family)
    assert.notEqual(portal.length, 0)
  }
})

test('a list and a page agree on an invoice of which only costs are open', async () => {
  const debtor_id = await given.debtor(tenant, { paused_at: at })
  const costs = { administration_costs_total: '5.00', administration_costs_open: '5.00' }
  const invoice_id = await bill(debtor_id, '0.00', costs)
  assert.deepEqual(await reasons('invoices', invoice_id), ['debtor_paused'])
  const place = `/console/administrations/${tenant.administration_id}/invoices`
  const listed = await reader.get(`${place}?show=all&order=newest&debtor_id=${debtor_id}`)
  const [row] = (listed.body as { invoices: { holds: string[] }[] }).invoices
  assert.deepEqual(row?.holds, ['debtor_paused'])
})

test('a pause until a day shows that day, and is over after it', async () => {
  const debtor_id = await given.debtor(tenant, { paused_at: at, paused_until: '2026-11-20' })
  const [hold] = (await standing('debtors', debtor_id)).holds
  assert.deepEqual([hold?.reason, hold?.since, hold?.until], ['debtor_paused', at, '2026-11-20'])
  const over = await given.debtor(tenant, { paused_at: at, paused_until: '2026-11-14' })
  assert.deepEqual(await reasons('debtors', over), [])
})

test('what people agreed and the engine found is shown on the page and in lists while the engine is on', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const boss = await signedIn(service, tenant.company_id)
  const debtor_id = await given.debtor(own)
  const invoice_id = await given.invoice(own, debtor_id, sent)
  const stamps = { created_at: 'stamp', updated_at: 'stamp' }
  await given.row('debtor_labels', own, { debtor_id, name: 'Stop' })
  await given.row('disputes', own, {
    ...{ debtor_id, invoice_id, reason: 'quality', origin: 'person', opened_on: '2026-11-10', ...stamps },
  })
  const found = [
    { reason: 'dispute', since: at, until: null },
    { reason: 'below_minimum', since: null, until: null },
    { reason: 'bundle_interval', since: null, until: '2026-11-19' },
    { reason: 'debtor_paused', since: at, until: null },
  ]
  await given.row('agenda_records', own, { debtor_id, invoice_id, holds: JSON.stringify(found) })
  const shown = async () => {
    const page = (await boss.get(path('invoices', invoice_id, own))).body as Standing
    const place = `/console/administrations/${own.administration_id}/invoices?show=all&order=newest`
    const list = (await boss.get(`${place}&debtor_id=${debtor_id}`)).body as { invoices: { holds: string[] }[] }
    return { page: page.holds.map(({ reason }) => reason), list: list.invoices[0]?.holds }
  }
  assert.deepEqual(await shown(), { page: ['stop_label', 'dispute'], list: [] })
  await sql`update administrations set settings = '{"engine_enabled": true}' where id = ${own.administration_id}::bigint`.execute(
    database.db,
  )
  const now_on = await shown()
  assert.deepEqual(
    now_on.page,
    ['stop_label', 'dispute', 'below_minimum', 'bundle_interval'],
    'rows say what is paused',
  )
  assert.deepEqual(now_on.list, ['dispute', 'below_minimum'], 'the order of letters is no reason to look')
})

test('strangers are shown nothing, and a record that does not exist is not found', async () => {
  const debtor_id = await given.debtor(tenant)
  assert.equal((await visitor(service).get(path('debtors', debtor_id))).status, 401)
  assert.equal((await outsider.get(path('debtors', debtor_id))).status, 403)
  assert.equal((await outsider.get(path('debtors', debtor_id, stranger))).status, 404)
  assert.equal((await reader.get(path('invoices', '999999'))).status, 404)
  assert.equal((await reader.get(path('payments' as Family, debtor_id))).status, 422)
})
