import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { problemsInBothColours, problemsOf, problemsOn } from './looks.ts'
import { startSite } from './site.ts'

const { service, tenant, open } = await startSite()
const { given, database } = service
await sql`update administrations set name = 'Example Trading', bank_account_name = 'Example Trading',
  bank_account_number = 'NL13TEST0123456789', bank_account_bic = 'TESTNL2A'`.execute(database.db)
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star', language_code: 'nl' })
const sent_at = '2026-08-01T08:00:00Z'
const invoice_id = await given.invoice(tenant, debtor_id, { sent_at, invoice_number: 'F2026-0001' })
await given.invoice(tenant, debtor_id, {
  sent_at,
  invoice_number: 'F2026-0002-with-a-number-that-goes-on-and-on-and-on',
})
const paid_id = await given.invoice(tenant, debtor_id, {
  open_amount: 0,
  book_open_amount: 0,
  payment_date: '2026-09-20',
})

async function pathOf(family: 'debtors' | 'invoices', id: string): Promise<string> {
  const { rows } = await sql<{ public_token: string }>`select public_token from ${sql.table(family)}
    where administration_id = ${tenant.administration_id}::bigint and id = ${id}::bigint`.execute(database.db)
  return `/portal/${tenant.administration_id}/${family}/${rows[0]?.public_token}`
}
const invoice = await pathOf('invoices', invoice_id)
const all = await pathOf('debtors', debtor_id)
const paid = await pathOf('invoices', paid_id)
const gone = `${invoice.slice(0, -3)}xyz`

test('a debtor understands, can pay, and reacts, in their own language', async () => {
  const page = await open(invoice)
  await page.getByRole('heading', { name: 'Factuur F2026-0001, nu te betalen' }).waitFor()
  await page.getByText('1 factuur, vervallen op 1 oktober 2026').waitFor()
  await page.getByRole('button', { name: '€ 121,00 betalen' }).click()
  await page.getByRole('img', { name: /QR-code .* aan Example Trading/ }).waitFor()
  await page.getByText('NL13 TEST 0123 4567 89').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Iets vragen of melden' }).click()
  await page.getByRole('button', { name: 'Versturen' }).click()
  await page.getByRole('alert').getByText('Schrijf eerst een bericht.').waitFor()
  await page.getByLabel('Uw bericht').fill('Dit heb ik vorige week betaald.')
  await page.getByRole('button', { name: 'Versturen' }).click()
  await page.getByRole('heading', { name: 'Dank u wel' }).waitFor()
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Dank u wel')
  const { rows } = await sql`select content from messages where invoice_id = ${invoice_id}::bigint
    and sender_type = 'debtor' and read_at is null`.execute(database.db)
  assert.deepEqual(rows, [{ content: 'Dit heb ik vorige week betaald.' }])
  assert.deepEqual(await page.context().cookies(), [])
})

test('what is collected asks for nothing, and paying it as well is out of the way', async () => {
  const due = { sent_at, due_date: '2999-01-31', payment_method: 'direct_debit', invoice_number: 'F2026-0003' }
  const page = await open(await pathOf('invoices', await given.invoice(tenant, debtor_id, due)))
  await page.getByText('Dit wordt op 31 januari 2999 of kort daarna van uw rekening geïncasseerd.').waitFor()
  assert.equal(await page.getByText('Betaal alstublieft').count(), 0)
  assert.equal(await page.getByRole('img').isVisible(), false)
  await page.getByText('Toch zelf betalen').click()
  await page.getByRole('img', { name: /QR-code .* aan Example Trading/ }).waitFor()
  assert.deepEqual(await problemsOf(page, 'collected'), [])
})

test('the language can be chosen, and stays', async () => {
  const page = await open(invoice)
  for (const [language, heading] of [
    ['de', 'Rechnung F2026-0001'],
    ['fr', 'Facture F2026-0001'],
    ['en', 'Invoice F2026-0001'],
  ] as const) {
    await page.getByRole('combobox').selectOption(language)
    await page.getByRole('heading', { name: heading }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), language)
  }
  await page.reload()
  await page.getByRole('heading', { name: 'Invoice F2026-0001' }).waitFor()
})

test('what is paid thanks, and a link that ended says so', async () => {
  const page = await open(paid)
  await page.getByText('Betaald. Dank u wel!').waitFor()
  assert.equal(await page.getByRole('img').count(), 0)
  const other = await open(gone)
  await other.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
})

test('a message that cannot be sent is not lost', async () => {
  const page = await open(all)
  await page.route('**/portal/comment', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '300' }, json: { code: 'too_many_requests', message: '' } }),
  )
  await page.getByRole('button', { name: 'Iets vragen of melden' }).click()
  await page.getByLabel('Uw bericht').fill('Graag uitstel.')
  await page.getByRole('button', { name: 'Versturen' }).click()
  await page.getByRole('alert').getByText('over 5 minuten').waitFor()
  assert.equal(await page.getByLabel('Uw bericht').inputValue(), 'Graag uitstel.')
})

test('no page of the portal is wider than its screen, or asks elsewhere', async () => {
  const page = await open('/favicon.svg')
  const foreign: string[] = []
  page.on('request', (request) => request.url().startsWith(service.app.base_url) || foreign.push(request.url()))
  for (const path of [invoice, all, paid, gone]) {
    await page.goto(`${service.app.base_url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, path)
    }
  }
  assert.deepEqual(foreign, [])
})

test('everybody can use the portal in both colours, as far as a program can tell', async () => {
  const page = await open('/favicon.svg')
  const addresses = [invoice, all, paid, gone].map((path) => `${service.app.base_url}${path}`)
  assert.deepEqual(await problemsOn(page, addresses, problemsInBothColours), [])
})

test('a debtor loads less than 90 kB of script', () => {
  const dist = fileURLToPath(new URL('../dist/', import.meta.url))
  const loaded = new Set(
    [...readFileSync(`${dist}portal.html`, 'utf8').matchAll(/assets\/[\w-]+\.js/g)].map(([one]) => one),
  )
  assert.ok(loaded.size > 0)
  for (const file of loaded) {
    const text = readFileSync(`${dist}${file}`, 'utf8')
    for (const [, other] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) loaded.add(`assets/${other}`)
  }
  const bytes = [...loaded].reduce((sum, file) => sum + gzipSync(readFileSync(`${dist}${file}`)).length, 0)
  assert.ok(bytes < 90_000, `${bytes} bytes`)
})
