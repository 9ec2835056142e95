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
