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

test('of a list that is longer than can be chosen the first thousand are, and a part of them is called that', async () => {
  const long = await given.tenant({ company_id: tenant.company_id })
  const owner = await given.debtor(long, { name: 'Long List B.V.' })
  await site.service.database.pool.query(
    `with made as (
       insert into invoices (administration_id, debtor_id, debtor_number, debtor_identifier, invoice_number,
         currency_code, payment_method, invoice_date, due_date, total_amount, open_amount, book_total_amount,
         book_open_amount, sent_at, created_at, updated_at)
       select $1::bigint, $2::bigint, 'LONG', '', 'LONG-' || n, 'EUR', 'bank_transfer', '2026-01-01', '2026-02-01',
         1.10, 1.10, 1.10, 1.10, '2026-01-01', now(), now()
       from generate_series(1, 1100) n returning *)
     insert into ledger_entries (administration_id, invoice_id, kind, amount, book_amount, entry_date, created_at)
     select administration_id, id, 'charge', 1.10, 1.10, invoice_date, created_at from made`,
    [long.administration_id, owner],
  )
  const page = await open(`/administrations/${long.administration_id}/invoices`, { as: boss })
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  const first = page.getByRole('button', { name: 'Select the first 1,000 of 1,100' })
  await page.route(/\/console\/.*\/invoices\?.*cursor=/, (to) => to.fulfill({ status: 500, json: {} }), { times: 1 })
  await first.click()
  await page.getByText(/^Not the whole list could be loaded\. \d+ are selected\.$/).waitFor()
  await first.click()
  await page.getByText('1000 selected').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Select the first/ }).count(), 0)
})

const taskCount = async (): Promise<number> => {
  const { rows } = await site.service.database.pool.query('select count(*)::int as n from tasks')
  return rows[0].n
}
