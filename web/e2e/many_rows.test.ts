import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf } from './looks.ts'
import { owing, startSite } from './site.ts'

const site = await startSite()
const { tenant, boss, open } = site
const { given } = site.service
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })
for (let n = 1; n <= 12; n++) {
  const dates = { invoice_date: '2020-01-01', due_date: '2026-01-15' }
  await given.invoice(tenant, debtor_id, { invoice_number: `F-${n}`, ...dates, ...owing(`${n}.00`) })
}

test('work on many rows shows how far it is, can be stopped, and leaves the rest chosen', async () => {
  const page = await open(`/administrations/${tenant.administration_id}/invoices`, { as: boss })
  await page.getByRole('rowheader').first().waitFor()
  let [asked, release]: [number, () => void] = [0, () => {}]
  // The line is so slow that the third request is still on its way when somebody stops.
  await page.route('**/tasks', async (to) => {
    if (to.request().method() !== 'POST') return to.continue()
    asked += 1
    if (asked === 3)
      await new Promise<void>((resolve) => {
        release = resolve
      })
    return to.continue()
  })
  const before = await taskCount()
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  const chosen = Number((await page.getByText(/^\d+ selected$/).textContent())?.split(' ')[0])
  assert.ok(chosen > 5, String(chosen))
  await page.keyboard.press('t')
  await page.getByLabel('Subject').fill('Call about it')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  const dialog = page.getByRole('dialog', { name: 'Under way' })
  await dialog.getByText(`2 of ${chosen}`).waitFor()
  assert.deepEqual(await problemsOf(page, 'under way'), [])
  await dialog.getByRole('button', { name: 'Stop' }).click()
  release()
  await page.getByText(`${chosen - 3} were not reached, and are still selected.`).waitFor()
  await page.getByText(`${chosen - 3} selected`).waitFor()
  assert.equal((await taskCount()) - before, 3)
})

const taskCount = async (): Promise<number> => {
  const { rows } = await site.service.database.pool.query('select count(*)::int as n from tasks')
  return rows[0].n
}
