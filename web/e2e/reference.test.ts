import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsInBothColours } from './looks.ts'
import { startSite } from './site.ts'

const { open } = await startSite()

test('everybody can read and use the reference in both colours, and nothing is missing', async () => {
  const page = await open('/favicon.svg')
  const missing: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) missing.push(`${answer.status()} ${answer.url()}`)
  })
  await page.goto(new URL('/docs/', page.url()).href)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.endpoints').first().waitFor()
  assert.equal(await page.evaluate('document.documentElement.lang'), 'en')
  assert.deepEqual(await problemsInBothColours(page, '/docs/'), [])
  assert.deepEqual(missing, [])
})
