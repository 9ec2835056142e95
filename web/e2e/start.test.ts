import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { startBrowser } from '../../server/test/browser.ts'
import { startService } from '../../server/test/harness.ts'

const { app } = await startService()
const browser = await startBrowser()

test('the start page says that the service is up', async () => {
  const page = await open()
  await page.getByRole('status').getByText('Up and running').waitFor()
})

test('the start page says when the database is away, and when it is back', async () => {
  const page = await open({}, async (before) => {
    await before.route('**/ready', (route) => route.fulfill({ status: 503 }))
  })
  await page.getByRole('status').getByText('The database cannot be reached').waitFor()
  await page.unroute('**/ready')
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('status').getByText('Up and running').waitFor()
})

test('the start page says when the service does not answer', async () => {
  const page = await open({}, async (before) => {
    await before.route(/\/(health|ready)$/, (route) => route.abort())
  })
  await page.getByRole('status').getByText('Dunlin does not answer').waitFor()
})

test('the page speaks the language of the browser until the reader chooses another one', async () => {
  const page = await open({ locale: 'nl-NL' })
  await page.getByRole('heading', { name: 'Weet wie u nog moet betalen' }).waitFor()
  await page.getByText('EN', { exact: true }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Know who owes you' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'en')
})

test('every place that the page names exists', async () => {
  const page = await open()
  await page.getByRole('link', { name: 'API reference' }).waitFor()
  for (const link of await page.locator('main a').all()) {
    const answer = await page.request.get(`${app.base_url}${await link.getAttribute('href')}`, {
      headers: { accept: 'text/html,*/*' },
    })
    assert.equal(answer.status(), 200, answer.url())
  }
})

for (const width of [1280, 390, 320]) {
  test(`nothing is wider than a screen of ${width}, and nothing is loaded from elsewhere`, async () => {
    const foreign: string[] = []
    const errors: string[] = []
    const page = await open({ viewport: { width, height: 800 } }, async (before) => {
      before.on('request', (request) => request.url().startsWith(app.base_url) || foreign.push(request.url()))
      before.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    })
    await page.getByRole('status').getByText('Up and running').waitFor()
    assert.ok((await page.evaluate('document.documentElement.scrollWidth')) === width)
    assert.deepEqual({ foreign, errors }, { foreign: [], errors: [] })
  })
}

async function open(
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await prepare(page)
  await page.goto(app.base_url)
  return page
}
