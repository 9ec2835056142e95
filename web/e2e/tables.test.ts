import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { until } from '../../server/test/until.ts'
import { problemsOf } from './looks.ts'
import { colleague, owing, sessionOf, startSite } from './site.ts'

const site = await startSite()
const { tenant, boss, open } = site
const { given } = site.service
const here = `/administrations/${tenant.administration_id}`
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })
for (let n = 1; n <= 40; n++) {
  const day = String((n % 28) + 1).padStart(2, '0')
  const dates = { invoice_date: '2020-01-01', due_date: n <= 28 ? `2026-01-${day}` : `2026-02-${day}` }
  await given.invoice(tenant, debtor_id, { invoice_number: `F-${n}`, ...dates, ...owing(`${n}.00`) })
}
await colleague(site, 'standard')

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const headsOf = (page: Page) => page.getByRole('columnheader').allInnerTexts()
const focused = (page: Page, text: string) => page.locator('a:focus', { hasText: text }).waitFor()

async function openInvoices(): Promise<Page> {
  const page = await open(`${here}/invoices`, { as: boss, viewport: { width: 1280, height: 800 } })
  await rowsOf(page).first().waitFor()
  return page
}

test('columns that are put away stay away after the page is loaded again, until they are wanted back', async () => {
  const page = await openInvoices()
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  const choice = page.getByRole('menuitemcheckbox', { name: 'Late' })
  assert.equal(await choice.getAttribute('aria-checked'), 'true')
  await choice.click()
  await page.getByRole('columnheader', { name: 'Late' }).waitFor({ state: 'detached' })
  assert.equal(await choice.getAttribute('aria-checked'), 'false')
  await page.keyboard.press('Escape')
  await choice.waitFor({ state: 'detached' })
  assert.deepEqual(await problemsOf(page, 'columns'), [])
  await page.reload()
  await rowsOf(page).first().waitFor()
  assert.ok(!(await headsOf(page)).includes('Late'))
  // The number is what names a row.
  await page.getByRole('button', { name: 'Columns' }).click()
  assert.equal(await page.getByRole('menuitemcheckbox', { name: /^Number/ }).count(), 0)
  const always = page.getByRole('menuitemcheckbox', { name: 'Debtor always' })
  await always.click()
  assert.equal(await always.getAttribute('aria-checked'), 'true')
  await page.getByRole('menuitem', { name: 'As it was' }).click()
  await page.getByRole('columnheader', { name: 'Late' }).waitFor()
})

test('columns are dragged to where somebody wants them', async () => {
  const page = await openInvoices()
  await page.getByRole('button', { name: 'Columns' }).click()
  const row = (name: string) =>
    page.locator('div:has(> [draggable])').filter({ has: page.getByRole('menuitemcheckbox', { name }) })
  const before = await headsOf(page)
  assert.ok(before.indexOf('Status') > before.indexOf('Due date'))
  await row('Status').locator('[draggable]').dragTo(row('Due date'))
  await until('it stands before', async () => {
    const heads = await headsOf(page)
    return heads.indexOf('Status') < heads.indexOf('Due date')
  })
  await page.reload()
  await rowsOf(page).first().waitFor()
  const heads = await headsOf(page)
  assert.ok(heads.indexOf('Status') < heads.indexOf('Due date'), 'and stays there')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'As it was' }).click()
  await until('all is as it was', async () => (await headsOf(page)).join() === before.join())
})

test('columns are moved by keys, and more can be added', async () => {
  const page = await openInvoices()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByText(/^\d+ of 15$/).waitFor()
  const choice = (name: string) => page.getByRole('menuitemcheckbox', { name })
  await choice('Owner').click()
  await page.getByRole('columnheader', { name: 'Owner' }).waitFor()
  assert.deepEqual(await problemsOf(page, 'choosing columns'), [])
  await choice('Status').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await until('it stands before', async () => {
    const heads = await headsOf(page)
    return heads.indexOf('Status') < heads.indexOf('Late')
  })
  await page.getByRole('menuitem', { name: 'As it was' }).click()
  await page.getByRole('columnheader', { name: 'Owner' }).waitFor({ state: 'detached' })
})

test('rows that are chosen get a label, and their debtor an owner', async () => {
  const page = await openInvoices()
  await page.getByRole('checkbox', { name: 'Select F-1', exact: true }).click()
  await page.keyboard.press('l')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Label' }).fill('check')
  await page.getByRole('dialog').getByRole('button', { name: 'Label' }).click()
  await page.getByText('1 got the label check.').waitFor()
  await page.getByRole('checkbox', { name: 'Select F-1', exact: true }).click()
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Who looks after the debtors' }).fill('Anna Bakker')
  assert.deepEqual(await problemsOf(page, 'assigning'), [])
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click()
  await page.getByText('1 debtor: Anna Bakker looks after it.').waitFor()
  const { rows } = await sql<{ owner: string; label: string }>`
    select d.relation_manager as owner, l.name as label from debtors d
    join invoices i on i.administration_id = d.administration_id and i.debtor_id = d.id
    join invoice_labels l on l.administration_id = i.administration_id and l.invoice_id = i.id`.execute(
    site.service.database.db,
  )
  assert.deepEqual(rows, [{ owner: 'Anna Bakker', label: 'check' }])
})

test('what stands in the storage of the browser and is no choice of columns does no harm', async () => {
  const page = await openInvoices()
  for (const kept of ['not json', '{"a":1}', '[1,null,"status"]']) {
    await page.evaluate(`localStorage.setItem('dunlin.columns.invoices', ${JSON.stringify(kept)})`)
    await page.reload()
    await rowsOf(page).first().waitFor()
    assert.equal((await headsOf(page)).includes('Status'), !kept.includes('status'))
  }
})

test('j and k go from row to row, the arrows too, and Enter opens the row', async () => {
  const page = await openInvoices()
  const names = await rowsOf(page).getByRole('rowheader').allInnerTexts()
  const [first = '', second = '', third = ''] = names
  await page.keyboard.press('j')
  await focused(page, first)
  await page.keyboard.press('j')
  await focused(page, second)
  await page.keyboard.press('ArrowDown')
  await focused(page, third)
  await page.keyboard.press('k')
  await page.keyboard.press('ArrowUp')
  await focused(page, first)
  // Above the first row is none, and the keyboard stays.
  await page.keyboard.press('k')
  await focused(page, first)
  // Rows beyond the screen are not drawn before somebody comes near.
  assert.ok(names.length < 40, String(names.length))
  for (let n = 0; n < 30; n++) await page.keyboard.press('j')
  await focused(page, 'F-31')
  const box = await page.locator('a:focus').boundingBox()
  assert.ok(box && box.y > 30 && box.y + box.height < 800, JSON.stringify(box))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/invoices?record=*')
  await page.getByRole('complementary').getByRole('heading', { name: `F-31`, exact: true }).waitFor()
  await page.getByRole('link', { name: 'Open the page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Invoice F-31' }).waitFor()
})

test('letters that are written in a field stay letters, and keys of an open menu are its own', async () => {
  const page = await openInvoices()
  await page.getByLabel('Search').press('j')
  assert.equal(await page.getByLabel('Search').inputValue(), 'j')
  assert.equal(await page.locator('td a:focus, th a:focus').count(), 0)
  await page.getByLabel('Search').fill('')
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  await page.locator('[role="menuitemcheckbox"]:focus', { hasText: 'Debtor' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('[role="menuitemcheckbox"]:not(:focus)', { hasText: 'Debtor' }).waitFor()
  await page.keyboard.press('j')
  assert.equal(await page.locator('th a:focus').count(), 0)
})

test('the head of a column orders the whole list, and another press turns it round', async () => {
  const page = await openInvoices()
  const due = page.getByRole('columnheader', { name: 'Due date' })
  assert.equal(await due.getAttribute('aria-sort'), 'ascending')
  await due.getByRole('button').click()
  await page.waitForURL('**/invoices?order=due_date_desc')
  await page.locator('th[aria-sort="descending"]', { hasText: 'Due date' }).waitFor()
  await page.getByRole('columnheader', { name: 'Open amount' }).getByRole('button').press('Enter')
  await page.waitForURL('**/invoices?order=amount_asc')
  await rowsOf(page).first().getByText('F-1', { exact: true }).waitFor()
  await page.getByRole('columnheader', { name: 'Open amount' }).getByRole('button').press('Enter')
  await page.waitForURL('**/invoices?order=amount_desc')
  await rowsOf(page).first().getByText('F-40').waitFor()
  // A range of days, a mark and a search keep the order, and each other.
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'More than 90 days overdue' }).click()
  await page.waitForURL('**/invoices?order=amount_desc&show=days_over_90')
  await page.getByRole('button', { name: 'Not in a case' }).click()
  await page.getByLabel('Search').fill('f-3')
  await page.waitForURL('**/invoices?order=amount_desc&show=days_over_90&marks=not_in_case&text=f-3')
  await rowsOf(page).first().getByText('F-39').waitFor()
  assert.equal(await rowsOf(page).count(), 11)
  await page.getByText('11 invoices of 1 debtor').waitFor()
})

test('the way back from an invoice leads to the list as it was', async () => {
  const page = await openInvoices()
  await page.getByRole('link', { name: /^Overdue/ }).click()
  await page.getByRole('button', { name: 'Not in a case' }).click()
  await page.waitForURL('**/invoices?show=overdue&marks=not_in_case')
  await rowsOf(page).first().getByRole('rowheader').getByRole('link').click()
  await page.getByRole('link', { name: 'Open the page' }).click()
  await page.getByRole('heading', { level: 1, name: /^Invoice F-/ }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Invoices', exact: true }).click()
  await page.waitForURL('**/invoices?show=overdue&marks=not_in_case&record=*')
  await page.keyboard.press('Escape')
  await page.waitForURL('**/invoices?show=overdue&marks=not_in_case')
})

test('forty invoices are paused until a day in three clicks', async () => {
  const page = await openInvoices()
  let clicks = 0
  const click = async (name: RegExp, role: 'button' | 'checkbox' | 'menuitem') => {
    clicks++
    await page.getByRole(role, { name }).click()
  }
  await click(/^Select all rows$/, 'checkbox')
  await page.getByText('40 selected').waitFor()
  await page.getByRole('toolbar').getByText('€820.00').waitFor()
  assert.deepEqual(await problemsOf(page, 'selected'), [])
  await click(/^Pause/, 'button')
  await page.getByRole('menuitem').first().waitFor()
  clicks++
  await page.getByRole('menuitem').first().click()
  // Who points at it can undo it for as long as they like.
  await page.getByText(/^40 paused until/).hover()
  assert.ok(clicks <= 3, String(clicks))
  const countPaused = async (): Promise<number | undefined> => {
    const { rows } = await sql<{ paused: number }>`
      select count(*)::integer as paused from invoices where paused_until is not null`.execute(site.service.database.db)
    return rows[0]?.paused
  }
  assert.equal(await countPaused(), 40)
  await page.getByRole('button', { name: /^Held 40/ }).waitFor()
  assert.deepEqual(await problemsOf(page, 'paused'), [])
  await page.keyboard.press('Control+z')
  await until('all of them are resumed', async () => (await countPaused()) === 0)
  await page.getByRole('button', { name: /^Held 0/ }).waitFor()
})

test('what could not be undone of many is said, and stays chosen', async () => {
  const page = await openInvoices()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await page.getByText('3 selected').waitFor()
  // The server goes away after the first.
  let let_through = 1
  await page.route('**/resume*', (route) => (let_through-- > 0 ? route.continue() : route.abort()))
  await page.keyboard.press('p')
  await page.getByRole('menuitem').first().click()
  await page.getByText(/^3 paused until/).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('Undone for 1 of 3; the others are selected.').waitFor()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: /^Held 2/ }).waitFor()
  assert.deepEqual(await problemsOf(page, 'undone in part'), [])
  await page.unroute('**/resume*')
})

test('a file holds exactly what the list shows, in its order', async () => {
  const page = await openInvoices()
  await page.goto(`${page.url()}?order=amount_desc&text=f-1`)
  await page.getByText('11 invoices of 1 debtor').waitFor()
  for (const [kind, name] of [
    ['Text (CSV)', 'Invoices.csv'],
    ['Spreadsheet (XLSX)', 'Invoices.xlsx'],
  ] as const) {
    await page.getByRole('button', { name: 'Export 11' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kind }).click()
    const file = await download
    assert.equal(file.suggestedFilename(), name)
    const bytes = await buffer(await file.createReadStream())
    const text = name.endsWith('csv') ? bytes.toString() : strFromU8(sheetOf(bytes))
    const numbers = [...text.matchAll(/\bF-\d+/g)].map(([number]) => number)
    assert.deepEqual(numbers, ['F-19', 'F-18', 'F-17', 'F-16', 'F-15', 'F-14', 'F-13', 'F-12', 'F-11', 'F-10', 'F-1'])
    assert.match(text, name.endsWith('csv') ? /,19\.00,19\.00\r\n/ : /<v>19\.00<\/v><\/c><\/row>/)
  }
})

test('a file is made while its reader goes on to other pages, and can be stopped', async () => {
  const page = await openInvoices()
  const held: (() => void)[] = []
  await page.route(/\/invoices\?.*per_page=1000/, (route) => held.push(() => void route.continue()))
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Export \d/ }).click()
    await page.getByRole('menuitem', { name: 'Text (CSV)' }).click()
    await page.getByRole('progressbar', { name: 'The file Invoices.csv is being made' }).waitFor()
  }
  await ask()
  await page.getByRole('link', { name: 'Debtors' }).first().click()
  await page.getByRole('heading', { name: 'Debtors' }).waitFor()
  assert.deepEqual(await problemsOf(page, 'a file under way'), [])
  await page.getByRole('button', { name: 'Stop' }).click()
  held.shift()?.()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await page.goBack()
  await ask()
  await page.getByRole('link', { name: 'Debtors' }).first().click()
  const download = page.waitForEvent('download')
  held.shift()?.()
  assert.equal((await download).suggestedFilename(), 'Invoices.csv')
  await page.getByText(/^Invoices\.csv is saved: \d+ rows\.$/).waitFor()
})

const sheetOf = (bytes: Uint8Array): Uint8Array => unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array()

test('rows are chosen by keys, with shift all between, and what cannot be done is said for each', async () => {
  const at = '2026-10-01T10:00:00Z'
  const active_credit_case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: '111222333', total_amount: '5.00', open_amount: '5.00' },
    ...{
      credit_case_number: '111 222 333',
      currency_code: 'EUR',
      started_at: at,
      created_at: 'stamp',
      updated_at: 'stamp',
    },
  })
  const dates = { invoice_date: '2019-01-01', due_date: '2019-02-01' }
  await given.invoice(tenant, debtor_id, { invoice_number: 'C-1', ...dates, ...owing('5.00'), active_credit_case_id })
  const page = await openInvoices()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await page.getByText('3 selected').waitFor()
  await page.keyboard.press('p')
  await page.getByRole('menuitem').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 could not be done').waitFor()
  await dialog.getByText('C-1: is in a credit case; pause the case instead.').waitFor()
  await dialog.getByText(/^2 paused until/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  // What could not be done is still chosen, and nothing else.
  await page.getByText('1 selected').waitFor()
  assert.equal(await page.getByRole('checkbox', { name: 'Select C-1', exact: true }).isChecked(), true)
  await page.keyboard.press('Escape')
  await page.getByText('1 selected').waitFor({ state: 'detached' })
})

test('whoever may only read is not offered what they may not do', async () => {
  const reader = await colleague(site, 'restricted')
  const page = await open(`${here}/invoices`, { as: await sessionOf(site.service, reader) })
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await page.getByText(/selected/).waitFor()
  assert.equal(
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Pause/ })
      .count(),
    0,
  )
})

test('a list that is there as a whole is sorted on the page', async () => {
  const page = await open('/settings/users', { as: boss })
  await rowsOf(page).first().waitFor()
  const names = () => rowsOf(page).getByRole('rowheader').getByRole('link').allInnerTexts()
  const head = page.getByRole('columnheader', { name: 'Person' })
  await head.getByRole('button').click()
  assert.equal(await head.getAttribute('aria-sort'), 'ascending')
  const ascending = await names()
  assert.deepEqual(
    ascending,
    ascending.toSorted((one, other) => one.localeCompare(other)),
  )
  await head.getByRole('button').click()
  assert.equal(await head.getAttribute('aria-sort'), 'descending')
  assert.deepEqual(await names(), ascending.toReversed())
})

test('rows are as dense as work needs them, and their head stays in sight', async () => {
  const page = await openInvoices()
  const box = await rowsOf(page).first().boundingBox()
  assert.ok(box && box.height >= 36 && box.height <= 40, JSON.stringify(box))
  const before = await page.getByRole('columnheader', { name: 'Due date' }).boundingBox()
  const whole = await rowsOf(page).evaluateAll(
    (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= 766).length,
  )
  assert.ok(whole >= 18, `${whole} rows on a screen of 1280 × 800`)
  await page.getByRole('table').evaluate((table) => table.parentElement?.scrollTo(0, 9999))
  await rowsOf(page).last().getByText('C-1').or(rowsOf(page).last().getByText('F-')).first().waitFor()
  assert.deepEqual(await page.getByRole('columnheader', { name: 'Due date' }).boundingBox(), before)
  const amount = rowsOf(page).first().getByRole('cell').last()
  const amounts = await amount.evaluate((cell) => getComputedStyle(cell).textAlign)
  assert.equal(amounts, 'right')
})
