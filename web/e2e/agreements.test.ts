import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { business, follow, followed_now, overdue } from '../../server/test/followed.ts'
import { until } from '../../server/test/until.ts'
import { counting, sizes } from './counting.ts'
import { problemsOf } from './looks.ts'
import { colleague, owing, sessionOf, startSite } from './site.ts'

const site = await startSite({ now: () => followed_now })
const { service, tenant, boss, open } = site
const { given, database } = service
const { db } = database
const { administration_id } = tenant
await follow(service, tenant)
const here = `/administrations/${administration_id}`

async function debtor(name: string) {
  const debtor_id = await given.debtor(tenant, { ...business, name })
  const invoice_id = await given.invoice(tenant, debtor_id, { ...overdue, ...owing('100.00') })
  await given.invoice(tenant, debtor_id, { ...overdue, ...owing('50.00'), due_date: '2026-11-05' })
  return { debtor_id, invoice_id }
}
const openAmounts = async (debtor_id: string) =>
  (
    await db.selectFrom('invoices').select('open_amount').where('debtor_id', '=', debtor_id).orderBy('id').execute()
  ).map(({ open_amount }) => open_amount)
const plansOf = (debtor_id: string) =>
  db.selectFrom('payment_plans').selectAll().where('debtor_id', '=', debtor_id).orderBy('id').execute()

/** Counts steps in the dialogs of agreements. */
function countingIn(page: Page) {
  const by = counting(page)
  const dialog = page.getByRole('dialog')
  return {
    ...{ dialog, count: by.count, press: by.press },
    button: (name: string, within: Page | typeof dialog = page) =>
      by.click(within.getByRole('button', { name, exact: true })),
    tab: (name: string) => by.click(dialog.getByText(name, { exact: true }).first()),
    fill: (label: string, value: string) => by.fill(dialog.getByLabel(label, { exact: true }), value),
  }
}

/** A debtor who proposed to pay in two terms. */
async function proposing(name: string) {
  const { debtor_id, invoice_id } = await debtor(name)
  const plan_id = await given.row('payment_plans', tenant, {
    ...{ debtor_id, ...(await given.debtorKeys(tenant, debtor_id)), proposed_by: 'debtor' },
    ...{ proposed_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
    payment_terms: JSON.stringify([
      { id: '1', total_amount: '50.00', amount_due: '50.00', due_date: '2026-12-01', payment_date: null },
      { id: '2', total_amount: '50.00', amount_due: '50.00', due_date: '2027-06-01', payment_date: null },
    ]),
  })
  await given.row('payment_plan_invoices', tenant, { payment_plan_id: plan_id, invoice_id })
  return { debtor_id, plan_id }
}

for (const [name, size] of Object.entries(sizes)) {
  test(`a plan in three terms from the debtor, within six; ${name}`, async () => {
    const { debtor_id } = await debtor(`Planning ${name} B.V.`)
    const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...size })
    const hand = countingIn(page)
    await hand.button('Payment plan')
    const terms = hand.dialog.getByRole('list', { name: 'Terms' }).getByRole('listitem')
    await terms.first().waitFor()
    assert.deepEqual(await terms.allInnerTexts().then((all) => all.map((one) => one.replace(/\s+/g, ' '))), [
      '1. 30 Nov 2026 €50.00',
      '2. 30 Dec 2026 €50.00',
      '3. 30 Jan 2027 €50.00',
    ])
    assert.deepEqual(await problemsOf(page, name), [])
    await hand.button('Make the plan', hand.dialog)
    await page.getByText('The payment plan is in force, and mailed to the debtor.').waitFor()
    assert.ok(hand.count() <= 6)
    const [plan] = await plansOf(debtor_id)
    assert.equal(plan?.active, true)
  })

  test(`a payment is booked and taken back within four each; ${name}`, async () => {
    const { debtor_id, invoice_id } = await debtor(`Paying ${name} B.V.`)
    const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...size })
    const booking = countingIn(page)
    await booking.button('Payment')
    await booking.fill('Amount', '120')
    assert.match((await booking.dialog.innerText()).replace(/\s+/g, ' '), /Your books send invoices themselves/)
    const lines = booking.dialog.getByRole('textbox', { name: /^Amount for/ })
    assert.deepEqual(await Promise.all((await lines.all()).map((one) => one.inputValue())), ['100.00', '20.00'])
    assert.deepEqual(await problemsOf(page, name), [])
    await booking.button('Book', booking.dialog)
    await page.getByText('€120.00 was booked.').waitFor()
    assert.ok(booking.count() <= 4)
    assert.deepEqual(await openAmounts(debtor_id), ['0.00', '30.00'])

    await page.goto(`${service.app.base_url}${here}/invoices/${invoice_id}`)
    const back = countingIn(page)
    await back.button('Payment')
    await back.tab('Take back')
    await back.button('Booked twice', back.dialog)
    assert.deepEqual(await problemsOf(page, name), [])
    await back.button('Take back', back.dialog)
    await page.getByText('The payment was taken back.').waitFor()
    assert.ok(back.count() <= 4)
    assert.deepEqual(await openAmounts(debtor_id), ['100.00', '50.00'])
  })

  test(`other terms are offered to a debtor who proposed some, within six; ${name}`, async () => {
    const { debtor_id, plan_id } = await proposing(`Proposing ${name} B.V.`)
    const page = await open(`${here}/payment_plans/${plan_id}`, { as: boss, ...size })
    const hand = countingIn(page)
    await hand.button('Offer other terms')
    await hand.fill('Number of terms', '3')
    assert.match((await hand.dialog.innerText()).replace(/\s+/g, ' '), /€33\.34 .*€33\.33 .*€33\.33/)
    await hand.button('Offer other terms', hand.dialog)
    await until('the offer waits for the debtor', async () => (await plansOf(debtor_id)).length === 2)
    assert.ok(hand.count() <= 6)
    assert.deepEqual(
      (await plansOf(debtor_id)).map((one) => [one.rejected_at !== null, one.proposed_by]),
      [
        [true, 'debtor'],
        [false, 'creditor'],
      ],
    )
  })
}

test('a proposal is answered with other terms where it is read: on the list of today and in the inbox', async () => {
  for (const from of ['today', 'inbox'] as const) {
    const { debtor_id, plan_id } = await proposing(`Proposing from ${from} B.V.`)
    if (from === 'inbox') await given.message(tenant, { debtor_id, subject: 'In two terms?', content: 'Please.' })
    const path = from === 'inbox' ? `${here}/inbox` : `${here}?tab=everybody&debtor=${debtor_id}`
    const page = await open(path, { as: boss, ...sizes.wide })
    const proposal = page.getByRole('region', { name: 'Proposes to pay in terms' })
    await proposal.getByText('€100.00 in 2 terms, the first of €50.00 on Tue 1 Dec.').waitFor()
    assert.deepEqual(await problemsOf(page, from), [])
    const hand = countingIn(page)
    await hand.button('Offer other terms')
    await hand.fill('Number of terms', '3')
    await hand.button('Offer other terms', hand.dialog)
    await proposal.waitFor({ state: 'detached' })
    assert.ok(hand.count() <= 6)
    assert.deepEqual(
      (await plansOf(debtor_id)).map(({ id, rejected_at, proposed_by }) => [
        id === plan_id,
        rejected_at !== null,
        proposed_by,
      ]),
      [
        [true, true, 'debtor'],
        [false, false, 'creditor'],
      ],
    )
  }
})

test('by keyboard alone: the palette leads to the plan, Enter makes it', async () => {
  const { debtor_id } = await debtor('Quillwarden Logistics B.V.')
  const { debtor_number: number } = await given.debtorKeys(tenant, debtor_id)
  await until('the search knows the debtor', async () => {
    const found = await boss.get(`/console/administrations/${administration_id}/search?text=${number}`)
    return found.text.includes('Quillwarden')
  })
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...sizes.wide })
  await page.getByRole('heading', { name: 'Quillwarden Logistics B.V.' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(`${number} plan`)
  await page.getByRole('option', { name: /Payment plan.*Quillwarden/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Make the plan' }).waitFor()
  await until('Enter makes the plan', async () =>
    page.getByRole('button', { name: 'Make the plan' }).evaluate((button) => button === document.activeElement),
  )
  await page.keyboard.press('Enter')
  await page.getByText('The payment plan is in force, and mailed to the debtor.').waitFor()
  assert.equal((await plansOf(debtor_id)).length, 1)
  assert.doesNotMatch(page.url(), /#/)
})

test('what does not fit is said where it is typed; whoever only reads has no buttons', async () => {
  const { debtor_id } = await debtor('Careful B.V.')
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...sizes.wide })
  const hand = countingIn(page)
  await hand.button('Payment')
  await hand.fill('Amount', '200')
  await hand.button('Book', hand.dialog)
  await hand.dialog.getByText('€50.00 more than is open.').waitFor()
  assert.deepEqual(await openAmounts(debtor_id), ['100.00', '50.00'])
  const reader = await colleague(site, 'restricted')
  const read = await open(`${here}/debtors/${debtor_id}`, { as: await sessionOf(service, reader), ...sizes.wide })
  await read.getByRole('heading', { name: 'Careful B.V.' }).waitFor()
  await read.getByText('Owed now').first().waitFor()
  assert.equal(await read.getByRole('button', { name: /^Payment/ }).count(), 0)
})

test('a payment that is sent twice at once is booked once', async () => {
  const { debtor_id } = await debtor('Hasty B.V.')
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...sizes.wide })
  const hand = countingIn(page)
  await hand.button('Payment')
  await hand.fill('Amount', '40')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/book_payment')) asked += 1
  })
  await hand.dialog.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit()
    form.requestSubmit()
  })
  await page.getByText('€40.00 was booked.').waitFor()
  assert.equal(asked, 1)
  assert.deepEqual(await openAmounts(debtor_id), ['60.00', '50.00'])
})

test('a payment whose answer was lost is not booked again, unless somebody says that it is another one', async () => {
  const { debtor_id } = await debtor('Faraway B.V.')
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...sizes.wide })
  const hand = countingIn(page)
  await hand.button('Payment')
  await hand.fill('Amount', '40')
  await page.route(
    '**/book_payment',
    async (to) => {
      await to.fetch()
      await to.abort()
    },
    { times: 1 },
  )
  await hand.button('Book', hand.dialog)
  await hand.dialog.getByText(/^€40\.00 of 16 Nov 2026 is booked already: .*, booked by /).waitFor()
  assert.deepEqual(await problemsOf(page, 'a payment just like it'), [])
  await hand.button('Book', hand.dialog)
  await hand.dialog.getByText('Tick this only if the debtor paid once more.').waitFor()
  assert.deepEqual(await openAmounts(debtor_id), ['60.00', '50.00'])
  await hand.dialog.getByLabel('This is another payment').check()
  await hand.button('Book', hand.dialog)
  await page.getByText('€40.00 was booked.').waitFor()
  assert.deepEqual(await openAmounts(debtor_id), ['20.00', '50.00'])
})

test('more than is open of one invoice is said where it is typed', async () => {
  const { debtor_id, invoice_id } = await debtor('Uneven B.V.')
  const { invoice_number } = await db
    .selectFrom('invoices')
    .select('invoice_number')
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...sizes.wide })
  const hand = countingIn(page)
  await hand.button('Payment')
  await hand.fill(`Amount for ${invoice_number}`, '120')
  await hand.button('Book', hand.dialog)
  await hand.dialog.getByText(`Of ${invoice_number} €100.00 is open. Only what is open can be booked.`).waitFor()
  assert.deepEqual(await openAmounts(debtor_id), ['100.00', '50.00'])
})

test('days are the same days for a reader west of Greenwich', async () => {
  const { debtor_id } = await debtor('Far West B.V.')
  const away = { ...sizes.wide, timezoneId: 'America/Los_Angeles' }
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...away })
  const hand = countingIn(page)
  await hand.button('Payment plan')
  assert.equal(await hand.dialog.getByLabel('First day').inputValue(), '2026-11-30')
  await hand.dialog.getByRole('list', { name: 'Terms' }).getByText('1. 30 Nov 2026').waitFor()
  await hand.dialog.getByText(/was due 2 Nov 2026/).waitFor()
  await hand.dialog.getByText(/was due 5 Nov 2026/).waitFor()
})

test('an amount is taken as the pages print it, in the language of the reader', async () => {
  const debtor_id = await given.debtor(tenant, { ...business, name: 'Printed B.V.' })
  await given.invoice(tenant, debtor_id, { ...overdue, ...owing('5000.00') })
  const dutch = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...sizes.wide, locale: 'nl-NL' })
  await dutch.evaluate(`localStorage.setItem('dunlin.language', 'nl')`)
  await dutch.reload()
  const hand = countingIn(dutch)
  await hand.button('Betaling')
  await hand.fill('Bedrag', '€\u00a01.234,56')
  await hand.button('Boeken', hand.dialog)
  await dutch.getByText(/€\s1\.234,56 is geboekt\./).waitFor()
  assert.deepEqual(await openAmounts(debtor_id), ['3765.44'])
  const english = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...sizes.wide })
  const other = countingIn(english)
  await other.button('Payment')
  await other.fill('Amount', '1.234')
  await other.button('Book', other.dialog)
  await other.dialog.getByText('Give an amount of more than 0, with at most two decimals.').waitFor()
  await other.fill('Amount', '€1,234')
  await other.button('Book', other.dialog)
  await english.getByText('€1,234.00 was booked.').waitFor()
  assert.deepEqual(await openAmounts(debtor_id), ['2531.44'])
})
