import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { business, follow, followed_now, overdue } from '../../server/test/followed.ts'
import { until } from '../../server/test/until.ts'
import { counting, sizes } from './counting.ts'
import { problemsOf } from './looks.ts'
import { owing, startSite } from './site.ts'

const site = await startSite({ now: () => followed_now })
const { service, tenant, boss, open } = site
const { given, database } = service
const { db } = database
const { administration_id } = tenant
await follow(service, tenant)
const here = `/administrations/${administration_id}`
const colleague = await boss.send('POST /console/users', {
  ...{ first_name: 'Ruben', last_name: 'Oosterhout', email_address: 'ruben@example.com', company_role: 'standard' },
})
assert.equal(colleague.status, 201, colleague.text)

const { wide, phone } = sizes
const rows = (page: Page) => page.getByRole('list', { name: 'Debtors to contact' }).getByRole('listitem')
const panel = (page: Page) => page.getByRole('region', { name: 'Debtor' })

let made = 0
/** A debtor who is first on the list: the newest owes the most. */
async function debtor(name: string): Promise<{ debtor_id: string; invoice_id: string }> {
  const columns = { ...business, name, call_phone_number: '+31 85 000 01 42' }
  const debtor_id = await given.debtor(tenant, columns)
  const amount = `${5000 * 3 ** ++made}.00`
  return { debtor_id, invoice_id: await given.invoice(tenant, debtor_id, { ...overdue, ...owing(amount) }) }
}
const promisesOf = (debtor_id: string) =>
  db.selectFrom('promises').select(['amount', 'promised_on', 'status']).where('debtor_id', '=', debtor_id).execute()

/** Counts steps; a button is one of the panel. */
function countingOn(page: Page) {
  const by = counting(page)
  return { ...by, click: (name: string | RegExp) => by.click(panel(page).getByRole('button', { name })) }
}

test('who to contact first and why, without a click: it is the first page', async () => {
  const { debtor_id } = await debtor('Vexelingfeld Retail B.V.')
  await given.row('promises', tenant, {
    ...{ debtor_id, amount: '6400.00', currency_code: 'EUR', promised_on: '2026-11-10', status: 'broken' },
    ...{ origin: 'person', ended_at: '2026-11-15T08:00:00Z', created_at: 'stamp', updated_at: 'stamp' },
  })
  const { id } = await db.selectFrom('promises').select('id').executeTakeFirstOrThrow()
  const { invoice_id } = await db
    .selectFrom('invoices')
    .select('id as invoice_id')
    .where('debtor_id', '=', debtor_id)
    .executeTakeFirstOrThrow()
  await given.row('promise_invoices', tenant, { promise_id: id, invoice_id, open_amount: '6400.00' })
  const page = await open('/', { as: boss, ...wide })
  await rows(page).first().getByText('Vexelingfeld Retail B.V.').waitFor()
  await rows(page).first().getByText('€6,400.00 promised for 10 Nov, broken').waitFor()
  const link = rows(page).first().getByRole('link', { name: '+31 85 000 01 42' })
  assert.equal(await link.getAttribute('href'), 'tel:+31850000142')
  await panel(page).getByRole('heading', { name: 'Why first' }).waitFor()
  assert.deepEqual(await problemsOf(page, 'today'), [])
})

test('a promise for Friday of €300 is four keys, and the next debtor is there', async () => {
  await debtor('The next one')
  const { debtor_id } = await debtor('Promises Friday')
  const page = await open(here, { as: boss, ...wide })
  await panel(page).getByRole('heading', { name: 'Promises Friday' }).waitFor()
  const by = countingOn(page)
  await by.press('p')
  await by.press('2')
  await panel(page).getByText('Then reminders wait until Wed 25 Nov').waitFor()
  await by.type('300')
  await by.press('Enter')
  await page.getByText('Promises Friday: promise noted').waitFor()
  assert.deepEqual(await promisesOf(debtor_id), [{ amount: '300.00', promised_on: '2026-11-20', status: 'open' }])
  await panel(page).getByRole('heading', { name: 'The next one' }).waitFor()
  assert.ok(by.count() <= 4, String(by.count()))
  await page.keyboard.press('Control+z')
  await until('the promise is withdrawn', async () => (await promisesOf(debtor_id))[0]?.status === 'withdrawn')
  await panel(page).getByRole('heading', { name: 'Promises Friday' }).waitFor()
})

test('an undo that fails says why', async () => {
  const { debtor_id } = await debtor('Line cut')
  const page = await open(here, { as: boss, ...wide })
  await panel(page).getByRole('heading', { name: 'Line cut' }).waitFor()
  await page.keyboard.press('p')
  await page.keyboard.press('2')
  await panel(page).getByText('Then reminders wait until').waitFor()
  await page.keyboard.type('300')
  await page.keyboard.press('Enter')
  await page.getByText('Line cut: promise noted').waitFor()
  await panel(page).getByLabel('Amount').waitFor({ state: 'hidden' })
  await page.route('**/take_back_call', (route) => route.abort())
  await page.keyboard.press('Control+z')
  await page.getByText(/^Not undone\. ./).waitFor()
  assert.equal((await promisesOf(debtor_id))[0]?.status, 'open')
  assert.deepEqual(await problemsOf(page, 'not undone'), [])
})

test('an amount above what is open is reported below its field, and cannot be saved', async () => {
  const { debtor_id } = await debtor('Promises too much')
  const page = await open(here, { as: boss, ...wide })
  await panel(page).getByRole('heading', { name: 'Promises too much' }).waitFor()
  await page.keyboard.press('p')
  await page.keyboard.press('2')
  await page.keyboard.type('99999999')
  await panel(page)
    .getByText(/^More than is open: €[\d,]+\.00 at most\.$/)
    .waitFor()
  assert.equal(await panel(page).getByLabel('Amount').getAttribute('aria-invalid'), 'true')
  await page.keyboard.press('Enter')
  assert.deepEqual(await problemsOf(page, 'too much'), [])
  await panel(page).getByLabel('Amount').fill('300')
  await page.keyboard.press('Enter')
  await page.getByText('Promises too much: promise noted').waitFor()
  assert.deepEqual(await promisesOf(debtor_id), [{ amount: '300.00', promised_on: '2026-11-20', status: 'open' }])
})

test('the same on a phone: four taps', async () => {
  const { debtor_id } = await debtor('Promises on a phone')
  const page = await open(`${here}?debtor=${debtor_id}`, { as: boss, ...phone })
  await panel(page).getByRole('heading', { name: 'Promises on a phone' }).waitFor()
  const by = countingOn(page)
  await by.click(/Promise/)
  await by.click(/Fri/)
  await by.type('300')
  assert.deepEqual(await problemsOf(page, 'today on a phone'), [])
  await by.click(/Save, next debtor/)
  await page.getByText('Promises on a phone: promise noted').waitFor()
  assert.deepEqual(await promisesOf(debtor_id), [{ amount: '300.00', promised_on: '2026-11-20', status: 'open' }])
  assert.ok(by.count() <= 4, String(by.count()))
})

for (const [size, options] of Object.entries(sizes)) {
  const tap = size === 'phone'
  test(`a dispute with its reason and owner, reminders held, ${size}`, async () => {
    const { debtor_id, invoice_id } = await debtor(`Disputes ${size}`)
    const page = await open(`${here}?debtor=${debtor_id}`, { as: boss, ...options })
    await panel(page)
      .getByRole('heading', { name: `Disputes ${size}` })
      .waitFor()
    const by = countingOn(page)
    await (tap ? by.click(/Dispute/) : by.press('d'))
    await (tap ? by.click(/Quality/) : by.press('5'))
    await by.click('Ruben Oosterhout')
    await panel(page).getByText('Then nothing is sent for it until the dispute ends.').waitFor()
    await (tap ? by.click(/Save, next debtor/) : by.press('Enter'))
    await page.getByText(`Disputes ${size}: dispute noted`).waitFor()
    const dispute = await db.selectFrom('disputes').selectAll().where('invoice_id', '=', invoice_id).executeTakeFirst()
    assert.deepEqual([dispute?.reason, dispute?.owner_user_name], ['quality', 'Ruben Oosterhout'])
    assert.ok(by.count() <= 4, String(by.count()))
  })

  test(`a task for a colleague with a day, ${size}`, async () => {
    const { debtor_id } = await debtor(`Needs a look ${size}`)
    const page = await open(`${here}?debtor=${debtor_id}`, { as: boss, ...options })
    await panel(page)
      .getByRole('heading', { name: `Needs a look ${size}` })
      .waitFor()
    const by = countingOn(page)
    await (tap ? by.click(/^Task/) : by.press('t'))
    await (tap ? by.click(/Fri/) : by.press('2'))
    await by.click('Ruben Oosterhout')
    await (tap ? by.click(/Save, next debtor/) : by.press('Enter'))
    await page.getByText(`Task for Ruben Oosterhout: Look at Needs a look ${size}`).waitFor()
    const task = await db.selectFrom('tasks').selectAll().where('debtor_id', '=', debtor_id).executeTakeFirst()
    assert.deepEqual([task?.expiry_date, task?.assigned_to_user_name], ['2026-11-20', 'Ruben Oosterhout'])
    assert.ok(by.count() <= 4, String(by.count()))
  })
}

test('no answer, done and put off by keys; the panel of a phone leads back to the list', async () => {
  const { debtor_id } = await debtor('Nobody there')
  const page = await open(here, { as: boss, ...wide })
  await panel(page).getByRole('heading', { name: 'Nobody there' }).waitFor()
  await page.keyboard.press('n')
  await panel(page).getByText('Then the debtor is back here on Tue 17 Nov.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Nobody there: no answer noted').waitFor()
  const task = await db.selectFrom('tasks').selectAll().where('debtor_id', '=', debtor_id).executeTakeFirst()
  assert.equal(task?.expiry_date, '2026-11-17')
  await debtor('Later')
  const again = await open(here, { as: boss, ...wide })
  await panel(again).getByRole('heading', { name: 'Later' }).waitFor()
  await again.keyboard.press('z')
  await again.getByRole('menuitem', { name: 'Fri 20 Nov' }).click()
  await again.getByText('Later: put off until Fri 20 Nov').waitFor()
  await again.getByRole('link', { name: 'Put off 1' }).click()
  await again.getByText('Back on Fri 20 Nov, put off by').waitFor()
  const small = await open(here, { as: boss, ...phone })
  await rows(small).first().getByRole('button').click()
  await small.getByRole('button', { name: 'Back to the list' }).click()
  await rows(small).first().waitFor()
  assert.deepEqual(await problemsOf(small, 'today, the list on a phone'), [])
})

test('Enter opens what has the focus, and otherwise the debtor; any other day can be typed', async () => {
  const { debtor_id } = await debtor('Pays in a month')
  const page = await open(here, { as: boss, ...wide })
  await panel(page).getByRole('heading', { name: 'Pays in a month' }).waitFor()
  await page.getByRole('button', { name: 'How' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Who comes first' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('p')
  await page.keyboard.press('4')
  await page.locator('input[type="date"]:focus').fill('2026-12-15')
  await page.keyboard.press('Enter')
  await page.getByText('Pays in a month: promise noted').waitFor()
  assert.equal((await promisesOf(debtor_id))[0]?.promised_on, '2026-12-15')
  const again = await open(here, { as: boss, ...wide })
  await panel(again).getByRole('heading').first().waitFor()
  await again.keyboard.press('Enter')
  await again.waitForURL('**/debtors/*')
})

/** What somebody else does reaches open pages with the next record that changes. */
async function noted(): Promise<void> {
  const debtor_id = await given.debtor(tenant, { ...business, name: 'Elsewhere' })
  const note = await boss.send('POST /console/notes', { administration_id, debtor_id, content: 'Noted.' })
  assert.equal(note.status, 201, note.text)
}

test('who is open stays open when another comes first, and when a colleague is done with them', async () => {
  await debtor('Stands below')
  const { debtor_id } = await debtor('Being called')
  const page = await open(here, { as: boss, ...wide })
  await panel(page).getByRole('heading', { name: 'Being called' }).waitFor()
  await debtor('Owes even more')
  await noted()
  await rows(page).first().getByText('Owes even more').waitFor()
  assert.ok(await panel(page).getByRole('heading', { name: 'Being called' }).isVisible())
  await panel(page).getByText('2 of').waitFor()
  await page.keyboard.press('o')
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type('Half a sen')
  const done = await boss.send('POST /console/today/mark_done', { administration_id, debtor_ids: [debtor_id] })
  assert.equal(done.status, 200, done.text)
  await noted()
  await rows(page).filter({ hasText: 'Being called' }).waitFor({ state: 'detached' })
  await panel(page).getByText('This debtor is no longer on this list.').waitFor()
  await page.keyboard.type('tence')
  assert.equal(await page.locator('textarea:focus').inputValue(), 'Half a sentence')
  assert.deepEqual(await problemsOf(page, 'a debtor who left the list'), [])
  await page.locator('textarea:focus').blur()
  await page.keyboard.press('j')
  await panel(page).getByRole('heading', { name: 'Stands below' }).waitFor()
})

test('a note that is half typed stays with its debtor until it is saved', async () => {
  await debtor('Called after that')
  const { debtor_id } = await debtor('Talks at length')
  const page = await open(here, { as: boss, ...wide })
  await panel(page).getByRole('heading', { name: 'Talks at length' }).waitFor()
  await page.keyboard.press('o')
  await page.locator('textarea:focus').fill('Half a sen')
  await rows(page).filter({ hasText: 'Called after that' }).getByRole('button').click()
  await panel(page).getByRole('heading', { name: 'Called after that' }).waitFor()
  assert.equal(await panel(page).locator('textarea').first().inputValue(), '')
  await page.goto(`${service.app.base_url}${here}?debtor=${debtor_id}`)
  await panel(page).getByRole('heading', { name: 'Talks at length' }).waitFor()
  const note = panel(page).getByLabel('What was said')
  assert.equal(await note.inputValue(), 'Half a sen')
  await note.fill('')
  await panel(page).getByRole('button', { name: 'Put off' }).waitFor()
  await note.fill('Half a sentence')
  await page.keyboard.press('Enter')
  await page.getByText('Talks at length: other noted').waitFor()
  await page.goto(`${service.app.base_url}${here}?debtor=${debtor_id}`)
  await panel(page).getByRole('heading', { name: 'Talks at length' }).waitFor()
  assert.equal(await panel(page).locator('textarea').first().inputValue(), '')
})

test('on a phone the way back leads from a debtor to the list, and from there to where one was', async () => {
  await debtor('Opened on a phone')
  const page = await open(`${here}/tasks`, { as: boss, ...phone })
  await page.goto(`${service.app.base_url}${here}`)
  const row = rows(page).filter({ hasText: 'Opened on a phone' })
  for (const goBack of [() => page.goBack(), () => page.getByRole('button', { name: 'Back to the list' }).click()]) {
    await row.getByRole('button').click()
    await panel(page).getByRole('heading', { name: 'Opened on a phone' }).waitFor()
    await goBack()
    await row.waitFor()
    assert.equal(new URL(page.url()).search, '')
  }
  await page.goBack()
  await page.waitForURL('**/tasks')
})

test('each of the last three notices has its own way back', async () => {
  const names = ['First done', 'Second done', 'Third done', 'Fourth done']
  for (const name of [...names].reverse()) await debtor(name)
  const page = await open(here, { as: boss, ...wide })
  const notice = (name: string) => page.getByRole('status').locator('div', { hasText: `${name}: done for today` })
  for (const name of names) {
    await panel(page).getByRole('heading', { name }).waitFor()
    await page.keyboard.press('e')
    await notice(name).waitFor()
  }
  // Who points at them has all the time.
  await notice('Third done').hover()
  assert.equal(await notice('First done').count(), 0, 'the oldest made room')
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 3)
  assert.deepEqual(await problemsOf(page, 'three notices'), [])
  await notice('Second done').getByRole('button', { name: 'Undo' }).click()
  await rows(page).filter({ hasText: 'Second done' }).waitFor()
  await page.keyboard.press('Control+z')
  await rows(page).filter({ hasText: 'Fourth done' }).waitFor()
  assert.equal(await rows(page).filter({ hasText: 'Third done' }).count(), 0)
  await notice('Third done').getByRole('button', { name: 'Undo' }).waitFor()
})
