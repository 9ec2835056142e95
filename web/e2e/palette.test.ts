import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { searchable } from '../../server/test/searchable.ts'
import { until } from '../../server/test/until.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { problemsOf } from './looks.ts'
import { owing, startSite } from './site.ts'

const site = await startSite()
const { tenant, boss, open } = site
const { given, database } = site.service
const here = `/administrations/${tenant.administration_id}`
const debtor_id = await given.debtor(tenant, {
  ...{ name: 'Vexelingfeld Retail B.V.', debtor_number: 'T000204', call_phone_number: '+31850000142' },
  reminder_email_address: 'crediteuren@vexelingfeld.example.com',
})
const dates = { invoice_date: '2020-01-01', due_date: '2026-01-10', order_number: 'VX-3308' }
await given.invoice(tenant, debtor_id, { invoice_number: 'T2026-000441', ...dates, ...owing('6400.00') })
const quill_id = await given.debtor(tenant, { name: 'Quillmark Logistics', debtor_number: 'T000311' })
await given.invoice(tenant, quill_id, { invoice_number: 'T2026-000552', ...dates, ...owing('900.00') })
await searchable(database.db, tenant.administration_id)
const reader = await signedIn(site.service, tenant.company_id, {
  ...{ company_role: null, rights: { [tenant.administration_id]: 'restricted' } },
})

const fieldOf = (page: Page) => page.getByRole('dialog').getByRole('combobox')

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

test('a dossier is found in two keys from anywhere, by any part, typing mistakes included', async () => {
  const page = await open(`${here}/tasks`, { as: boss, viewport: desk })
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  for (const [typed, line] of [
    ['crediteuren@', /Vexelingfeld Retail B\.V\. T000204/],
    ['vexelignfeld', /Vexelingfeld Retail B\.V\./],
    ['6.400,00', /T2026-000441 Vexelingfeld/],
    ['vx-33', /T2026-000441/],
  ] as const) {
    await page.keyboard.press('Control+k')
    await fieldOf(page).fill(typed)
    await page.getByRole('option', { name: line }).first().waitFor()
    await page.keyboard.press('Escape')
    await fieldOf(page).waitFor({ state: 'detached' })
  }
  await page.keyboard.press('Control+k')
  await fieldOf(page).fill('t2026-000441')
  await page.locator('[role=option][aria-selected=true]', { hasText: 'T2026-000441' }).waitFor()
  assert.deepEqual(await problemsOf(page, 'palette'), [])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/invoices\/\d+$/)
})

test('letters that are typed before the field is there wait for it, and are no keys of the page', async () => {
  const there = Promise.withResolvers<void>()
  const prepare = async (context: BrowserContext): Promise<void> => {
    await context.route(/\/assets\/palette-.*\.js/, async (route) => {
      await there.promise
      await route.continue()
    })
  }
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, viewport: desk, prepare })
  await page.getByRole('button', { name: /^Promise/ }).waitFor()
  await page.keyboard.press('Control+k')
  // P alone would open a promise here.
  await page.keyboard.type('pvex')
  there.resolve()
  await fieldOf(page).waitFor()
  await page.keyboard.type('el')
  assert.equal(await fieldOf(page).inputValue(), 'pvexel')
  assert.equal(await page.getByRole('dialog').count(), 1)
})

test('words, an amount and a day become a promise', async () => {
  const page = await open(`${here}/tasks`, { as: boss, viewport: desk })
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  await page.keyboard.press('Control+k')
  await fieldOf(page).fill('vexel 300 friday')
  await page.locator('[role=option][aria-selected=true]', { hasText: 'Promise of €300.00 for Friday' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(/Promise of €300\.00 for Friday .* · Vexelingfeld/).waitFor()
  const { rows } = await database.pool.query(
    'select amount::text, extract(dow from promised_on)::int as weekday from promises where administration_id = $1',
    [tenant.administration_id],
  )
  assert.deepEqual(rows, [{ amount: '300.00', weekday: 5 }])
})

test('an amount is promised as pages print it', async () => {
  const page = await open(`${here}/tasks`, { as: boss, viewport: desk })
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  await page.keyboard.press('Control+k')
  for (const typed of ['1.234,56', '1,234.56', '€\u00a01.234,56', '€ 1234,56']) {
    await fieldOf(page).fill('')
    await fieldOf(page).fill(`vexel ${typed} friday`)
    await page.locator('[role=option]', { hasText: 'Promise of €1,234.56 for Friday' }).waitFor()
  }
})

test('Enter does nothing with what was found for something else', async () => {
  const page = await open(`${here}/tasks`, { as: boss, viewport: desk })
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  await page.keyboard.press('Control+k')
  await fieldOf(page).fill('vexel')
  const selected = page.locator('[role=option][aria-selected=true]')
  await selected.filter({ hasText: 'Vexelingfeld' }).waitFor()
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/search\?.*text=quill/, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await fieldOf(page).fill('quill')
  await asked.promise
  await page.keyboard.press('Enter')
  held.resolve()
  await selected.filter({ hasText: 'Quillmark Logistics' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/debtors/${quill_id}`)
})

test('a promise and a pause can be taken back', async () => {
  const page = await open(`${here}/tasks`, { as: boss, viewport: desk })
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  const selected = page.locator('[role=option][aria-selected=true]')
  const columns = ['reminding_paused_at', 'reminding_paused_until'] as const
  const pauseOf = () =>
    database.db.selectFrom('debtors').select(columns).where('id', '=', quill_id).executeTakeFirstOrThrow()
  const promiseOf = () =>
    database.db.selectFrom('promises').select('status').where('debtor_id', '=', quill_id).executeTakeFirst()
  await page.keyboard.press('Control+k')
  await fieldOf(page).fill('quill 300 friday')
  await selected.filter({ hasText: 'Promise of €300.00' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(/Promise of €300\.00 for Friday .* · Quillmark/).waitFor()
  await page.keyboard.press('Control+z')
  await until('the promise is withdrawn', async () => (await promiseOf())?.status === 'withdrawn')
  await page.keyboard.press('Control+k')
  await fieldOf(page).fill('quill friday')
  await selected.filter({ hasText: 'Quillmark' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await selected.filter({ hasText: 'Pause reminders until' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(/Pause reminders until Friday .* · Quillmark/).waitFor()
  assert.ok((await pauseOf()).reminding_paused_at)
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('reminders go on', async () => (await pauseOf()).reminding_paused_at === null)
})

test('who only reads finds and goes, and is offered nothing to do; on a dark phone in Dutch it fits', async () => {
  const page = await open(`${here}/tasks`, { as: reader, viewport: phone, colorScheme: 'dark', locale: 'nl-NL' })
  await page.getByRole('main').waitFor()
  await page.keyboard.press('Control+k')
  await fieldOf(page).fill('vexel 300 friday')
  await page
    .getByRole('option', { name: /Vexelingfeld Retail/ })
    .first()
    .waitFor()
  assert.equal(await page.getByRole('option', { name: /Toezegging|Promise/ }).count(), 0)
  assert.deepEqual(await problemsOf(page, 'palette on a phone'), [])
  await fieldOf(page).fill('qqqqqq')
  await page.getByText(/Niets gevonden|Nothing has these words/).waitFor()
})
