import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayIn } from '../../server/src/domain/days.ts'
import { searchable } from '../../server/test/searchable.ts'
import { problemsOn } from './looks.ts'
import { owing, startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { given, database } = service
const here = `/administrations/${tenant.administration_id}`
/** A day as the administration counts them, which is ahead of UTC around midnight. */
const day = (from_now: number): string => addDays(dayIn(new Date(), 'Europe/Amsterdam'), from_now)
const moment = (from_now: number): string => `${day(from_now)}T10:00:00Z`
const sent = { sent_at: moment(-200) }
const debtor_id = await given.debtor(tenant, {
  name: 'Bakery Morning Star',
  debtor_number: 'K-100',
  reminding_paused_at: moment(-30),
})
const late = { invoice_date: day(-230), due_date: day(-204) }
const blocked_id = await given.invoice(tenant, debtor_id, {
  ...{ invoice_number: 'F-blocked', ...owing('250.00'), ...late, ...sent },
  ...{ blocked_at: moment(-20), block_reasons: ['undeliverable'] },
})
const case_id = await given.row('credit_cases', tenant, {
  ...{ debtor_id, case_number: '111222333', credit_case_number: '111 222 333', currency_code: 'EUR' },
  ...{ total_amount: '142.50', open_amount: '142.50', debt_collection_costs: '40.00', interest_costs: '2.50' },
  ...{ started_at: moment(-90), summons_1_at: moment(-80), forwarded_to_bailiff_at: moment(-12) },
  ...{ created_at: 'stamp', updated_at: 'stamp' },
})
const in_case_id = await given.invoice(tenant, debtor_id, {
  ...{ invoice_number: 'F-case', ...owing('100.00'), ...late, ...sent, active_credit_case_id: case_id },
  ...{ interest_costs_total: '2.50', interest_costs_open: '2.50' },
  ...{ debt_collection_costs_total: '40.00', debt_collection_costs_open: '40.00' },
})
const task_id = await given.task(tenant, {
  subject: 'Ask the warehouse',
  invoice_id: in_case_id,
  blocks_dossiers: true,
})
await given.invoice(tenant, debtor_id, {
  ...{ invoice_number: 'C-1', ...owing('-30.00'), invoice_date: day(-540), due_date: day(-514), ...sent },
})
await given.invoice(tenant, debtor_id, {
  ...{ invoice_number: 'F-paid', payment_date: day(-10), ...sent },
  ...{ open_amount: '0.00', book_open_amount: '0.00' },
})

test('a blocked invoice says why nothing is sent, since when, and so does its row', async () => {
  const page = await open(`${here}/invoices/${blocked_id}`, { as: boss })
  const note = page.locator('main').getByText('Why no reminder is sent').locator('..')
  await note.getByText('There is no address at which a letter would arrive.').waitFor()
  await note.getByText('Reminders to this debtor are paused.').waitFor()
  await page.getByText(/^No address since \d/).waitFor()
  await page.getByText('Overdue for 204 days').waitFor()
  await page.goto(`${service.app.base_url}${here}/invoices`)
  const row = page.getByRole('row').filter({ hasText: 'F-blocked' })
  await row.getByTitle(/No address/).waitFor()
  await row.getByText('Reminders paused').waitFor()
})

test('pages count days by the clock of the administration', async () => {
  const clock = (days_ahead: number) =>
    database.db
      .updateTable('administrations')
      .set({ sandbox: true, days_ahead })
      .where('id', '=', tenant.administration_id)
      .execute()
  await clock(10)
  const page = await open(`${here}/invoices/${blocked_id}`, { as: boss })
  await page.getByText('Overdue for 214 days').waitFor()
  await clock(0)
})

test('an invoice in a case links to the case and the task that hold it, and says what is asked for it', async () => {
  const page = await open(`${here}/invoices/${in_case_id}`, { as: boss })
  await page.getByText('In a credit case since').waitFor()
  await page.getByRole('link', { name: 'Ask the warehouse' }).waitFor()
  assert.equal(
    await page.getByRole('link', { name: 'Ask the warehouse' }).getAttribute('href'),
    `${here}/tasks/${task_id}`,
  )
  const fact = (name: string) => page.locator('dl > div').filter({ hasText: name }).first()
  assert.match(await fact('Asked of the debtor').innerText(), /142\.50/)
  assert.match(await fact('Interest').innerText(), /2\.50/)
  assert.match(await fact('Collection costs').innerText(), /40\.00/)
  await page.getByRole('link', { name: 'Credit case 111 222 333' }).first().click()
  await page.getByText('Bailiff, for 12 days').waitFor()
  assert.match(await fact('Asked of the debtor').innerText(), /142\.50/)
})

test('a debtor says that reminders are paused, what is asked, and leads to paid invoices', async () => {
  const page = await open(`${here}/debtors`, { as: boss })
  await page.getByRole('row').filter({ hasText: 'K-100' }).getByText('Reminders paused').waitFor()
  await page.getByRole('link', { name: 'Bakery Morning Star' }).click()
  await page.getByText(/^Reminders paused since/).waitFor()
  // 250 and 100 of invoices, 42.50 of costs, and no credit taken off: what the debtor sees as well.
  const fact = page.locator('dl > div').filter({ hasText: 'Asked of the debtor' })
  assert.match(await fact.innerText(), /392\.50/)
  await page.getByRole('link', { name: 'Data' }).click()
  const link = await page.locator('code').innerText()
  await page
    .getByRole('navigation', { name: 'Parts of the page' })
    .getByRole('link', { name: /^Invoices/ })
    .click()
  await page.getByRole('row').filter({ hasText: '111 222 333' }).getByText('Bailiff').waitFor()
  await page.getByRole('link', { name: 'All invoices of this debtor' }).click()
  await page.getByRole('heading', { level: 1, name: 'Invoices of Bakery Morning Star' }).waitFor()
  await page.getByRole('link', { name: 'F-paid' }).waitFor()
  await page.getByRole('link', { name: 'Paid', exact: true }).click()
  await page.getByRole('link', { name: 'F-blocked' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'F-paid' }).waitFor()
  await page.goto(link)
  await page.getByText('392.50').first().waitFor()
})

test('the list of cases shows stages and days, and narrows down to one stage', async () => {
  const page = await open(here, { as: boss })
  await page.getByRole('navigation').getByRole('link', { name: 'Credit cases' }).click()
  await page.getByRole('heading', { level: 1, name: 'Credit cases' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: '111 222 333' })
  await row.waitFor()
  assert.match(await row.innerText(), /Bailiff\s+12\s/)
  await page.getByRole('button', { name: 'Stage', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Bailiff (1)' }).click()
  await page.waitForURL('**/credit_cases?stage=bailiff')
  await row.waitFor()
  await page.goto(page.url().replace('bailiff', 'notice_of_default'))
  await page.getByRole('button', { name: 'Without “Notice of default”' }).click()
  await row.waitFor()
  await page.getByRole('link', { name: 'Ended', exact: true }).click()
  await page.getByText('No credit case has ended yet.').waitFor()
})

test('a credit note is never late, and the overview counts it apart', async () => {
  const page = await open(`${here}/overview`, { as: boss })
  const tile = (name: string) => page.locator('dl > div').filter({ hasText: name }).first()
  await page.getByText('Unapplied credit').waitFor()
  assert.match(await tile('Unapplied credit').innerText(), /-€30\.00/)
  assert.match(await tile('Overdue').innerText(), /€350\.00/)
  await page.getByRole('link', { name: 'More than 90 days' }).click()
  await page.getByRole('link', { name: 'F-blocked' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'C-1' }).count(), 0)
  await page.goBack()
  await page.getByRole('link', { name: '1 credit note, not taken off' }).click()
  const row = page.getByRole('row').filter({ hasText: 'C-1' })
  await row.waitFor()
  assert.doesNotMatch(await row.innerText(), /51[345]/)
  await page.getByRole('link', { name: 'C-1' }).click()
  await page.getByRole('link', { name: 'Open the page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Credit note C-1' }).waitFor()
  await page.getByText('Credit not settled').waitFor()
  assert.equal(await page.getByText('Asked of the debtor').count(), 0)
  assert.equal(await page.getByText('Overdue for').count(), 0)
})

test('payments stand in the order of their days with their method in words, and charges apart', async () => {
  const invoice_id = await given.invoice(tenant, debtor_id, {
    ...{ invoice_number: 'F-payments', administration_costs_total: '15.00', administration_costs_open: '15.00' },
  })
  const pay = (payment_date: string, amount: string, overrides: object) =>
    given.row('payments', tenant, {
      ...{ invoice_id, invoice_number: 'F-payments', total_amount: amount, total_book_amount: amount, payment_date },
      ...{ cost_type: 'principal', created_at: 'stamp', updated_at: 'stamp', ...overrides },
    })
  await pay(day(-3), '10.00', { payment_method: 'ideal', description: 'second' })
  await pay(day(-9), '10.00', { payment_method: 'banktransfer', description: 'first' })
  // The ledger has the charge already; this is how the interface reports it.
  await database.db
    .insertInto('payments')
    .values({
      ...{ administration_id: tenant.administration_id, invoice_id, invoice_number: 'F-payments' },
      ...{ total_amount: '-15.00', total_book_amount: '-15.00', payment_date: day(-5), description: 'charged' },
      ...{ cost_type: 'administration_costs', created_at: moment(-5), updated_at: moment(-5) },
    })
    .execute()
  const page = await open(`${here}/invoices/${invoice_id}?tab=ledger`, { as: boss })
  const payments = page.getByRole('table', { name: 'Payments' })
  await payments.waitFor()
  assert.deepEqual(
    (await payments.getByRole('row').allInnerTexts()).slice(1).map((row) => /first|second|charged/.exec(row)?.[0]),
    ['first', 'second'],
  )
  await payments.getByText('Bank transfer').waitFor()
  await payments.getByText('iDEAL').waitFor()
  const charges = page.getByRole('table', { name: 'Costs charged' })
  assert.match(await charges.innerText(), /Reminder costs[\s\S]*€15\.00/)
})

test('a search finds everything that has the text anywhere, and leads to debtors too', async () => {
  for (let n = 10; n < 37; n++) await given.invoice(tenant, debtor_id, { invoice_number: `Q-${n}` })
  await searchable(database.db, tenant.administration_id)
  const page = await open(`${here}/invoices?text=q-`, { as: boss })
  await page.getByText('27 invoices of 1 debtor').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Q-10' })
  await row.getByRole('link', { name: 'Bakery Morning Star' }).waitFor()
  assert.match(await row.innerText(), /€121\.00/)
  await page.goto(`${service.app.base_url}${here}/invoices?text=-11`)
  await page.getByRole('link', { name: 'Q-11' }).waitFor()
  await page.getByText('1 invoice of 1 debtor').waitFor()
})

test('everybody can read why nothing happens, on a small phone and in Dutch, whose words are longer', async () => {
  const page = await open('/favicon.svg', { as: boss, viewport: { width: 320, height: 700 }, locale: 'nl-NL' })
  const paths = [
    ...['', '/invoices', '/invoices?text=q-', '/credit_cases', '/debtors', `/invoices?debtor_id=${debtor_id}`],
    ...[`/invoices/${blocked_id}`, `/invoices/${in_case_id}`, `/debtors/${debtor_id}`, `/credit_cases/${case_id}`],
  ]
  assert.deepEqual(
    await problemsOn(
      page,
      paths.map((path) => `${service.app.base_url}${here}${path}`),
    ),
    [],
  )
})
