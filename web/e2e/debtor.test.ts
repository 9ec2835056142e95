import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { business, follow, followed_now, overdue } from '../../server/test/followed.ts'
import { until } from '../../server/test/until.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { counting, sizes } from './counting.ts'
import { problemsInBothColours, shiftOf, watchShifts } from './looks.ts'
import { owing, startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite({ now: () => followed_now })
const { given, database } = service
const { db } = database
const { administration_id } = tenant
await follow(service, tenant)
const here = `/administrations/${administration_id}`
const colleague = await boss.send('POST /console/users', {
  ...{ first_name: 'Ruben', last_name: 'Oosterhout', email_address: 'ruben@example.com', company_role: 'standard' },
})
assert.equal(colleague.status, 201, colleague.text)

async function debtor(name: string) {
  const reach = { call_phone_number: '+31 85 000 01 42', reminder_email_address: 'old@example.com' }
  const debtor_id = await given.debtor(tenant, { ...business, name, ...reach })
  const invoice_id = await given.invoice(tenant, debtor_id, { ...overdue, ...owing('300.00') })
  return { debtor_id, invoice_id }
}

const acts = (page: Page, name: string | RegExp) => page.getByRole('toolbar').getByRole('button', { name })

for (const [size, options] of Object.entries(sizes)) {
  const openOne = async (name: string) => {
    const made = await debtor(`${name} ${size}`)
    const page = await open(`${here}/debtors/${made.debtor_id}`, { as: boss, ...options })
    await page.getByRole('heading', { level: 1, name: `${name} ${size}` }).waitFor()
    await acts(page, /Promise/)
      .and(page.locator(':not([aria-disabled])'))
      .waitFor()
    return { ...made, page, by: counting(page) }
  }
  const form = (page: Page, name: string) => page.getByRole('form', { name })

  test(`a promise is four steps from the debtor, ${size}`, async () => {
    const { debtor_id, page, by } = await openOne('Promises')
    await by.click(acts(page, /Promise/))
    await by.click(form(page, 'Promise').getByRole('button', { name: /Fri/ }))
    await by.type('120')
    await by.click(form(page, 'Promise').getByRole('button', { name: /Save/ }))
    await page.getByText(`Promises ${size}: promise noted`).waitFor()
    const made = await db.selectFrom('promises').selectAll().where('debtor_id', '=', debtor_id).execute()
    assert.deepEqual([made.length, made[0]?.amount, made[0]?.promised_on], [1, '120.00', '2026-11-20'])
    assert.ok(by.count() <= 4, String(by.count()))
    const calls = await db.selectFrom('calls').select('id').where('debtor_id', '=', debtor_id).execute()
    assert.deepEqual(calls, [], 'nobody called')
  })

  test(`a dispute with reason and owner is four steps, and holds reminders, ${size}`, async () => {
    const { invoice_id, page, by } = await openOne('Disputes')
    await by.click(acts(page, /Dispute/))
    await by.click(form(page, 'Dispute').getByRole('button', { name: /Quality/ }))
    await by.click(form(page, 'Dispute').getByRole('button', { name: 'Ruben Oosterhout' }))
    await by.click(form(page, 'Dispute').getByRole('button', { name: /Save/ }))
    await page.getByText(`Disputes ${size}: dispute noted`).waitFor()
    const dispute = await db.selectFrom('disputes').selectAll().where('invoice_id', '=', invoice_id).executeTakeFirst()
    assert.deepEqual([dispute?.reason, dispute?.owner_user_name], ['quality', 'Ruben Oosterhout'])
    assert.ok(by.count() <= 4, String(by.count()))
  })

  test(`a task for a colleague with a day is four steps, ${size}`, async () => {
    const { debtor_id, page, by } = await openOne('Tasks')
    await by.click(acts(page, /Task/))
    await by.click(form(page, 'Task').getByRole('button', { name: /Fri/ }))
    await by.click(form(page, 'Task').getByRole('button', { name: 'Ruben Oosterhout' }))
    await by.click(form(page, 'Task').getByRole('button', { name: /Save/ }))
    await page.getByText('Task for Ruben Oosterhout:').waitFor()
    const task = await db.selectFrom('tasks').selectAll().where('debtor_id', '=', debtor_id).executeTakeFirst()
    assert.deepEqual([task?.expiry_date, task?.assigned_to_user_name], ['2026-11-20', 'Ruben Oosterhout'])
    assert.ok(by.count() <= 4, String(by.count()))
  })

  test(`reminders are paused until a day in three steps, ${size}`, async () => {
    const { debtor_id, page, by } = await openOne('Pauses')
    await by.click(acts(page, 'Pause'))
    await by.click(page.getByRole('menuitem', { name: /^Until \d/ }).first())
    await page
      .getByText(/^Reminders paused until /)
      .first()
      .waitFor()
    const row = await db.selectFrom('debtors').selectAll().where('id', '=', debtor_id).executeTakeFirst()
    assert.equal(row?.reminding_paused_until, '2026-11-23')
    assert.ok(by.count() <= 3, String(by.count()))
  })

  test(`the address for reminders is changed in three steps, and back, ${size}`, async () => {
    const { debtor_id, page, by } = await openOne('Addresses')
    await by.click(page.getByRole('button', { name: 'Change the address for reminders' }))
    await by.type('new@example.com')
    await by.press('Enter')
    const address = async () =>
      (await db.selectFrom('debtors').selectAll().where('id', '=', debtor_id).executeTakeFirst())
        ?.reminder_email_address
    await page.getByText('Reminders go to the new address from now on.').waitFor()
    assert.equal(await address(), 'new@example.com')
    assert.ok(by.count() <= 3, String(by.count()))
    await page.getByRole('link', { name: 'new@example.com' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await until('it is as it was', async () => (await address()) === 'old@example.com')
  })

  test(`a statement of account is two steps, ${size}`, async () => {
    const { debtor_id, page, by } = await openOne('Statements')
    await by.click(acts(page, /Statement/))
    await by.click(page.getByRole('dialog').getByRole('button', { name: 'Send' }))
    await page.getByText('A statement of account goes to').waitFor()
    const letter = await db.selectFrom('letters').selectAll().where('debtor_id', '=', debtor_id).executeTakeFirst()
    assert.equal(letter?.step, 'statement')
    assert.ok(by.count() <= 2, String(by.count()))
    // The letter itself is one click away in the conversation.
    await page
      .getByRole('button', { name: /^Statement of what is open, by mail/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('old@example.com').waitFor()
  })
}

test('keys do the same: a promise by keyboard alone, and Escape leaves the form', async () => {
  const { debtor_id } = await debtor('By keyboard')
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...sizes.wide })
  await acts(page, /Promise/)
    .and(page.locator(':not([aria-disabled])'))
    .waitFor()
  await page.keyboard.press('t')
  await page.getByRole('form', { name: 'Task' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('form', { name: 'Task' }).waitFor({ state: 'detached' })
  await page.keyboard.press('p')
  await page.getByRole('form', { name: 'Promise' }).waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await page.getByText('By keyboard: promise noted').waitFor()
})

test('what is clicked twice in one moment is done once, and taken back once', async () => {
  const { debtor_id } = await debtor('Double click')
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, viewport: { width: 1280, height: 800 } })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  const clickTwice = (button: Locator): Promise<void> =>
    button.evaluate((one: HTMLElement) => {
      one.click()
      one.click()
    })
  await acts(page, /Promise/).click()
  const form = page.getByRole('form', { name: 'Promise' })
  await form.getByRole('button', { name: /Fri/ }).click()
  await clickTwice(form.getByRole('button', { name: /Save/ }))
  const notice = page.getByRole('status')
  await notice.getByText('Double click: promise noted').waitFor()
  const promises = () => db.selectFrom('promises').select('status').where('debtor_id', '=', debtor_id).execute()
  assert.deepEqual(await promises(), [{ status: 'open' }])
  await clickTwice(notice.getByRole('button', { name: /Undo/ }))
  await until('it is taken back', async () => (await promises())[0]?.status === 'withdrawn')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await clickTwice(page.getByRole('menuitem', { name: /^Until \d/ }).first())
  await page
    .getByText(/^Reminders paused until /)
    .first()
    .waitFor()
  assert.deepEqual([...asked].sort(), ['pause', 'promises', 'withdraw'])
})

test('a key edits the debtor, a wrong address is reported at its field, and the portal link is copied', async () => {
  const { debtor_id } = await debtor('Edited')
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...sizes.wide, permissions })
  await page.getByRole('link', { name: 'old@example.com' }).waitFor()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Edit the debtor' })
  await dialog.getByLabel('Phone number').fill('+31 20 555 01 01')
  await dialog.getByLabel('Invoices', { exact: true }).fill('nowhere')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('input[aria-invalid="true"]:focus').fill('bills@example.com')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The debtor was changed.').waitFor()
  const row = await db.selectFrom('debtors').selectAll().where('id', '=', debtor_id).executeTakeFirst()
  assert.deepEqual(
    [row?.call_phone_number, row?.invoice_email_address, row?.reminder_email_address],
    ['+31 20 555 01 01', 'bills@example.com', 'old@example.com'],
  )
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy the link to the portal' }).click()
  await page.getByText('The link to the portal was copied.').waitFor()
  assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /\/portal\//)
})

test('phone and mail are links, lateness counts what is open, and the reader is never the writer', async () => {
  const { debtor_id } = await debtor('Late with the rest')
  await given.invoice(tenant, debtor_id, {
    ...{ sent_at: '2026-05-01T09:00:00Z', due_date: '2026-06-30', payment_date: '2026-06-26' },
    ...{ ...owing('0.00'), total_amount: '500.00', book_total_amount: '500.00' },
  })
  const reader = { read_by_user_id: boss.id, read_by_user_name: 'Rita Reader' }
  await given.message(tenant, {
    ...{ debtor_id, subject: 'Over factuur 1', content: 'Wij betalen vrijdag.', received_at: '2026-11-12T10:00:00Z' },
    ...{ ...reader, read_at: '2026-11-12T11:00:00Z', read_by_user_email_address: 'rita@example.com' },
  })
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...sizes.wide })
  const side = page.getByRole('complementary', { name: 'Facts' })
  assert.equal(await side.getByRole('link', { name: '+31 85' }).getAttribute('href'), 'tel:+31850000142')
  assert.equal(await side.getByRole('link', { name: 'old@' }).getAttribute('href'), 'mailto:old@example.com')
  const paying = await side.getByText(/^Pays on average/).innerText()
  assert.match(paying, /4 days early\. What is open now is up to \d+ days late\./)
  await page.getByRole('listitem').filter({ hasText: 'Wij betalen vrijdag.' }).waitFor()
  assert.equal(await page.getByText('Rita Reader').count(), 0)
  await page.getByRole('button', { name: 'Money' }).click()
  await page.getByText('Wij betalen vrijdag.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'People' }).click()
  await page.getByText('Wij betalen vrijdag.').waitFor()
})

test('nothing jumps while the parts of the pages come in', async () => {
  const { debtor_id, invoice_id } = await debtor('Stays in place')
  await db.updateTable('invoices').set({ purchase_order_number: 'PO-77' }).where('id', '=', invoice_id).execute()
  await database.db
    .updateTable('debtors')
    .set({ paused_at: '2026-11-10T09:00:00Z' })
    .where('id', '=', debtor_id)
    .execute()
  for (const path of [`/debtors/${debtor_id}`, `/invoices/${invoice_id}`]) {
    const page = await open('/favicon.svg', { as: boss, ...sizes.wide, prepare: watchShifts })
    // What a record says of itself comes after everything else, as it does on a slow line.
    const held: Route[] = []
    let slow = true
    await page.route(/\/(standing|outlooks|today)\b/, (route) => (slow ? held.push(route) : route.continue()))
    await page.goto(`${service.app.base_url}${here}${path}`)
    await page.getByRole('region', { name: 'Write', exact: true }).waitFor()
    await until('all of it is asked for', () => held.length >= 3)
    slow = false
    for (const route of held) await route.continue()
    await page.getByText('The debtor is paused').first().waitFor()
    // Order and purchase numbers are seen without looking for them.
    if (path.startsWith('/invoices')) await page.getByText('PO-77').waitFor()
    const shift = await shiftOf(page)
    assert.ok(shift < 0.05, `${path}: ${shift}`)
  }
})

test('who only reads sees everything and no verb; everybody can use the page, in both sizes', async () => {
  const { debtor_id } = await debtor('Read only')
  const reader = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [administration_id]: 'restricted' },
  })
  const page = await open(`${here}/debtors/${debtor_id}`, { as: reader, ...sizes.wide })
  await page.getByRole('link', { name: 'old@example.com' }).waitFor()
  for (const name of [/Promise/, /Dispute/, /Task/, 'Pause', /Statement/, /Edit/])
    assert.equal(await acts(page, name).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Change the address for reminders' }).count(), 0)
  for (const size of [sizes.wide, sizes.phone]) {
    const own = await open(`${here}/debtors/${debtor_id}`, { as: boss, ...size })
    await acts(own, /Promise/)
      .and(own.locator(':not([aria-disabled])'))
      .click()
    await own.getByRole('form', { name: 'Promise' }).waitFor()
    assert.deepEqual(await problemsInBothColours(own, 'debtor'), [])
  }
})
