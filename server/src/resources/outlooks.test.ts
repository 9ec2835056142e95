import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Tenant } from '../../test/given.ts'
import { engineOn } from '../../test/given_engine.ts'
import { startService } from '../../test/harness.ts'
import { changeSettings } from '../settings/store.ts'

/** A Monday on which letters go out. */
const now = new Date('2026-11-16T10:00:00Z')
const { call, database, given } = await startService({ now: () => now })
const { db } = database

type Hold = { reason: string; since: string | null; until: string | null }
type Outlook = { step: string | null; day: string | null; holds: Hold[]; because: { reason: string }[] }

const business = { is_company: true, coc_number: '12345678', primary_email_address: 'books@example.com' }

/** A company whose engine is on, with an invoice that was sent on its date. */
async function overdue(columns: Record<string, unknown> = {}) {
  const tenant = await given.tenant()
  await engineOn(db, tenant, now)
  const token = await given.token(tenant)
  const debtor_id = await given.debtor(tenant, business)
  const invoice_id = await given.invoice(tenant, debtor_id, { sent_at: '2026-09-01T09:00:00Z', ...columns })
  return { tenant, token, debtor_id, invoice_id }
}

async function outlook(tenant: Tenant, token: string, family: string, id: string): Promise<Outlook> {
  const { administration_id } = tenant
  const answer = await call(`GET /v1/${family}/${id}/outlook?administration_id=${administration_id}`, { token })
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as { data: Outlook }).data
}

const reasons = (list: readonly { reason: string }[]): string[] => list.map(({ reason }) => reason)

test('what comes next for an invoice is its step, its day and what they rest on', async () => {
  const { tenant, token, invoice_id } = await overdue({ due_date: '2026-11-13' })
  const { step, day, holds, because } = await outlook(tenant, token, 'invoices', invoice_id)
  assert.deepEqual([step, day, holds], ['reminder_1', '2026-11-20', []])
  assert.deepEqual(because, [
    { reason: 'flow', code: 'business', version: '1' },
    { reason: 'due_date', day: '2026-11-13', days: '7' },
  ])
})

test('a paused debtor holds its invoices, with the moment and the day', async () => {
  const { tenant, token, debtor_id, invoice_id } = await overdue()
  await sql`update debtors set paused_at = '2026-11-10T08:00:00.25Z', paused_until = '2026-11-27'
    where id = ${debtor_id}::bigint`.execute(db)
  const { step, day, holds } = await outlook(tenant, token, 'invoices', invoice_id)
  assert.deepEqual([step, day], ['reminder_1', '2026-11-30'])
  assert.deepEqual(holds, [{ reason: 'debtor_paused', since: '2026-11-10T08:00:00Z', until: '2026-11-27' }])
})

test('nothing comes for what is paid, or while the engine is off', async () => {
  const { tenant, token, debtor_id, invoice_id } = await overdue()
  const paid = await given.invoice(tenant, debtor_id, { open_amount: '0.00', book_open_amount: '0.00' })
  const settled = { step: null, day: null, holds: [], because: [{ reason: 'paid' }] }
  assert.deepEqual(await outlook(tenant, token, 'invoices', paid), settled)
  await changeSettings(db, tenant.administration_id, { engine_enabled: false })
  const off = { step: null, day: null, holds: [], because: [{ reason: 'engine_off' }] }
  assert.deepEqual(await outlook(tenant, token, 'invoices', invoice_id), off)
  assert.deepEqual(await outlook(tenant, token, 'invoices', paid), settled)
})

test('an invoice that no flow is for says so', async () => {
  const { tenant, token, invoice_id } = await overdue()
  await db.deleteFrom('flows').where('administration_id', '=', tenant.administration_id).execute()
  assert.deepEqual(await outlook(tenant, token, 'invoices', invoice_id), {
    ...{ step: null, day: null, holds: [], because: [{ reason: 'no_flow' }] },
  })
})

test('an invoice in a case follows its case, and a case that ended gets nothing more', async () => {
  const { tenant, token, debtor_id, invoice_id } = await overdue()
  const credit_case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: '100000001', credit_case_number: '100 000 001', currency_code: 'EUR' },
    ...{ total_amount: '121.00', open_amount: '121.00', started_at: '2026-11-12T10:00:00Z' },
    ...{ created_at: 'stamp', updated_at: 'stamp' },
  })
  await sql`update invoices set active_credit_case_id = ${credit_case_id}::bigint
    where administration_id = ${tenant.administration_id}::bigint and id = ${invoice_id}::bigint`.execute(db)
  const invoice = await outlook(tenant, token, 'invoices', invoice_id)
  assert.deepEqual([invoice.step, invoice.because], [null, [{ reason: 'credit_case', credit_case_id }]])
  const next = await outlook(tenant, token, 'credit_cases', credit_case_id)
  assert.equal(next.step, 'summons')
  assert.ok(next.day !== null && next.day >= '2026-11-16', String(next.day))
  await sql`update credit_cases set deactivated_at = '2026-11-13T10:00:00Z'
    where id = ${credit_case_id}::bigint`.execute(db)
  const ended = await outlook(tenant, token, 'credit_cases', credit_case_id)
  assert.deepEqual([ended.step, ended.because], [null, [{ reason: 'case_ended', day: '2026-11-13' }]])
})

test('a letter that is due says what keeps it back today: the switch, the cap, and what the engine found', async () => {
  const { tenant, token, debtor_id, invoice_id } = await overdue()
  const { administration_id } = tenant
  const look = () => outlook(tenant, token, 'invoices', invoice_id)
  assert.deepEqual(await look().then(({ day, holds }) => [day, holds]), ['2026-11-16', []])

  await changeSettings(db, administration_id, { sending_stopped: true })
  assert.deepEqual(await look().then(({ day, holds }) => [day, reasons(holds)]), [null, ['stopped']])

  await changeSettings(db, administration_id, { sending_stopped: false, letters_per_day: 1 })
  const other = await given.debtor(tenant, business)
  const letter = await given.row('letters', tenant, {
    ...{ debtor_id: other, step: 'reminder_1', channel: 'mail', language_code: 'nl', status: 'sent' },
    ...{ day: '2026-11-16', data: '{}', created_at: 'stamp', updated_at: 'stamp' },
  })
  assert.deepEqual(await look().then(({ day, holds }) => [day, reasons(holds)]), [null, ['cap']])

  await sql`update letters set status = 'withdrawn' where id = ${letter}::bigint`.execute(db)
  const surge = { reason: 'surge', since: null, until: null, letters: '80', usual: '50' }
  // The service may have noted this debtor by itself, to be looked at once the engine is free.
  await sql`insert into agenda (administration_id, debtor_id, rules_version, looked_at)
    values (${administration_id}::bigint, ${debtor_id}::bigint, 1, ${now.toISOString()}::timestamptz)
    on conflict (administration_id, debtor_id) do update
      set rules_version = excluded.rules_version, looked_at = excluded.looked_at`.execute(db)
  await given.row('agenda_records', tenant, { debtor_id, invoice_id, holds: JSON.stringify([surge]) })
  assert.deepEqual(await look().then(({ day, holds }) => [day, holds]), [null, [surge]])
  await sql`update engine_states set surge_released_on = '2026-11-16'
    where administration_id = ${administration_id}::bigint`.execute(db)
  assert.deepEqual(await look().then(({ day, holds }) => [day, holds]), ['2026-11-16', []])
})

test('nobody sees the outlook of what is not theirs, or without the permission', async () => {
  const mine = await overdue()
  const other = await overdue()
  const path = `GET /v1/invoices/${mine.invoice_id}/outlook?administration_id=`
  const { status } = await call(path + mine.tenant.administration_id, { token: other.token })
  assert.equal(status, 403)
  const own = await call(path + other.tenant.administration_id, { token: other.token })
  assert.equal(own.status, 404)
  assert.deepEqual(own.body, { code: 'not_found', message: 'There is no such invoice.' })
  const poor = await given.token(mine.tenant, { permissions: ['credit_cases:read'] })
  const refused = await call(path + mine.tenant.administration_id, { token: poor })
  assert.equal(refused.status, 403)
  const odd = await call(`GET /v1/invoices/x1/outlook?administration_id=${mine.tenant.administration_id}`, {
    token: mine.token,
  })
  assert.equal(odd.status, 404)
})

test('asking for an outlook waits for no writer', async () => {
  const { tenant, token, invoice_id } = await overdue()
  await db.transaction().execute(async (trx) => {
    await sql`select next_stamp(${tenant.administration_id}::bigint)`.execute(trx)
    const { step } = await outlook(tenant, token, 'invoices', invoice_id)
    assert.equal(step, 'reminder_1')
  })
})
