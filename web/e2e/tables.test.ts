import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { problemsOf } from './looks.ts'
import { colleague, owing, startSite } from './site.ts'

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
  const choice = page.getByRole('menuitemcheckbox', { name: 'Days overdue' })
  assert.equal(await choice.getAttribute('aria-checked'), 'true')
  await choice.click()
  await page.getByRole('columnheader', { name: 'Days overdue' }).waitFor({ state: 'detached' })
  assert.equal(await choice.getAttribute('aria-checked'), 'false')
  await page.keyboard.press('Escape')
  await choice.waitFor({ state: 'detached' })
  assert.deepEqual(await problemsOf(page, 'columns'), [])
  await page.reload()
  await rowsOf(page).first().waitFor()
  assert.ok(!(await headsOf(page)).includes('Days overdue'))
  // The number is what names a row.
  await page.getByRole('button', { name: 'Columns' }).click()
  assert.equal(await page.getByRole('menuitemcheckbox', { name: 'Number' }).count(), 0)
  await page.getByRole('menuitem', { name: 'As it was' }).click()
  await page.getByRole('columnheader', { name: 'Days overdue' }).waitFor()
})

test('what stands in the storage of the browser and is no choice of columns does no harm', async () => {
  const page = await openInvoices()
  for (const kept of ['not json', '{"a":1}', '[1,null,"total"]']) {
    await page.evaluate(`localStorage.setItem('dunlin.columns.invoices', ${JSON.stringify(kept)})`)
    await page.reload()
    await rowsOf(page).first().waitFor()
    assert.equal((await headsOf(page)).includes('Total'), !kept.includes('total'))
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
  for (let n = 0; n < 30; n++) await page.keyboard.press('j')
  await focused(page, names[30] ?? '')
  const box = await page.locator('a:focus').boundingBox()
  assert.ok(box && box.y > 30 && box.y + box.height < 800, JSON.stringify(box))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: `Invoice ${names[30]}` }).waitFor()
})

test('letters that are written in a field stay letters, and keys of an open menu are its own', async () => {
  const page = await openInvoices()
  await page.getByLabel('Search').press('j')
  assert.equal(await page.getByLabel('Search').inputValue(), 'j')
  assert.equal(await page.locator('td a:focus, th a:focus').count(), 0)
  await page.getByLabel('Search').fill('')
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Debtor' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('[role="menuitemcheckbox"]:focus', { hasText: 'Debtor' }).waitFor()
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
  await page.waitForURL('**/invoices?order=amount_desc')
  await rowsOf(page).first().getByText('F-40').waitFor()
  assert.equal(await page.getByLabel('Order').inputValue(), 'amount_desc')
  // What is paid has no open amount to be ordered by.
  await page.getByLabel('Show').selectOption('All')
  await rowsOf(page).first().waitFor()
  assert.equal(await page.getByRole('columnheader', { name: 'Open amount' }).getByRole('button').count(), 0)
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
  await rowsOf(page).nth(39).scrollIntoViewIfNeeded()
  const head = await page.getByRole('columnheader', { name: 'Due date' }).boundingBox()
  assert.ok(head && head.y >= 0 && head.y < 5, JSON.stringify(head))
  const amount = rowsOf(page).first().getByRole('cell').last()
  const amounts = await amount.evaluate((cell) => getComputedStyle(cell).textAlign)
  assert.equal(amounts, 'right')
})
