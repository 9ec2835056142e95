import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engineOn } from '../../server/test/given_engine.ts'
import { uploadDocument } from '../../server/test/upload_document.ts'
import { language_names, sayAmount } from '../src/portal/languages.ts'
import { languages } from '../src/portal/words/all.ts'
import { problemsOf, problemsOn } from './looks.ts'
import { owing, startSite } from './site.ts'

const now = new Date('2026-11-16T10:00:00Z')
const { service, tenant, boss, open } = await startSite({ now: () => now })
const { given, database } = service
await engineOn(database.db, tenant, now)
const here = `/administrations/${tenant.administration_id}`
const debtor_id = await given.debtor(tenant, {
  ...{ name: 'Bakery Morning Star', is_company: true, coc_number: '12345678' },
  primary_email_address: 'books@example.com',
})
const ready = { sent_at: '2026-08-01T09:00:00Z', collectable_at: '2026-11-12T09:00:00Z' }
const invoice = (invoice_number: string, columns: object = {}) =>
  given.invoice(tenant, debtor_id, { invoice_number, ...owing('250.00'), ...ready, ...columns })
const oldest = await invoice('F-1', { due_date: '2026-08-31' })
const other = await invoice('F-2')

test('a case is opened from the debtor and handed over with all documents, in three clicks from the case', async () => {
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, acceptDownloads: true })
  await page.getByRole('button', { name: 'Open a credit case' }).click()
  const asks = page.getByRole('dialog')
  await asks.getByText('2 invoices are ready for collection: ').waitFor()
  await asks.getByRole('button', { name: 'Open a credit case' }).click()
  await page.getByRole('heading', { level: 1, name: /^Credit case \d{3} \d{3} \d{3}$/ }).waitFor()

  const claim = page.getByRole('region', { name: 'Claim' })
  assert.match(await claim.getByRole('table', { name: 'Principal' }).innerText(), /F-1[\s\S]*€250\.00[\s\S]*F-2/)
  await claim.getByText('To be paid on 16 Nov 2026', { exact: true }).waitFor()
  // 250.00 × 10.40 % × 77/365 = 5.48, × 46/365 = 3.28; 15 % of both is 75.00.
  const interest = await claim.getByRole('table', { name: 'Interest' }).innerText()
  assert.match(interest, /77\s+10\.40\s%\s+€250\.00\s+€5\.48[\s\S]*46\s+10\.40\s%\s+€250\.00\s+€3\.28/)
  assert.match(await claim.getByRole('table', { name: 'Collection costs' }).innerText(), /by scale[\s\S]*€75\.00/)
  await claim.getByText('Everything that is calculated was posted.').waitFor()
  await claim.getByText('Rules and sources').click()
  await claim.getByText(/^15 % of the first €2,500/).waitFor()
  await claim.getByRole('link', { name: 'Calculate F-1 with other facts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Interest and costs' }).waitFor()
  assert.equal(await page.getByLabel('Due date').inputValue(), '2026-08-31')
  await page.getByRole('table', { name: 'Interest' }).getByText('€5.48').waitFor()
  await page.goBack()
  await page
    .getByRole('region', { name: 'What comes next' })
    .getByText(/^Summons/)
    .waitFor()
  await page.getByRole('list', { name: 'Stage' }).getByText('16 Nov 2026').waitFor()

  const hand_over = page.getByRole('region', { name: 'Hand over' })
  await hand_over.getByText('The document of F-1 is missing').waitFor()
  assert.equal(await hand_over.getByRole('button', { name: 'Hand over' }).isDisabled(), true)
  for (const invoice_id of [oldest, other]) {
    const bytes = Buffer.from(`%PDF-1.7 invoice ${invoice_id}`)
    await uploadDocument(service, tenant, { invoice_id, bytes, filename: 'invoice.pdf' })
  }
  await page.reload()
  await hand_over.getByRole('button', { name: 'Hand over' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
  const download = page.waitForEvent('download')
  await hand_over.getByRole('link', { name: 'All documents as ZIP' }).click()
  assert.match((await download).suggestedFilename(), /^case-\d{9}-2026-11-16\.zip$/)
  await hand_over.getByText('Handed over on').waitFor()
  await hand_over.getByRole('link', { name: 'Dossier as PDF' }).waitFor()
})

test('a case is closed by hand, and says that nothing more will come', async () => {
  const invoice_id = await invoice('F-3')
  const page = await open(`${here}/invoices/${invoice_id}`, { as: boss })
  await page.getByRole('button', { name: 'Open a credit case' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open a credit case' }).click()
  await page.getByRole('button', { name: 'Close case' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close case' }).click()
  const next = page.getByRole('region', { name: 'What comes next' })
  await next.getByText('Nothing will come').waitFor()
  await next.getByText('The case ended on 16 Nov 2026.').waitFor()
})

test('the page of a case can be read on a small phone in Dutch, and in the dark', async () => {
  const { id } = await database.db.selectFrom('credit_cases').select('id').orderBy('id').executeTakeFirstOrThrow()
  const address = `${service.app.base_url}${here}/credit_cases/${id}`
  const small = await open('/favicon.svg', { as: boss, viewport: { width: 320, height: 700 }, locale: 'nl-NL' })
  assert.deepEqual(await problemsOn(small, [address]), [])
  const dark = await open('/favicon.svg', { as: boss, colorScheme: 'dark' })
  assert.deepEqual(await problemsOn(dark, [address]), [])
})

test('the debtor reads on a phone how interest and costs of the case came about, in each language', async () => {
  const { id, public_token } = await database.db
    .selectFrom('credit_cases')
    .select(['id', 'public_token'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const path = `/portal/${tenant.administration_id}/credit_cases/${public_token}`
  const page = await open(path, { viewport: { width: 390, height: 844 } })
  for (const language of language_names) {
    const words = languages[language]
    await page.locator('.language select').selectOption(language)
    const section = page.getByRole('region', { name: words.calculation, exact: true })
    const text = (await section.innerText()).replaceAll(/\s/g, ' ')
    assert.ok(text.includes(sayAmount('75.00', 'EUR', language).replaceAll(/\s/g, ' ')), `${id} ${text}`)
    const shown = section.locator('details').first()
    if ((await shown.getAttribute('open')) === null) await shown.locator('summary').click()
    const said = await shown.innerText()
    assert.match(said, /77 .*10[.,]40 %/)
    assert.match(said, /6:119a BW/)
    assert.doesNotMatch(said, /\{\w+\}|undefined|nl\.(wik|trade)/)
    assert.deepEqual(await problemsOf(page, language), [])
  }
})
