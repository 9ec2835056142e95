import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillEveryFamily } from '../../server/test/every_family.ts'
import { test_password } from '../../server/test/visitor.ts'
import { problemsInBothColours, problemsOn } from './looks.ts'
import { signInOn, startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { given, call } = service
const stranger = await given.tenant()
const records = await fillEveryFamily(given, tenant)
const debtor_id = await given.debtor(tenant, {
  name: 'Bakery Morning Star',
  debtor_number: 'K-100',
  language_code: 'nl',
})
const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'F2026-0001' })
await given.row('debtor_labels', tenant, { debtor_id, name: 'key account' })
for (let n = 0; n < 30; n++) {
  await given.message(tenant, { debtor_id, invoice_id, content: `Message ${n}`, received_at: '2026-10-01T10:00:00Z' })
}
const here = `/administrations/${tenant.administration_id}`
const token = await given.token(tenant)

/** The address that the interface prints for a record. */
async function deeplink(family: string, id: string): Promise<string> {
  const fields = encodeURIComponent('{"only":["deeplink_url"]}')
  const answer = await call(
    `GET /v1/${family}?administration_id=${tenant.administration_id}&ids=${id}&fields=${fields}`,
    {
      token,
    },
  )
  const { data } = answer.body as { data: { deeplink_url: string }[] }
  return new URL(data[0]?.deeplink_url ?? '').pathname
}

const links = {
  debtors: await deeplink('debtors', debtor_id),
  invoices: await deeplink('invoices', invoice_id),
  credit_cases: await deeplink('credit_cases', records.credit_cases ?? ''),
  order_lines: await deeplink('order_lines', records.order_lines ?? ''),
}

test('a deeplink asks to sign in first, and then opens the record', async () => {
  const page = await open(links.invoices)
  await page.getByLabel('Email address').waitFor()
  await signInOn(page, { email_address: boss.email_address, password: test_password })
  await page.getByRole('heading', { name: 'Invoice F2026-0001' }).waitFor()
})

test('from a debtor to an open invoice and back, with a timeline that goes on', async () => {
  const page = await open(links.debtors, { as: boss })
  await page.getByRole('heading', { name: 'Bakery Morning Star' }).waitFor()
  await page.getByText('key account').waitFor()
  // What was written about an invoice is listed with its debtor too, and links to the invoice.
  await page.getByRole('link', { name: 'Invoice F2026-0001' }).first().waitFor()
  await page.getByRole('link', { name: 'F2026-0001', exact: true }).click()
  await page.getByRole('heading', { name: 'Invoice F2026-0001' }).waitFor()
  const entries = page.getByRole('listitem').filter({ hasText: 'The debtor wrote' })
  await entries.first().getByText('Unread').waitFor()
  assert.equal(await entries.count(), 25)
  await page.getByRole('button', { name: 'Load more' }).click()
  await entries.nth(29).waitFor()
  await page.getByText('30 are shown').waitFor()
  await page.getByRole('link', { name: 'Bakery Morning Star' }).click()
  await page.getByRole('heading', { name: 'Bakery Morning Star' }).waitFor()
})

test('a case and a declaration line open by their deeplinks', async () => {
  const page = await open(`${links.credit_cases}?tab=invoices`, { as: boss })
  await page.getByRole('heading', { level: 1, name: /Credit case/ }).waitFor()
  await page.getByRole('heading', { name: 'Invoices of the case' }).waitFor()
  const other = await open(links.order_lines, { as: boss })
  await other.getByRole('heading', { name: /Declaration line/ }).waitFor()
})

test('the link of a debtor can be replaced and ended', async () => {
  const page = await open(`${links.debtors}?tab=data`, { as: boss })
  const first = await page.locator('code').innerText()
  await page.getByRole('button', { name: 'Replace the link' }).click()
  const dialogue = page.getByRole('dialog')
  await dialogue.getByText('stops working at once').waitFor()
  await dialogue.getByRole('button', { name: 'Cancel' }).click()
  await dialogue.waitFor({ state: 'detached' })
  assert.equal((await page.request.get(first, { headers: { accept: 'text/html' } })).status(), 200)
  await page.getByRole('button', { name: 'Replace the link' }).click()
  await dialogue.getByRole('button', { name: 'Replace the link' }).click()
  await page.locator('code').filter({ hasNotText: first }).waitFor()
  assert.equal((await page.request.get(first, { headers: { accept: 'text/html' } })).status(), 404)
  await page.getByRole('button', { name: 'End the link' }).click()
  await dialogue.getByText('cannot pay or react there').waitFor()
  await dialogue.getByRole('button', { name: 'End the link' }).click()
  await page.getByText('There is no link: nobody can open the page.').waitFor()
})

test('a debtor is found by the beginning of its name, and an invoice by its number', async () => {
  const page = await open(here, { as: boss })
  await page.getByRole('navigation').getByRole('link', { name: 'Debtors' }).click()
  await page.getByRole('heading', { name: 'Debtors' }).waitFor()
  // The list from before stands until the answer is there; a row that is replaced under the mouse takes no click.
  const answered = page.waitForResponse((answer) => answer.url().includes('text=bakery'))
  await page.getByLabel('Search').fill('bakery')
  await answered
  await page.getByRole('link', { name: 'Bakery Morning Star' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Bakery Morning Star' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Invoices' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
  await page.getByLabel('Search').fill('f2026')
  await page.getByRole('link', { name: 'F2026-0001' }).waitFor()
  await page.getByLabel('Search').fill('zzz')
  await page.getByText('Nothing found for “zzz”.').waitFor()
})

test('what is out of reach, and what is gone, says so', async () => {
  const page = await open(`/administrations/${stranger.administration_id}/debtors/${debtor_id}`, { as: boss })
  await page.getByRole('heading', { name: 'This administration is not open to you' }).waitFor()
  for (const family of ['debtors', 'invoices', 'credit_cases', 'order_lines']) {
    await page.goto(`${service.app.base_url}${here}/${family}/999999`)
    await page.getByRole('heading', { name: 'This record is not here' }).waitFor()
  }
})

test('everybody can use the record pages in both colours, and they fit a phone', async () => {
  const page = await open('/favicon.svg', { as: boss, viewport: { width: 320, height: 700 } })
  const paths = [...Object.values(links), `${here}/debtors`, `${here}/invoices`, `${here}/credit_cases`]
  const addresses = paths.map((path) => `${service.app.base_url}${path}`)
  assert.deepEqual(await problemsOn(page, addresses, problemsInBothColours), [])
})
