import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf, settled } from './looks.ts'
import { startSite } from './site.ts'

const { tenant, boss, open } = await startSite({ now: () => new Date('2026-11-16T10:00:00Z') })
const here = `/administrations/${tenant.administration_id}/calculator`
const claim = {
  ...{ country: 'NL', party: 'consumer', principal: '500.00', due_date: '2025-01-06', until: '2025-07-05' },
  payments: [{ date: '2025-02-10', amount: '200.00' }],
  facts: { letter: { sent: '2025-02-03' } },
}
const filled = `${here}?claim=${encodeURIComponent(JSON.stringify(claim))}`

test('a debt is worked out while it is typed, with the facts of its law alone', async () => {
  const page = await open(here, { as: boss })
  await page.getByText('Fill in an amount and a due date').waitFor()
  // Whoever looks first sees what comes of a debt, and writes over it.
  await page.getByRole('button', { name: 'Show an example' }).click()
  await page.getByText(/is to be paid on 16 Nov 2026: €1,000\.00 of principal/).waitFor()
  await page.getByLabel('Debtor', { exact: true }).selectOption('consumer')
  await page.getByLabel('Amount', { exact: true }).fill('500,00')
  await page.getByLabel('Due date').fill('2025-01-06')
  await page.getByLabel('Calculated up to').fill('2025-07-05')
  await page.getByText('No letter has given fourteen days, so no collection costs may be charged.').waitFor()
  await page.getByLabel('Letter of fourteen days sent on').fill('2025-02-03')
  await page.getByRole('button', { name: 'Add a payment' }).click()
  await page.getByLabel('Paid on').fill('2025-02-10')
  await page.getByLabel('Amount paid').fill('200')
  // 500.00 × 6 % × 35/365 = 2.88, then 302.88 × 6 % × 145/365 = 7.22; 15 % of 300.00.
  await page.getByText('€355.10 is to be paid on 5 Jul 2025').waitFor()
  const interest = await page.getByRole('table', { name: 'Interest' }).innerText()
  assert.match(interest, /35\s+6\.00\s%\s+€500\.00\s+€2\.88[\s\S]*145\s+6\.00\s%\s+€302\.88\s+€7\.22/)
  await page.getByText('Last day without costs').waitFor()
  await page.getByText('Rules and sources').click()
  await page.getByText('Collection costs by scale (art. 6:96 BW, Besluit BIK)').waitFor()

  await page.getByLabel('Amount', { exact: true }).fill('many')
  await page.getByText('Amount: an amount of zero or more').waitFor()
  await page.getByLabel('Amount', { exact: true }).fill('500')
  await page.getByRole('button', { name: 'Remove payment 1' }).click()
  await page.getByLabel('Law of').selectOption('DE')
  await page.getByLabel('Reminder received on').waitFor()
  assert.equal(await page.getByLabel('Letter of fourteen days sent on').count(), 0)
})

test('an address fills it in, and it can be read on a phone, in Dutch and in the dark', async () => {
  const small = await open('/favicon.svg', { as: boss, viewport: { width: 390, height: 844 } })
  await small.evaluate(`localStorage.setItem('dunlin.language', 'nl')`)
  await small.goto(new URL(filled, small.url()).href)
  await settled(small)
  await small.getByText(/€\s355,10 te betalen/).waitFor()
  assert.deepEqual(await problemsOf(small, 'phone'), [])
  const dark = await open(filled, { as: boss, colorScheme: 'dark' })
  await dark.getByText('€355.10 is to be paid').waitFor()
  assert.deepEqual(await problemsOf(dark, 'dark'), [])
})
