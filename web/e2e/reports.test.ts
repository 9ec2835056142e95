import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { problemsOf } from './looks.ts'
import { owing, startSite } from './site.ts'

const site = await startSite()
const { tenant, boss, open } = site
const { given } = site.service
const here = `/administrations/${tenant.administration_id}`
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const dutch = await given.debtor(tenant, { name: 'Bakery Morning Star', country_code: 'NL', is_company: true })
const german = await given.debtor(tenant, { name: 'Möwe GmbH', country_code: 'DE', is_company: true })
for (let n = 1; n <= 4; n++) {
  const paid = { open_amount: '0.00', book_open_amount: '0.00', payment_date: day(-30 * n + 4) }
  await given.invoice(tenant, dutch, { invoice_date: day(-30 * n - 20), due_date: day(-30 * n), ...paid })
}
await given.invoice(tenant, dutch, {
  ...{ invoice_number: 'NL-due', invoice_date: day(-10), due_date: day(10), ...owing('300.00') },
})
await given.invoice(tenant, german, {
  ...{ invoice_number: 'DE-late', invoice_date: day(-80), due_date: day(-45), ...owing('70.50') },
})

const wide = { as: boss, viewport: { width: 1280, height: 800 } }

/** Counts what a person does, so that a budget can be held. */
function counting() {
  let clicks = 0
  return {
    count: () => clicks,
    click: async (target: ReturnType<Page['getByRole']>) => {
      clicks++
      await target.click()
    },
  }
}

async function readSheet(page: Page, save: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), save()])
  const files = unzipSync(await buffer(await download.createReadStream()))
  return strFromU8(files['xl/worksheets/sheet1.xml'] ?? assert.fail('there is no sheet'))
}

test('cash of 13 weeks is one click away, and ageing and DSO by segment as a spreadsheet three', async () => {
  for (const viewport of [wide.viewport, { width: 390, height: 844 }]) {
    const page = await open(`${here}/debtors`, { as: boss, viewport })
    const { click, count } = counting()
    await click(page.getByRole('link', { name: 'Reports', exact: true }))
    const cash = page.getByRole('region', { name: 'Cash expected in 13 weeks' })
    await cash.getByText('€300.00').first().waitFor()
    assert.equal(count(), 1)
    await page.getByRole('region', { name: 'DSO', exact: true }).waitFor()
    await click(page.getByRole('button', { name: 'Export' }))
    const sheet = await readSheet(page, () => click(page.getByRole('menuitem', { name: /xlsx|spreadsheet|Excel/i })))
    assert.equal(count(), 3)
    for (const part of ['Netherlands', 'Germany', 'Together', 'DSO Count back', '<v>300.00</v>', '<v>70.50</v>']) {
      assert.ok(sheet.includes(part), part)
    }
  }
})

test('a figure links to the very invoices behind it, and the address says what is shown', async () => {
  const page = await open(`${here}/reports?tab=ageing`, wide)
  await page
    .getByRole('row', { name: /Germany/ })
    .getByRole('link', { name: '€70.50' })
    .first()
    .click()
  await page.waitForURL(/invoices\?.*country=DE/)
  await page.getByRole('link', { name: 'DE-late' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'NL-due' }).count(), 0)
  await page.getByRole('button', { name: 'Country: Germany' }).click()
  await page.goBack()
  await page.getByLabel('As of').fill(day(-60))
  await page.waitForURL(new RegExp(`day=${day(-60)}`))
  await page.getByText('What cannot be known of it').waitFor()
  await page
    .getByRole('row', { name: /Germany/ })
    .getByRole('link', { name: '€70.50' })
    .first()
    .click()
  await page.waitForURL(/behind=owed/)
  await page.getByRole('link', { name: 'DE-late' }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'DE-late' }).waitFor()
  await page.goBack()
  await page.getByRole('region', { name: 'Open by age' }).waitFor()
})

test('a week of the forecast shows what is expected in it, when and why', async () => {
  const page = await open(`${here}/reports?tab=forecast`, wide)
  await page.getByRole('link', { name: '€300.00' }).click()
  await page.waitForURL(/behind=expected/)
  const row = page.getByRole('row', { name: /NL-due/ })
  await row.getByText('How the debtor pays').waitFor()
  assert.deepEqual(await problemsOf(page, 'behind a week'), [])
})

test('each report is whole for everybody, in both languages, and an empty administration says what is missing', async () => {
  for (const tab of ['glance', 'ageing', 'dso', 'effectiveness', 'promises', 'forecast']) {
    const page = await open(`${here}/reports?tab=${tab}`, { ...wide, locale: tab === 'dso' ? 'nl-NL' : 'en-GB' })
    await page.getByRole('button', { name: /Export/ }).waitFor()
    assert.deepEqual(await problemsOf(page, tab), [])
    await page.context().close()
  }
  const empty = await given.tenant({ company_id: tenant.company_id })
  const page = await open(`/administrations/${empty.administration_id}/reports`, wide)
  await page.getByText('There is nothing to report yet').waitFor()
})

test('on a phone figures stay in columns, and a single segment is shown by its ages', async () => {
  const phone = { as: boss, viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
  for (const tab of ['glance', 'ageing', 'forecast']) {
    const page = await open(`${here}/reports?tab=${tab}`, phone)
    const head = page
      .getByRole('columnheader', { name: tab === 'forecast' ? 'Expected' : 'Total', exact: true })
      .first()
    await head.scrollIntoViewIfNeeded()
    assert.ok(((await head.boundingBox())?.height ?? 0) > 20, `${tab}: its heads are seen`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    assert.deepEqual(await problemsOf(page, `${tab} on a phone`), [])
    await page.context().close()
  }
  const page = await open(`${here}/reports?country=NL`, wide)
  const ages = page.getByRole('table', { name: 'Open by age' })
  await ages.getByRole('row', { name: /^Not due 100\s?% €300\.00/ }).waitFor()
  await ages.getByRole('row', { name: /^Over 90 0\s?%/ }).waitFor()
  await ages.getByRole('link', { name: '€300.00' }).first().click()
  await page.waitForURL(/invoices\?.*country=NL.*show=not_due/)
})

test('the forecast is held against what came in, and the figures are mailed every Monday', async () => {
  const page = await open(`${here}/reports?tab=forecast`, wide)
  await page.getByRole('region', { name: 'Forecast against what came in' }).waitFor()
  await page.getByRole('button', { name: 'Send every Monday' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send every Monday' })
  await dialog.getByText(boss.email_address).waitFor()
  assert.deepEqual(await problemsOf(page, 'every Monday'), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The figures go out every Monday.').waitFor()
  await page.getByRole('button', { name: 'Mondays to 1 person' }).waitFor()
  const { settings } = await site.service.database.db
    .selectFrom('administrations')
    .select('settings')
    .where('id', '=', tenant.administration_id)
    .executeTakeFirstOrThrow()
  assert.deepEqual((settings as { report_email_addresses?: string[] }).report_email_addresses, [boss.email_address])
})
