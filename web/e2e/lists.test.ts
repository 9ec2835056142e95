import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { declarationOf, fileOf, mz301, writeDeclaration } from '../../server/test/declarations.ts'
import { problemsInBothColours, problemsOn } from './looks.ts'
import { owing, startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { given, call } = service
const here = `/administrations/${tenant.administration_id}`
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })
const bill = (invoice_number: string, due_date: string, amount: string) =>
  given.invoice(tenant, debtor_id, { invoice_number, invoice_date: '2020-01-01', due_date, ...owing(amount) })
await bill('F-later', '2099-01-01', '5000.00')
await bill('F-late', '2026-09-01', '10.00')
for (let n = 0; n < 120; n++) await given.debtor(tenant, { name: `Debtor ${String(n).padStart(3, '0')}` })

const uploaded = await upload()
async function upload(): Promise<string> {
  const multipart = new FormData()
  multipart.append('administration_id', tenant.administration_id)
  const bytes = fileOf(writeDeclaration(mz301, declarationOf(60, { prefix: 'L' })))
  multipart.append('order[file]', new Blob([bytes]), 'october.mz301')
  const answer = await call('POST /v1/orders', { token: await given.token(tenant), multipart })
  return new URL((answer.body as { deeplink_url: string }).deeplink_url).pathname
}

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const firstNumber = async (page: Page): Promise<string> => rowsOf(page).first().getByRole('rowheader').innerText()

test('a credit controller narrows invoices to what is overdue, and orders them', async () => {
  const page = await open(`${here}/invoices`, { as: boss })
  await page.getByRole('link', { name: 'F-later' }).waitFor()
  assert.equal(await firstNumber(page), 'F-late')
  await page.getByRole('link', { name: /^Overdue/ }).click()
  await page.waitForURL('**/invoices?show=overdue')
  await page.getByRole('link', { name: 'F-later' }).waitFor({ state: 'detached' })
  // The rows of before are gone before those of the answer are there.
  await page.getByRole('link', { name: 'F-late' }).waitFor()
  assert.equal(await rowsOf(page).count(), 1)
  await page.getByRole('link', { name: 'Bakery Morning Star' }).click()
  await page.getByRole('heading', { name: 'Bakery Morning Star' }).waitFor()
  await page.goBack()
  await page.waitForURL('**/invoices?show=overdue')
  await page.getByRole('link', { name: 'Paid', exact: true }).click()
  await page.getByText('Nothing has been paid yet.').waitFor()
})

test('a chart can be read as a table, and leads from what is overdue to the list', async () => {
  const page = await open(`${here}/overview`, { as: boss })
  const chart = page.getByRole('figure', { name: 'Paid and expected, by week' })
  await chart.getByText('Show as a table').press('Enter')
  await chart.getByRole('table').waitFor()
  assert.equal(await chart.getByRole('rowheader').count(), 12)
  await page.getByRole('link', { name: /of what is open$/ }).click()
  await page.waitForURL('**/invoices?show=overdue')
  await page.getByRole('link', { name: 'F-late' }).waitFor()
})

test('a long list comes while the reader goes on, and is there again on the way back', async () => {
  const page = await open(`${here}/debtors?show=all`, { as: boss })
  await rowsOf(page).first().waitFor()
  assert.ok((await rowsOf(page).count()) < 50)
  const scroll = (to: number) =>
    page.getByRole('table').evaluate((table, top) => table.parentElement?.scrollTo(0, top), to)
  // The next page is asked for before the reader is at the end of the first.
  await page.getByText('100 / 121').waitFor()
  await scroll(99_999)
  await page.getByText('121 / 121').waitFor()
  await scroll(99_999)
  const last = page.getByRole('link', { name: 'Debtor 119' })
  await last.click()
  await page.getByRole('heading', { level: 1, name: 'Debtor 119' }).waitFor()
  await page.goBack()
  await last.waitFor()
})

test('a page of a list that does not come is said, and nothing is lost', async () => {
  const page = await open('/favicon.svg', { as: boss })
  await page.route(/debtors\?.*cursor=D/, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${service.app.base_url}${here}/debtors?show=all`)
  await page.getByText('The rest could not be loaded.').waitFor()
  await page.getByText('50 / 121').waitFor()
})

test('the link of an upload opens its lines, by state, and each line has its page', async () => {
  const page = await open(uploaded, { as: boss })
  await page.getByRole('heading', { name: 'Declarations in october.mz301' }).waitFor()
  await page.getByText('0 of 60 handled').waitFor()
  await page.getByRole('link', { name: 'Not sent yet 60' }).click()
  await page.waitForURL('**?state=draft')
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByText('60 are shown').waitFor()
  await page.getByRole('link', { name: 'L7', exact: true }).click()
  await page.getByRole('heading', { name: 'Declaration line L7' }).waitFor()
  await page.getByText('Taken in with october.mz301').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'october.mz301' }).last().click()
  assert.equal((await download).suggestedFilename(), 'october.mz301')
  await page.getByRole('link', { name: 'october.mz301' }).first().click()
  await page.getByRole('heading', { name: 'Declarations in october.mz301' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Declarations' }).click()
  await page.getByRole('link', { name: 'october.mz301' }).waitFor()
})

test('everybody can use the pages of orders in both colours, and they fit a phone', async () => {
  const page = await open('/favicon.svg', { as: boss, viewport: { width: 320, height: 700 } })
  const paths = [`${here}/orders`, uploaded, `${uploaded}?state=failed`, `${here}/invoices`]
  const addresses = paths.map((path) => `${service.app.base_url}${path}`)
  assert.deepEqual(await problemsOn(page, addresses, problemsInBothColours), [])
})
