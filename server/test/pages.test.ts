import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage, startBrowser } from './browser.ts'
import { startService } from './harness.ts'

const { app } = await startService()
const browser = await startBrowser()

/** SCREENSHOTS=folder keeps what the browser shows, for people to look at. */
const keep = async (page: Page, name: string): Promise<void> => {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` })
}

test('the reference shows every family, and asks for nothing outside', async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 1280, height: 900 } })
  await page.goto(`${app.base_url}/docs`)
  await page.getByRole('heading', { name: 'Dunlin', exact: true }).waitFor()
  for (const family of [
    'debtors',
    'tasks',
    'messages',
    'companies',
    'credit_cases',
    'payments',
    'health_care',
    'order_lines',
  ]) {
    await page.getByText(family, { exact: true }).first().waitFor()
  }
  await page.getByText('debtors', { exact: true }).first().click()
  await page.getByText('List debtors').first().click()
  await page.getByText('debtor_identifiers').first().waitFor()
  await keep(page, 'docs')
  await page.close()
  assert.deepEqual(complaints, [])
})

test('the reference opens at an operation without a frame, with samples that can be pasted', async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 1280, height: 900 } })
  await page.goto(`${app.base_url}/docs#tag/invoices/GET/v1/invoices`)
  const sample = page.locator('section', { hasText: 'List invoices' }).locator('pre', { hasText: 'curl' }).first()
  await sample.waitFor()
  await page.locator('section:focus').waitFor()
  const frame = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
  assert.equal(frame, 'none')
  assert.match(await sample.innerText(), /\/v1\/invoices\?administration_id=1&per_page=100' /)
  await page.goto(`${app.base_url}/docs#tag/companies/GET/v1/companies`)
  await page.getByText("curl --user 'CLIENT_ID:CLIENT_SECRET'").first().waitFor()
  await page.close()
  assert.deepEqual(complaints, [])
})

test('the reference leads to the guide to connecting', async () => {
  const { page } = await openPage(browser)
  await page.goto(`${app.base_url}/docs`)
  await page.getByRole('link', { name: 'the guide to connecting' }).first().waitFor()
  const guide = await fetch(`${app.base_url}/docs/guides/connecting`)
  assert.match(await guide.text(), /^# Connecting an application\n/)
  assert.match(guide.headers.get('content-type') ?? '', /^text\/plain/)
  await page.close()
})
