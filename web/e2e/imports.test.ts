import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Download, Page } from 'playwright-core'
import { signedIn } from '../../server/test/visitor.ts'
import { workbookOf } from '../../server/test/workbook.ts'
import { problemsOf, settled } from './looks.ts'
import { startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { given, database } = service
const path = (administration_id: string): string => `/administrations/${administration_id}/imports`

const choose = async (page: Page, name: string, content: string | Uint8Array): Promise<void> => {
  const mimeType = name.endsWith('csv') ? 'text/csv' : 'application/octet-stream'
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
const contentOf = async (saved: Download): Promise<Buffer> => buffer(await saved.createReadStream())
const figure = async (page: Page, name: string): Promise<string> =>
  (await page.locator('dl div', { hasText: name }).locator('dd').innerText()).trim()
const invoiceOf = (administration_id: string, number: string) =>
  database.db
    .selectFrom('invoices')
    .selectAll()
    .where('administration_id', '=', administration_id)
    .where('invoice_number', '=', number)
    .executeTakeFirst()

const head = 'Klantnummer;Klantnaam;Referentie;Factuurdatum;Vervaldatum;Bedrag;Openstaand;E-mail\n'
const list =
  head +
  'C1;Avocet Bakery;W-1;01-02-2026;28-02-2026;1.210,00;210,00;books@avocet.example.com\n' +
  'C2;Curlew Cycles;W-2;01-02-2026;28-02-2026;100,00;100,00;office@curlew.example.com\n' +
  'C3;Dotterel Design;W-3;31-02-2026;28-02-2026;-50,00;-50,00;x\n'

test('a list of open invoices is brought in: columns, check, what is refused, mended, and the list', async () => {
  const page = await open(`/administrations/${tenant.administration_id}`, { as: boss })
  await page.getByRole('heading', { name: /^Bring your open invoices/ }).waitFor()
  await choose(page, 'open posten.csv', list)
  // The number of the invoice has no heading that says so, and its days can be read in two ways.
  const check = page.getByRole('button', { name: 'Check the file' })
  assert.equal(await page.getByRole('radio', { name: 'Debtors', exact: true }).isChecked(), true)
  await page.getByRole('radio', { name: 'Open invoices with their debtors' }).check()
  await page.getByText('Say which column holds: Invoice number.').waitFor()
  assert.equal(await check.isEnabled(), false)
  await page.getByLabel('Referentie becomes').selectOption({ label: 'Invoice number (required)' })
  assert.equal(await page.getByLabel('Factuurdatum is read as').inputValue(), 'day_first')
  await page.getByLabel('Factuurdatum is read as').selectOption('month_first')
  await page.getByLabel('Factuurdatum is read as').selectOption('day_first')
  assert.deepEqual(await problemsOf(page, 'columns'), [])
  await check.click()
  await page.getByRole('heading', { name: 'What the import will do' }).waitFor()
  assert.deepEqual([await figure(page, 'New'), await figure(page, 'Left out')], ['2', '1'])
  await page.getByText('2 new debtors. €310.00 open in the rows that are taken.').waitFor()
  await page.getByText('Factuurdatum: “31-02-2026” is not a day. Write it like 2026-12-31.').waitFor()
  await page.getByText('Follow-up is off here. Nobody gets a reminder until you switch it on').waitFor()
  assert.deepEqual(await problemsOf(page, 'check'), [])
  assert.equal(await invoiceOf(tenant.administration_id, 'W-1'), undefined)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download these rows' }).click(),
  ])
  const refused = (await contentOf(saved)).toString()
  assert.match(refused, /What is not right\r\n/)
  assert.match(refused, /C3,Dotterel Design,W-3,31-02-2026/)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('The file was imported').waitFor()
  const invoice = await invoiceOf(tenant.administration_id, 'W-1')
  assert.deepEqual([invoice?.invoice_date, invoice?.open_amount], ['2026-02-01', '210.00'])

  // What was refused comes again as our own file has it, mended.
  await page.getByRole('link', { name: 'Bring another file' }).click()
  await choose(page, 'mended.csv', refused.replace('31-02-2026', '27-02-2026'))
  await page.getByRole('radio', { name: 'Open invoices with their debtors' }).check()
  await page.getByLabel('Referentie becomes').selectOption({ label: 'Invoice number (required)' })
  await check.click()
  await page.getByText('E-mail: “x” does not look right.').waitFor()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByRole('link', { name: 'See the invoices' }).click()
  await page.getByRole('link', { name: 'W-3' }).waitFor()
  assert.equal((await invoiceOf(tenant.administration_id, 'W-3'))?.open_amount, '-50.00')
})

test('the empty list of invoices leads on: a file is chosen there, or an example is taken', async () => {
  const empty = await given.tenant({ company_id: tenant.company_id })
  const as = await signedIn(service, tenant.company_id)
  for (const list of ['debtors', 'invoices', 'reports']) {
    const page = await open(`/administrations/${empty.administration_id}/${list}`, { as })
    await page.getByRole('heading', { name: /^(No (debtors|invoices) yet|There is nothing to report yet)$/ }).waitFor()
    await page.getByRole('link', { name: 'Make a token' }).waitFor()
    await page.getByRole('button', { name: 'Example for Excel' }).waitFor()
    assert.deepEqual(await problemsOf(page, `empty ${list}`), [])
    if (list === 'invoices') await choose(page, 'open posten.csv', list_of_one)
    await page.context().close()
  }
})

const list_of_one = `${head}C1;Avocet Bakery;W-1;01-02-2026;28-02-2026;1.210,00;210,00;books@avocet.example.com\n`

test('days and amounts that can be read in two ways are asked for', async () => {
  const page = await open(path(tenant.administration_id), { as: boss })
  await choose(
    page,
    'unclear.csv',
    'Factuurnummer;Klantnummer;Datum;Vervaldatum;Openstaand\nX-1;C1;01-02-2026;03-04-2026;1.234\n',
  )
  await page.getByText('Day or month first? Both are possible here.').first().waitFor()
  await page.getByText('Thousands or cents? Both are possible here.').waitFor()
  assert.deepEqual(await problemsOf(page, 'unclear'), [])
  await page.getByLabel('Datum is read as', { exact: true }).selectOption('month_first')
  await page.getByLabel('Vervaldatum is read as').selectOption('month_first')
  await page.getByLabel('Openstaand is read as').selectOption('comma')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('The file was imported').waitFor()
  const invoice = await invoiceOf(tenant.administration_id, 'X-1')
  assert.deepEqual([invoice?.invoice_date, invoice?.total_amount], ['2026-01-02', '1234.00'])
})

test('a workbook of debtors is brought in on a phone, in Dutch and in the dark', async () => {
  const other = await given.tenant({ company_id: tenant.company_id })
  const as = await signedIn(service, tenant.company_id)
  const phone = { viewport: { width: 390, height: 844 }, locale: 'nl-NL', colorScheme: 'dark' as const }
  const page = await open('/favicon.svg', { as, ...phone })
  await page.evaluate(`localStorage.setItem('dunlin.language', 'nl')`)
  await page.goto(`${service.app.base_url}${path(other.administration_id)}`)
  await settled(page)
  assert.deepEqual(await problemsOf(page, 'imports'), [])
  const rows = [
    ['Debiteurnummer', 'Naam', 'Plaats', 'Opmerking'],
    [1001, 'Voorbeeld BV', 'Utrecht', 'niets'],
    [1002, null, 'Zeist', null],
  ]
  await choose(page, 'debiteuren.xlsx', workbookOf(rows))
  assert.deepEqual(await problemsOf(page, 'kolommen'), [])
  await page.getByRole('button', { name: 'Bestand controleren' }).click()
  await page.getByText('Naam is leeg. Vul dit in.').waitFor()
  assert.deepEqual(await problemsOf(page, 'controle'), [])
  await page.getByRole('button', { name: '1 rij importeren' }).click()
  await page.getByText('Het bestand is geïmporteerd').waitFor()
  assert.deepEqual(await problemsOf(page, 'klaar'), [])
  await page.getByRole('link', { name: 'Naar de debiteuren' }).click()
  await page.getByText('Voorbeeld BV').first().waitFor()
})

test('the page says what to do with a file that cannot be read, and when a role may not import', async () => {
  const page = await open(path(tenant.administration_id), { as: boss })
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'letter.csv', mimeType: 'text/csv', buffer: Buffer.from('Dear reader\n') })
  await page.getByText('No line with headings was found in this file.').waitFor()
  await input.setInputFiles({ name: 'x.xlsx', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004broken') })
  await page.getByText('This workbook is damaged or protected.').waitFor()
  await page.getByRole('button', { name: 'Example as CSV' }).waitFor()
  const [example] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Example for Excel' }).click(),
  ])
  await choose(page, 'example.xlsx', await contentOf(example))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('2 new debtors. €1,504.95 open in the rows that are taken.').waitFor()
  await page.getByRole('button', { name: 'Discard the file' }).click()
  await page.getByText('The file was discarded.').waitFor()
  const reader = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [tenant.administration_id]: 'restricted' },
  })
  const theirs = await open(path(tenant.administration_id), { as: reader })
  await theirs.getByText('Import is not for your role').waitFor()
})

test('a file that takes longer than half a minute on a slow line is brought in', async () => {
  const { administration_id } = await given.tenant({ company_id: tenant.company_id })
  const page = await open(path(administration_id), { as: boss })
  await page.locator('input[type=file]').waitFor({ state: 'attached' })
  const line = await page.context().newCDPSession(page)
  const bytes_a_second = 12_000
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytes_a_second },
  })
  const rows = Array.from(
    { length: 4_600 },
    (_, n) => `C${n};Avocet Bakery ${n};W-${n};01-02-2026;28-02-2026;100,00;100,00;books@avocet${n}.example.com\n`,
  )
  const buffer = Buffer.from(head + rows.join(''))
  assert.ok(buffer.length > 33 * bytes_a_second)
  await page.locator('input[type=file]').setInputFiles({ name: 'slow.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('heading', { level: 1, name: 'slow.csv' }).waitFor({ timeout: 90_000 })
})
