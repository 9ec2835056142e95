import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addDays, type Day } from '../src/domain/days.ts'
import type { Tenant } from './given.ts'
import { data, startService } from './harness.ts'
import { searchable } from './searchable.ts'
import { signedIn } from './visitor.ts'

// Around midnight a place, the next one and the machine are on different days. Everything that Dunlin says and does in
// an administration goes by the day of that administration.

let now = new Date('2026-11-15T09:30:00Z')
const service = await startService({ now: () => now })
const { call, given, database } = service

type Asked = { tenant: Tenant; token: string; today: Day; number: number }

const moments: { zone: string; at: string; today: Day }[] = [
  { zone: 'Europe/Amsterdam', at: '2026-11-15T22:30:00Z', today: '2026-11-15' },
  { zone: 'Europe/Amsterdam', at: '2026-11-15T23:30:00Z', today: '2026-11-16' },
  { zone: 'America/New_York', at: '2026-11-16T04:30:00Z', today: '2026-11-15' },
  { zone: 'America/New_York', at: '2026-11-16T05:30:00Z', today: '2026-11-16' },
  { zone: 'Pacific/Auckland', at: '2026-11-15T10:30:00Z', today: '2026-11-15' },
  { zone: 'Pacific/Auckland', at: '2026-11-15T11:30:00Z', today: '2026-11-16' },
]

async function tenantIn(zone: string, days_ahead: number): Promise<Tenant> {
  const tenant = await given.tenant()
  await sql`update administrations set timezone = ${zone}, days_ahead = ${days_ahead}, sandbox = true
    where id = ${tenant.administration_id}::bigint`.execute(database.db)
  return tenant
}

/** A payment without a day is of today, and the term of a plan that it settles too. */
async function paysToday({ tenant, token, today, number }: Asked): Promise<void> {
  const { administration_id } = tenant
  const debtor_id = await given.debtor(tenant)
  const { debtor_number } = await given.debtorKeys(tenant, debtor_id)
  const invoice_number = `PAID-${number}`
  const invoice = {
    invoice_number,
    debtor_number,
    invoice_date: '2026-10-01',
    due_date: '2026-10-31',
    currency_code: 'EUR',
  }
  const write = (open: string) => {
    const amounts = { amount_total: '121.00', amount_open: open, book_amount_total: '121.00', book_amount_open: open }
    const invoices = [{ ...invoice, ...amounts }]
    return call('POST /v1/invoices', { token, json: { administration_id, invoices } })
  }
  const made = await write('121.00')
  assert.deepEqual(made.body, { success: true, count: 1, errors: {} })
  const plan = await call('POST /v1/payment_plans', {
    token,
    json: {
      administration_id,
      invoice_numbers: [invoice_number],
      terms: [
        { amount: 21, due_date: '2027-01-31' },
        { amount: 100, due_date: '2027-02-28' },
      ],
    },
  })
  assert.equal(plan.status, 201, plan.text)
  await write('100.00')
  const query = `administration_id=${administration_id}&invoice_numbers=${invoice_number}`
  const [payment] = data(await call(`GET /v1/payments?${query}`, { token }))
  assert.equal(payment?.payment_date, today)
  const { id } = plan.body as { id: string }
  const { body } = await call(`GET /v1/payment_plans/${id}?administration_id=${administration_id}`, { token })
  const [term] = (body as { payment_terms: { payment_date: string }[] }).payment_terms
  assert.equal(term?.payment_date, today)
}

/** What is due today is in time; what was due yesterday is a day late: on pages and for the debtor. */
async function isLateSince({ tenant, today, number }: Asked): Promise<void> {
  const { administration_id, company_id } = tenant
  const debtor_id = await given.debtor(tenant)
  for (const [name, due_date] of [
    ['DUE', today],
    ['LATE', addDays(today, -1)],
  ] as const) {
    const sent = { sent_at: '2026-10-01T08:00:00Z', due_date, invoice_number: `${name}-${number}` }
    await given.invoice(tenant, debtor_id, sent)
  }
  const boss = await signedIn(service, company_id)
  const place = `/console/administrations/${administration_id}`
  const listed = await boss.get(`${place}/invoices?show=overdue&order=due_date_desc`)
  const [latest] = (listed.body as { invoices: { invoice_number: string; days_overdue: number }[] }).invoices
  assert.deepEqual([latest?.invoice_number, latest?.days_overdue], [`LATE-${number}`, 1])
  await searchable(database.db, administration_id)
  const found = await boss.get(`${place}/search?text=DUE-${number}`)
  const [due] = (found.body as { invoices: { days_overdue: number }[] }).invoices
  assert.equal(due?.days_overdue, 0)
  const { public_token: token } = await database.db
    .selectFrom('debtors')
    .select('public_token')
    .where('administration_id', '=', administration_id)
    .where('id', '=', debtor_id)
    .executeTakeFirstOrThrow()
  const shown = await call('POST /portal/look', { json: { administration_id, family: 'debtors', token } })
  const [sum] = (shown.body as { sums: { since: string; overdue_amount: string; due_date: string }[] }).sums
  assert.deepEqual([sum?.since, sum?.overdue_amount, sum?.due_date], [today, '121.00', today])
}

/** What was done is done at the moment that the administration has. */
async function doneNow({ tenant, token, today }: Asked): Promise<void> {
  const { administration_id } = tenant
  const task_id = await given.task(tenant)
  const done = await call(`PATCH /v1/tasks/${task_id}/mark_completed`, { token, json: { administration_id } })
  const { completed_at } = done.body as { completed_at: string }
  const { rows } = await sql<{ day: Day }>`
    select (${completed_at}::timestamptz at time zone timezone)::date::text as day from administrations
    where id = ${administration_id}::bigint`.execute(database.db)
  assert.equal(rows[0]?.day, today)
}

for (const days_ahead of [0, 200]) {
  for (const [number, { zone, at, today }] of moments.entries()) {
    const clock = days_ahead === 0 ? '' : `, ${days_ahead} days ahead`
    test(`in ${zone} it is ${today} at ${at}${clock}`, async () => {
      now = new Date(at)
      const tenant = await tenantIn(zone, days_ahead)
      const asked = { tenant, token: await given.token(tenant), today: addDays(today, days_ahead), number }
      await paysToday(asked)
      await isLateSince(asked)
      await doneNow(asked)
    })
  }
}
