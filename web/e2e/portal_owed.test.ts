import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { language_names, sayAmount } from '../src/portal/languages.ts'
import { languages } from '../src/portal/words/all.ts'
import { fill } from '../src/words/fill.ts'
import { problemsOf } from './looks.ts'
import { late_terms, later_terms, owingDebtors } from './owing.ts'
import { owing, startSite } from './site.ts'

const site = await startSite()
const { service, open } = site
const { pathOf, debtor, invoice, running, proposed, decide } = await owingDebtors(site)
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const creditor = 'Example Trading B.V.'

/** Every page of this file is looked at on a phone: nothing is wider, and programs find nothing to complain about. */
async function onPhone(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await open(path, { ...phone, ...options })
  await page.getByRole('heading', { level: 1 }).waitFor()
  // A language more changes the words and the widths, and nothing else that programs see.
  if ((await page.locator('html').getAttribute('lang')) === 'en') assert.deepEqual(await problemsOf(page, path), [])
  else assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, path)
  return page
}
const textOf = (page: Page): Promise<string> => page.locator('main').innerText()
const figuresOf = (page: Page): Promise<string[]> => page.locator('.figure').allInnerTexts()

for (const language of language_names) {
  const words = languages[language]
  const money = (amount: string): string => sayAmount(amount, 'EUR', language).replaceAll(/\s/g, ' ')
  const says = async (page: Page, ...parts: string[]): Promise<void> => {
    const text = (await textOf(page)).replaceAll(/[^\S\n]/g, ' ')
    for (const one of parts) assert.ok(text.includes(one), `«${one}» is missing in: ${text}`)
    assert.doesNotMatch(text, /\{\w+\}|undefined|NaN|B\.V\.\./)
  }

  test(`${language}: what is in a running plan is not asked for apart, and the plan is one tap away`, async () => {
    const own = await debtor(language)
    const number = `R-${language}`
    const id = await invoice(own, number)
    const plan = await running(number, late_terms)
    const page = await onPhone(await pathOf('invoices', id))
    await says(page, words.planned_heading, words.late_terms, money('800.00'), words.term_late)
    assert.equal(await page.getByRole('heading', { name: words.pay, exact: true }).count(), 0)
    await page.getByRole('link', { name: words.plan_open }).tap()
    await page.getByRole('heading', { level: 1, name: words.title_payment_plans }).waitFor()
    assert.equal(new URL(page.url()).pathname, await pathOf('payment_plans', plan))
    await invoice(own, `O-${language}`, { ...owing('50.00'), due_date: '2999-03-31' })
    const all = await onPhone(await pathOf('debtors', own))
    await says(all, words.nothing_now, money('50.00'), words.in_plan, words.late_terms, money('800.00'))
  })

  test(`${language}: a late plan asks for all that is late, and marks it`, async () => {
    const number = `L-${language}`
    await invoice(await debtor(language), number)
    const page = await onPhone(await pathOf('payment_plans', await running(number, late_terms)))
    assert.deepEqual(
      (await figuresOf(page)).map((one) => one.replaceAll(/\s/g, ' ')),
      [money('800.00')],
    )
    await says(page, words.late_terms, words.pay_late_terms, fill(words.plan_left, { amount: money('1234.00') }))
    assert.equal(await page.locator('.terms .badge').count(), 2)
  })

  test(`${language}: a proposal waits, calmly; one that was rejected says what is owed and how to pay`, async () => {
    const own = await debtor(language)
    const id = await invoice(own, `P-${language}`)
    const plan = await proposed(own, id)
    const path = await pathOf('payment_plans', plan)
    const waiting = await onPhone(path)
    await says(waiting, words.proposed_heading, money('1234.00'), words.terms_proposed)
    assert.equal(await waiting.locator('.late').count(), 0)
    assert.equal(await waiting.getByText('NL13 TEST').isVisible(), false)
    await says(await onPhone(await pathOf('invoices', id)), words.proposed_note, money('1234.00'), words.plan_open)
    await decide(plan, 'reject')
    const page = await onPhone(path)
    await says(page, words.rejected_heading, fill(words.pay_amount, { amount: money('1234.00') }))
    assert.equal(await page.getByText(words.closed_heading).count(), 0)
    assert.equal(await page.locator('.terms').count(), 0)
  })

  test(`${language}: a credit note is no debt and no payment`, async () => {
    const own = await debtor(language)
    const number = `C-${language}`
    const page = await onPhone(await pathOf('invoices', await invoice(own, number, owing('-395.00'))))
    await says(page, fill(words.credit_heading, { amount: money('395.00') }), words.credit_explained, words.to_credit)
    await page.getByRole('heading', { level: 1, name: fill(words.title_credit_note, { number }) }).waitFor()
    for (const wrong of [words.paid_heading, words.still_open, words.pay])
      assert.equal(await page.getByText(wrong, { exact: true }).count(), 0, wrong)
    await invoice(own, `D-${language}`)
    const both = await onPhone(await pathOf('debtors', own))
    await says(both, fill(words.credit_apart, { amount: money('395.00'), creditor }), money('1234.00'))
  })
}

test('an ended plan asks for what is left', async () => {
  await invoice(await debtor(), 'E-1')
  const plan = await running('E-1', late_terms)
  await decide(plan, 'deactivate')
  const page = await onPhone(await pathOf('payment_plans', plan))
  await page.getByText('The payment plan has ended').waitFor()
  await page.getByText('1 invoice, due on 1 October 2026').waitFor()
  assert.deepEqual(await figuresOf(page), ['€1,234.00'])
})

test('an invoice mentions a plan whose link was ended, and whom to ask', async () => {
  const id = await invoice(await debtor(), 'X-1')
  const plan = await running('X-1', late_terms)
  await sql`update payment_plans set public_token = null where id = ${plan}::bigint`.execute(service.database.db)
  const page = await onPhone(await pathOf('invoices', id))
  await page.getByText('Ask Example Trading B.V. how to pay.').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Open the payment plan' }).count(), 0)
})

test('a plan in time asks for its next term', async () => {
  await invoice(await debtor(), 'N-1')
  const page = await onPhone(await pathOf('payment_plans', await running('N-1', later_terms)))
  await page.getByText('Please pay by 1 January 2999.').waitFor()
  assert.deepEqual(await figuresOf(page), ['€617.00'])
  assert.equal(await page.locator('.late').count(), 0)
})

test('what is left of a term is shown, on the smallest of phones too', async () => {
  await invoice(await debtor('fr'), 'S-1')
  const plan = await running('S-1', late_terms)
  await sql`update payment_plan_terms set amount_due = 123.45 where payment_plan_id = ${plan}::bigint
    and due_date = '2026-10-01'`.execute(service.database.db)
  const page = await open(await pathOf('payment_plans', plan), { ...phone, viewport: { width: 320, height: 600 } })
  await page.getByText('encore 123,45 € à payer').waitFor()
  assert.match((await figuresOf(page))[0] ?? '', /523,45/)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
})

test('each currency has its own day, and an amount without decimals is copied without', async () => {
  const own = await debtor()
  await invoice(own, 'J-1', { ...owing('5000.00'), currency_code: 'JPY', due_date: '2999-05-31' })
  await invoice(own, 'J-2', { due_date: '2999-04-30' })
  const page = await onPhone(await pathOf('debtors', own), { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByText('€1,234.00 is to be paid by 30 April 2999.').waitFor()
  await page.getByText('JP¥5,000 is to be paid by 31 May 2999.').waitFor()
  await page.getByRole('checkbox', { name: 'J-1' }).tap()
  await page.getByRole('button', { name: 'Pay JP¥5,000' }).tap()
  await page.getByRole('button', { name: 'Copy: Amount' }).tap()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), '5000')
})

test('an amount of many figures stands beside the number, on one line', async () => {
  const own = await debtor()
  await invoice(own, 'F2026-000123', owing('-1234567.89'))
  await invoice(own, 'F2026-000124', owing('12345.67'))
  const page = await onPhone(await pathOf('debtors', own))
  for (const item of await page.locator('li.row').all()) {
    const [row, sum] = [await item.locator('.row_words').boundingBox(), await item.locator('.sum').boundingBox()]
    assert.ok(row && sum && sum.x >= row.x + row.width, 'beside')
    assert.ok(sum.y < row.y + row.height && sum.y + sum.height > row.y, 'at the same height')
    assert.ok(sum.height < 40, 'not broken')
  }
})

test('what is collected stands apart from what is to be paid', async () => {
  const own = await debtor()
  await invoice(own, 'M-1', { ...owing('70.00'), payment_method: 'direct_debit', due_date: '2999-06-30' })
  await invoice(own, 'M-2', owing('30.00'))
  const page = await onPhone(await pathOf('debtors', own))
  assert.deepEqual(await figuresOf(page), ['€30.00'])
  await page.getByText('€70.00 more is collected from your account on 30 June 2999').waitFor()
  await page.getByRole('button', { name: 'Pay €30.00' }).waitFor()
})

test('interest and costs are lines of their own', async () => {
  const costs = {
    ...{ administration_costs_total: 5, administration_costs_open: 5 },
    ...{ interest_costs_total: 3, interest_costs_open: 3 },
    ...{ debt_collection_costs_total: 40, debt_collection_costs_open: 40 },
  }
  const page = await onPhone(await pathOf('invoices', await invoice(await debtor(), 'I-1', costs)))
  const facts = await page.locator('.facts > div').allInnerTexts()
  assert.deepEqual(
    facts.slice(-4).map((fact) => fact.split('\n').join(' ')),
    ['Administration costs €5.00', 'Interest €3.00', 'Collection costs €40.00', 'Still to pay €1,282.00'],
  )
})
