import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addDays, dayIn } from '../../server/src/domain/days.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { problemsOf } from './looks.ts'
import { owing, startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { given, database } = service
const here = `/administrations/${tenant.administration_id}`
const today = dayIn(new Date(), 'Europe/Amsterdam')
const sent = { sent_at: `${addDays(today, -60)}T10:00:00Z` }
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })
const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'F-1', ...owing('250.00'), ...sent })
const case_id = await given.row('credit_cases', tenant, {
  ...{ debtor_id, case_number: '111222333', credit_case_number: '111 222 333', currency_code: 'EUR' },
  ...{ total_amount: '100.00', open_amount: '100.00', started_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
})
const in_case_id = await given.invoice(tenant, debtor_id, {
  ...{ invoice_number: 'F-case', ...owing('100.00'), ...sent, active_credit_case_id: case_id },
})
const untilOf = async (table: 'debtors' | 'invoices' | 'credit_cases', id: string, column: string) => {
  const { rows } = await sql<{ day: string | null; since: string | null }>`
    select ${sql.ref(`${column}_until`)}::text as day, ${sql.ref(`${column}_at`)}::text as since
    from ${sql.table(table)} where id = ${id}::bigint`.execute(database.db)
  return rows[0]
}

test('reminders to a debtor are paused with two clicks, and resumed with one', async () => {
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss })
  await page.getByRole('button', { name: 'Pause' }).click()
  // The first choice is reminders for a week.
  await page
    .getByRole('menuitem', { name: /^Until \d/ })
    .first()
    .click()
  await page.getByText(/^Reminders paused until /).waitFor()
  assert.equal((await untilOf('debtors', debtor_id, 'reminding_paused'))?.day, addDays(today, 7))
  assert.equal((await untilOf('debtors', debtor_id, 'paused'))?.since, null)
  assert.deepEqual(await problemsOf(page, 'debtor'), [])
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText(/^Reminders paused until /).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Resume' }).waitFor({ state: 'detached' })
  assert.equal((await untilOf('debtors', debtor_id, 'reminding_paused'))?.since, null)
})

test('an invoice is paused until a day that somebody types, by keyboard alone', async () => {
  const page = await open(`${here}/invoices/${invoice_id}`, { as: boss })
  await page.getByRole('button', { name: 'Pause' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Until another day…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pause until a day' })
  await dialog.getByRole('button', { name: 'Pause' }).press('Enter')
  await dialog.locator('input[aria-invalid="true"]:focus').fill(addDays(today, 3))
  await dialog.getByRole('button', { name: 'Pause' }).press('Enter')
  await page
    .getByText(/^Paused until /)
    .first()
    .waitFor()
  assert.equal((await untilOf('invoices', invoice_id, 'paused'))?.day, addDays(today, 3))
  await page.getByText('The invoice is paused.').waitFor()
})

test('an invoice in a case is paused with the case, and a case until somebody resumes', async () => {
  const page = await open(`${here}/invoices/${in_case_id}`, { as: boss })
  await page.getByText('In a credit case since').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Pause' }).count(), 0)
  await page.goto(`${service.app.base_url}${here}/credit_cases/${case_id}`)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('menuitem', { name: 'Until somebody resumes' }).click()
  await page.getByText(/^Paused since /).waitFor()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
})

test('who only reads there is offered nothing', async () => {
  const reader = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [tenant.administration_id]: 'restricted' },
  })
  const page = await open(`${here}/credit_cases/${case_id}`, { as: reader })
  await page.getByText(/^Paused since /).waitFor()
  assert.equal(await page.getByRole('button', { name: /Pause|Resume/ }).count(), 0)
})
