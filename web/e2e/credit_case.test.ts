import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { engineOn } from '../../server/test/given_engine.ts'
import { until } from '../../server/test/until.ts'
import { uploadDocument } from '../../server/test/upload_document.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { language_names, sayAmount } from '../src/portal/languages.ts'
import { languages } from '../src/portal/words/all.ts'
import { counting, sizes } from './counting.ts'
import { problemsOf, problemsOn, shiftOf, watchShifts } from './looks.ts'
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
await invoice('F-1', { due_date: '2026-08-31' })
await invoice('F-2')

/** A case of a debtor of its own, opened for invoices that are ready for it. */
async function caseFor(name: string, count: number) {
  const own_id = await given.debtor(tenant, { name, is_company: true, coc_number: '12345678' })
  const invoice_ids: string[] = []
  for (let n = 1; n <= count; n++)
    invoice_ids.push(
      await given.invoice(tenant, own_id, { invoice_number: `${name}-${n}`, ...owing('250.00'), ...ready }),
    )
  const { administration_id } = tenant
  const opening = { administration_id, debtor_id: own_id, invoice_ids }
  const answer = await boss.send('POST /console/credit_cases/open', opening)
  assert.equal(answer.status, 200, answer.text)
  return { invoice_ids, path: `${here}/credit_cases/${(answer.body as { credit_case_id: string }).credit_case_id}` }
}

const acts = (page: Page, name: string | RegExp) => page.getByRole('toolbar').getByRole('button', { name })

async function document(invoice_id: string): Promise<void> {
  const bytes = Buffer.from(`%PDF-1.7 invoice ${invoice_id}`)
  await uploadDocument(service, tenant, { invoice_id, bytes, filename: 'invoice.pdf' })
}

test('a case is opened from the debtor, and reads like a claim', async () => {
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss })
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
  const costs = await claim.getByRole('table', { name: 'Collection costs' }).innerText()
  assert.match(costs, /by scale[\s\S]*€75\.00[\s\S]*First €2,500\.00\s+15\s%\sof\s€500\.00\s+€75\.00/)
  await claim.getByText('Everything that is calculated was posted.').waitFor()
  await page.getByText(/^opened 16 Nov by \S/).waitFor()
  await claim.getByText('Rules and sources').click()
  await claim.getByText(/^15 % of the first €2,500/).waitFor()
  await page
    .getByRole('region', { name: 'What comes next' })
    .getByText(/^Summons/)
    .waitFor()
  await page.getByRole('list', { name: 'Stage' }).getByText('16 Nov 2026').waitFor()
})

test('a claim is calculated up to a day that somebody chooses, which the address keeps', async () => {
  const { id } = await database.db.selectFrom('credit_cases').select('id').orderBy('id').executeTakeFirstOrThrow()
  const page = await open(`${here}/credit_cases/${id}`, { as: boss })
  // 250.00 × 10.40 % × 78/365 is 5.56, × 47/365 is 3.35.
  await page.getByText('€0.15 more the day after').waitFor()
  await page.getByLabel('Calculated until').fill('2026-12-16')
  await page.getByText('To be paid on 16 Dec 2026', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('To be paid on 16 Dec 2026', { exact: true }).waitFor()
  const printed = page.waitForEvent('popup')
  const answer = page.waitForResponse(/case_dossiers\/\d+\/calculation\?on=2026-12-16/)
  await page.getByRole('button', { name: 'PDF' }).click()
  assert.equal((await answer).status(), 200)
  await printed
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await page.getByText('To be paid on 16 Nov 2026', { exact: true }).waitFor()
  assert.deepEqual(await problemsOf(page, 'calculation'), [])
})

test('the calculator takes all invoices of a case, and comes to the same', async () => {
  const { id } = await database.db.selectFrom('credit_cases').select('id').orderBy('id').executeTakeFirstOrThrow()
  const page = await open(`${here}/credit_cases/${id}`, { as: boss })
  await page.getByRole('link', { name: 'Calculate with other facts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Interest and costs' }).waitFor()
  const of = (number: string) => page.getByRole('group', { name: number })
  assert.equal(await of('F-1').getByLabel('Due date').inputValue(), '2026-08-31')
  assert.equal(await of('F-2').getByLabel('Amount', { exact: true }).inputValue(), '250.00')
  const interest = await page.getByRole('table', { name: 'Interest' }).innerText()
  assert.match(interest, /F-1[\s\S]*€5\.48[\s\S]*F-2[\s\S]*€3\.28/)
  // On one scale, as the case has it: each by itself would bring the least of 40.00, twice.
  await page.getByText('€583.76 is to be paid on 16 Nov 2026').waitFor()
  await of('F-2').getByLabel('Amount', { exact: true }).fill('many')
  await page.getByText('F-2, Amount: an amount of zero or more').waitFor()
  await page.getByRole('button', { name: 'Remove F-2' }).click()
  await page.getByText('€295.48 is to be paid on 16 Nov 2026').waitFor()
  assert.deepEqual(await problemsOf(page, 'calculator'), [])
})

for (const [size, options] of Object.entries(sizes)) {
  test(`a case is handed over with all documents in three steps, ${size}`, async () => {
    const { invoice_ids, path } = await caseFor(size, 2)
    const [documented = '', without = ''] = invoice_ids
    await document(documented)
    const page = await open(path, { as: boss, acceptDownloads: true, ...options })
    const by = counting(page)
    const ready = acts(page, /Hand over/).and(page.locator(':not([aria-disabled])'))
    const form = page.getByRole('region', { name: 'Hand over', exact: true }).first()

    // What is missing is named before anything happens, and leads to where it is added.
    await ready.click()
    await form.getByRole('link', { name: `The document of ${size}-2 is missing` }).waitFor()
    assert.equal(await form.getByRole('button', { name: 'Hand over with all documents' }).isDisabled(), true)
    await page.keyboard.press('Escape')
    await document(without)
    await page.reload()

    await ready.waitFor()
    await by.click(ready)
    await by.click(form.getByRole('button', { name: 'Hand over with all documents' }))
    const link = form.getByRole('link', { name: 'All documents as ZIP' })
    await link.waitFor()
    const download = page.waitForEvent('download')
    await by.click(link)
    assert.match((await download).suggestedFilename(), /^case-\d{9}-2026-11-16\.zip$/)
    assert.ok(by.count() <= 3, String(by.count()))
    await form.getByRole('link', { name: 'Dossier as PDF' }).waitFor()
    const id = path.split('/').at(-1) ?? ''
    const row = await database.db.selectFrom('credit_cases').selectAll().where('id', '=', id).executeTakeFirst()
    assert.notEqual(row?.forwarded_to_bailiff_at ?? null, null)
  })
}

test('keys do the same: O opens the hand-over, Enter does it, and Escape leaves', async () => {
  const { invoice_ids, path } = await caseFor('Keys', 1)
  for (const invoice_id of invoice_ids) await document(invoice_id)
  const page = await open(path, { as: boss, ...sizes.wide })
  await acts(page, /Hand over/)
    .and(page.locator(':not([aria-disabled])'))
    .waitFor()
  await page.keyboard.press('o')
  const form = page.getByRole('region', { name: 'Hand over', exact: true }).first()
  await form.getByRole('button', { name: 'Hand over with all documents' }).waitFor()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Hand over with all documents' }).waitFor({ state: 'detached' })
  await page.keyboard.press('o')
  await page.keyboard.press('Enter')
  await page.getByText('The case was handed over.').waitFor()
})

test('a case is closed by hand, and says that nothing more will come', async () => {
  const { path } = await caseFor('Closed', 1)
  const page = await open(path, { as: boss })
  await page.getByRole('button', { name: 'Close case' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close case' }).click()
  const next = page.getByRole('region', { name: 'What comes next' })
  await next.getByText('Nothing will come').waitFor()
  await next.getByText('The case ended on 16 Nov 2026.').waitFor()
})

test('nothing of a case or a plan moves when what is slow comes', async () => {
  const { id } = await database.db.selectFrom('credit_cases').select('id').orderBy('id').executeTakeFirstOrThrow()
  const plan_id = await given.row('payment_plans', tenant, {
    ...{ debtor_id, ...(await given.debtorKeys(tenant, debtor_id)), active: true, approved_at: 'stamp' },
    payment_terms: JSON.stringify([
      { id: '1', total_amount: '250.00', amount_due: '250.00', due_date: '2026-12-01', payment_date: null },
    ]),
    ...{ created_at: 'stamp', updated_at: 'stamp' },
  })
  for (const [path, slowly, last] of [
    [`/credit_cases/${id}`, /\/(standing|outlooks|today|case_dossiers)\b/, 'Claim'],
    [`/payment_plans/${plan_id}`, /\/(standing|outlooks|today)\b/, 'What comes next'],
  ] as const) {
    for (const size of Object.values(sizes)) {
      const page = await open('/favicon.svg', { as: boss, ...size, prepare: watchShifts })
      const held: Route[] = []
      let slow = true
      await page.route(slowly, (route) => (slow ? held.push(route) : route.continue()))
      await page.goto(`${service.app.base_url}${here}${path}`)
      await page.getByRole('toolbar').waitFor()
      await until('all of it is asked for', () => held.length >= 3)
      slow = false
      for (const route of held) await route.continue()
      await page.getByRole('region', { name: last, includeHidden: true }).waitFor({ state: 'attached' })
      const shift = await shiftOf(page)
      assert.ok(shift < 0.05, `${path} at ${size.viewport.width}: ${shift}`)
    }
  }
})

test('every letter about the invoices of a case is listed, and who only reads has no verb', async () => {
  const { id } = await database.db.selectFrom('credit_cases').select('id').orderBy('id').executeTakeFirstOrThrow()
  const sent = await boss.send('POST /console/statements', { administration_id: tenant.administration_id, debtor_id })
  assert.equal(sent.status, 200, sent.text)
  const dossier = `/console/administrations/${tenant.administration_id}/case_dossiers/${id}`
  await until('it went out', async () => ((await boss.get(dossier)).body as { letters: object[] }).letters.length === 1)
  const reader = await signedIn(service, tenant.company_id, {
    ...{ company_role: null, rights: { [tenant.administration_id]: 'restricted' } },
  })
  const page = await open(`${here}/credit_cases/${id}?tab=letters`, { as: reader, ...sizes.wide })
  await page.getByRole('table', { name: 'Letters' }).getByRole('button', { name: 'Statement of what is open' }).click()
  await page.getByRole('dialog').getByText('books@example.com').waitFor()
  for (const name of [/Hand over/, /Call/, /Promise/, /Payment/, /Pause/, /Close case/])
    assert.equal(await acts(page, name).count(), 0, String(name))
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
