import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { language_names } from '../src/portal/languages.ts'
import { languages } from '../src/portal/words/all.ts'
import { fill } from '../src/words/fill.ts'
import { startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { given, database } = service
const creditor = 'Example Trading'
await sql`update administrations set name = ${creditor}::text,
  bank_account_number = 'NL13TEST0123456789', bank_account_bic = 'TESTNL2A'`.execute(database.db)

type Debt = { debtor_id: string; invoice_id: string; path: string }
async function givenDebt(language_code: string, invoice_number = `F-${language_code}`): Promise<Debt> {
  const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star', language_code })
  const columns = { sent_at: '2026-08-01T08:00:00Z', invoice_number }
  const invoice_id = await given.invoice(tenant, debtor_id, columns)
  const { rows } = await sql<{ public_token: string }>`select public_token from invoices
    where administration_id = ${tenant.administration_id}::bigint and id = ${invoice_id}::bigint`.execute(database.db)
  return { debtor_id, invoice_id, path: `/portal/${tenant.administration_id}/invoices/${rows[0]?.public_token}` }
}

for (const language of language_names) {
  test(`a debtor reads, scans and writes in ${languages[language].language}, without a mouse`, async () => {
    const words = languages[language]
    const { path, invoice_id } = await givenDebt(language)
    const page = await open(path, { locale: 'en-GB' })
    const heading = fill(words.title_invoices, { number: `F-${language}` })
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), language)
    assert.match(await page.title(), new RegExp(`F-${language}`))
    await page.locator('.now .action').press('Enter')
    const code = page.getByRole('img')
    const label = (await code.getAttribute('aria-label')) ?? ''
    const [before = '', after = ''] = words.qr_label.split('{amount}').map((part) => fill(part, { name: creditor }))
    assert.ok(label.startsWith(before) && label.endsWith(after), label)
    assert.match(label, /121[.,]00/)
    await page.getByRole('button', { name: words.back, exact: true }).press('Enter')
    await page.getByRole('button', { name: words.ways_write }).press('Enter')
    await page.getByLabel(words.your_message).focus()
    await page.keyboard.type(`Message in ${language}`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), words.send)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: words.thanks_heading }).waitFor()
    const { rows } = await sql`select content from messages where invoice_id = ${invoice_id}::bigint`.execute(
      database.db,
    )
    assert.deepEqual(rows, [{ content: `Message in ${language}` }])
    const shown = await page.locator('body').innerText()
    assert.doesNotMatch(shown, /\{\w+\}|undefined|NaN/)
  })
}

test('a view has the keyboard as soon as it is there, so that nobody who is quick loses a letter', async () => {
  const { path } = await givenDebt('en', 'F-quick')
  const page = await open(path, { locale: 'en-GB' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  // An observer is called right after the change, before the browser paints and anybody can press a key.
  const seen = page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const watch = new MutationObserver(() => {
          if (document.querySelector('textarea') === null) return
          watch.disconnect()
          resolve(document.activeElement?.id)
        })
        watch.observe(document.body, { childList: true, subtree: true })
      }),
  )
  await page.getByRole('button', { name: languages.en.ways_write }).press('Enter')
  assert.equal(await seen, 'screen')
})

test('whoever pays in terms sees the next one, and no invoice calls them late', async () => {
  const { debtor_id, invoice_id } = await givenDebt('nl', 'F-in-terms')
  const payment_plan_id = await given.row('payment_plans', tenant, {
    debtor_id,
    ...(await given.debtorKeys(tenant, debtor_id)),
    active: true,
    approved_at: 'stamp',
    created_at: 'stamp',
    updated_at: 'stamp',
  })
  for (const [due_date, amount_due] of [
    ['2026-10-01', '0.00'],
    ['2099-01-01', '60.50'],
  ]) {
    await given.row('payment_plan_terms', tenant, { payment_plan_id, total_amount: '60.50', amount_due, due_date })
  }
  await given.row('payment_plan_invoices', tenant, { payment_plan_id, invoice_id })
  await sql`update invoices set active_payment_plan_id = ${payment_plan_id}::bigint
    where administration_id = ${tenant.administration_id}::bigint and id = ${invoice_id}::bigint`.execute(database.db)
  const { rows } = await sql<{ public_token: string }>`select public_token from payment_plans
    where administration_id = ${tenant.administration_id}::bigint and id = ${payment_plan_id}::bigint`.execute(
    database.db,
  )
  const page = await open(`/portal/${tenant.administration_id}/payment_plans/${rows[0]?.public_token}`)
  await page.getByText('Betaal alstublieft uiterlijk op 1 januari 2099.').waitFor()
  assert.match(await page.locator('.figure').innerText(), /60,50/)
  await page.getByText('F-in-terms').waitFor()
  assert.equal(await page.getByText('Te laat').count(), 0)
})

const friendly = async (path: string, locale: string): Promise<string> => {
  const page = await open(path, { locale, viewport: { width: 390, height: 844 } })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const text = await page.locator('main').innerText()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  await page.context().close()
  return text
}

test('a wrong or ended link says what to do, in the language of the browser', async () => {
  const { path, invoice_id } = await givenDebt('nl', 'F-ended')
  const change = { administration_id: tenant.administration_id, family: 'invoices', id: invoice_id, renew: false }
  assert.equal((await boss.send('POST /console/portal_links', change)).status, 200)
  for (const [dead, locale, words] of [
    [path, 'nl-NL', languages.nl],
    [path, 'de-DE', languages.de],
    [`${path.slice(0, -3)}xyz`, 'fr-FR', languages.fr],
    ['/portal/1/invoices/short', 'en-GB', languages.en],
    ['/portal/1/invoices', 'nl-NL', languages.nl],
  ] as const) {
    const text = await friendly(dead, locale)
    assert.ok(text.includes(words.gone_heading) && text.includes(words.gone_sentence), `${dead}: ${text}`)
  }
})
