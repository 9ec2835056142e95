import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { business, follow, followed_now, overdue, waits } from '../../server/test/followed.ts'
import { problemsOf } from './looks.ts'
import { owing, startSite } from './site.ts'

const site = await startSite({ now: () => followed_now })
const { service, tenant, boss, open } = site
const { given, database } = service
await follow(service, tenant, { approval: ['reminder_1'], settings: { letters_per_day: 40 } })
const here = `/administrations/${tenant.administration_id}/outbox`

/** A debtor for whom a reminder waits. */
async function waiting(name: string, amount: string, reasons: readonly string[] = ['approval']): Promise<string> {
  const debtor_id = await given.debtor(tenant, { ...business, name })
  const invoice_id = await given.invoice(tenant, debtor_id, { ...overdue, ...owing(amount) })
  await waits(service, tenant, { debtor_id, invoice_id }, reasons)
  return debtor_id
}
const wide = { viewport: { width: 1280, height: 800 } }
const rows = (page: Page) => page.getByRole('list', { name: 'Waiting' }).getByRole('listitem')
const panel = (page: Page) => page.getByRole('region', { name: 'Letter' })
/** As the engine does once it has looked again. */
const leaves = (debtor_id: string) =>
  database.db.deleteFrom('agenda_records').where('debtor_id', '=', debtor_id).execute()
const approvals = async (): Promise<number> =>
  (await database.db.selectFrom('step_decisions').select('id').where('kind', '=', 'approve').execute()).length

/** Older than all others, and so before them as soon as something waits for it. */
const before_all = await given.debtor(tenant, { ...business, name: 'Comes Later B.V.' })
const first = await waiting('Doorenbrink Systems B.V.', '7905.15')
const second = await waiting('Tess Stenegard', '284.90')
const third = await waiting('Holdinova Textiles Ltd', '960.75')
await waiting('Nevenbrink Catering B.V.', '1412.00', ['cap'])

test('the outbox shows what waits and why, with the letter beside it, and looks right', async () => {
  const page = await open(here, { as: boss, ...wide })
  await panel(page).getByRole('heading', { name: 'First reminder' }).waitFor()
  assert.equal(await rows(page).count(), 4)
  await rows(page).first().getByText('€7,905.15').waitFor()
  await page.getByText('Monday 16 November, sending from 09:00 to 17:00. 0 of at most 40 letters today.').waitFor()
  await page.getByText('1 debtor waits until tomorrow').waitFor()
  const letter = panel(page).frameLocator('iframe:not([aria-hidden])')
  await letter.getByText('Perhaps it escaped your attention').waitFor()
  await panel(page).getByText('The flow asks a person for this step.').waitFor()
  await panel(page).getByText('to office@debtor.example.com').waitFor()
  assert.deepEqual(await problemsOf(page, 'outbox'), [])
})

test('by keyboard alone one goes to the next, lets it go, and refuses another', async () => {
  const page = await open(here, { as: boss, ...wide })
  await panel(page).getByRole('heading', { name: 'First reminder' }).waitFor()
  await page.keyboard.press('j')
  await panel(page).getByRole('link', { name: 'Tess Stenegard' }).waitFor()
  assert.match(page.url(), new RegExp(`debtor=${second}$`))
  await leaves(second)
  await page.keyboard.press('a')
  await page.getByText('Let go: Tess Stenegard').waitFor()
  await panel(page).getByRole('link', { name: 'Holdinova Textiles Ltd' }).waitFor()
  assert.equal(await approvals(), 1)
  await page.keyboard.press('h')
  await page.getByLabel('Last day of the pause').fill('2026-11-30')
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  await page.getByText('Held: Holdinova Textiles Ltd').waitFor()
  await leaves(third)
  const paused = await database.db
    .selectFrom('invoices')
    .select('paused_until')
    .where('debtor_id', '=', third)
    .execute()
  assert.deepEqual(paused, [{ paused_until: '2026-11-30' }])
})

/** What somebody else does reaches open pages with the next record that changes. */
async function noted(): Promise<void> {
  const note = { administration_id: tenant.administration_id, debtor_id: before_all, content: 'Noted.' }
  const { status, text } = await boss.send('POST /console/notes', note)
  assert.equal(status, 201, text)
}

test('the letter that is open stays open when one comes before it, and when a colleague lets it go', async () => {
  const page = await open(here, { as: boss, ...wide })
  await panel(page).getByRole('link', { name: 'Doorenbrink Systems B.V.' }).waitFor()
  const invoice_id = await given.invoice(tenant, before_all, { ...overdue, ...owing('50.00') })
  await waits(service, tenant, { debtor_id: before_all, invoice_id }, ['approval'])
  await noted()
  await rows(page).first().getByText('Comes Later B.V.').waitFor()
  assert.ok(await panel(page).getByRole('link', { name: 'Doorenbrink Systems B.V.' }).isVisible())
  await leaves(before_all)
  const read = await waiting('Read Closely B.V.', '75.00')
  await noted()
  await rows(page).filter({ hasText: 'Read Closely B.V.' }).getByRole('button').click()
  await panel(page).getByRole('link', { name: 'Read Closely B.V.' }).waitFor()
  await panel(page).getByRole('button', { name: 'Let go' }).waitFor()
  const { administration_id } = tenant
  const released = await boss.send('POST /console/outbox/release', { administration_id, debtor_ids: [read] })
  assert.equal(released.status, 200, released.text)
  await leaves(read)
  await noted()
  await rows(page).filter({ hasText: 'Read Closely B.V.' }).waitFor({ state: 'detached' })
  await panel(page).getByText('This letter no longer waits.').waitFor()
  await panel(page).getByRole('link', { name: 'Read Closely B.V.' }).waitFor()
  await panel(page).frameLocator('iframe:not([aria-hidden])').getByText('Perhaps it escaped your attention').waitFor()
  assert.equal(await panel(page).getByRole('button', { name: 'Let go' }).count(), 0)
  assert.deepEqual(await problemsOf(page, 'a letter that no longer waits'), [])
  await page.keyboard.press('k')
  await panel(page).getByRole('link', { name: 'Nevenbrink Catering B.V.' }).waitFor()
})

test('many are let go at once', async () => {
  const ids: string[] = []
  for (let n = 1; n <= 24; n++) ids.push(await waiting(`Debtor in a row ${n}`, `${n + 10}.00`))
  const before = await approvals()
  const page = await open(here, { as: boss, ...wide })
  await rows(page).first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('checkbox', { name: 'Select Doorenbrink Systems B.V.' }).uncheck()
  const count = (await rows(page).count()) - 1
  assert.ok(count >= 24, 'more than one portion')
  await page.getByRole('button', { name: `Let ${count} go` }).click()
  await page.getByText(`${count} letters were let go.`).waitFor()
  assert.equal((await approvals()) - before, count)
  for (const id of ids) await leaves(id)
})

test('all sending is stopped with one switch that says what follows, and started again', async () => {
  const page = await open(here, { as: boss, ...wide })
  await page.getByRole('button', { name: 'Stop all sending' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Nothing is lost').waitFor()
  await dialog.getByRole('button', { name: 'Stop all sending' }).click()
  await page.getByText('Nothing goes out until somebody starts it again.').waitFor()
  await page.getByRole('button', { name: 'Start sending again' }).click()
  await page.getByRole('button', { name: 'Stop all sending' }).waitFor()
})

test('a surge is explained with its number, and let go for the day', async () => {
  const debtor_id = await waiting('Surging B.V.', '10.00', ['surge'])
  const page = await open(here, { as: boss, ...wide })
  await page.getByText('More than 50 letters are due today').waitFor()
  await page.getByRole('button', { name: 'Let all go today' }).click()
  await leaves(debtor_id)
  await page.getByRole('dialog').getByRole('button', { name: 'Let all go today' }).click()
  await page.getByText('The letters of today go out.').waitFor()
  await page.getByText('More than 50 letters are due today').waitFor({ state: 'detached' })
})

test('on a dark phone there is the list, then the letter, and the way back', async () => {
  const page = await open(here, { as: boss, viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await rows(page).first().waitFor()
  assert.ok(!(await panel(page).isVisible()))
  assert.deepEqual(await problemsOf(page, 'outbox on a phone'), [])
  await rows(page).getByRole('button', { name: 'Doorenbrink Systems B.V.' }).click()
  await panel(page).frameLocator('iframe:not([aria-hidden])').getByText('Perhaps it escaped your attention').waitFor()
  assert.ok(!(await rows(page).first().isVisible()))
  assert.deepEqual(await problemsOf(page, 'letter on a phone'), [])
  await panel(page).getByRole('button', { name: 'Back' }).click()
  await rows(page).first().waitFor()
  await rows(page).getByRole('button', { name: 'Doorenbrink Systems B.V.' }).click()
  await panel(page).getByRole('button', { name: 'Back' }).waitFor()
  await page.goBack()
  await rows(page).first().waitFor()
})

test('what comes in the next days is listed, and an empty outbox says so', async () => {
  const debtor_id = await given.debtor(tenant, { ...business, name: 'Coming soon B.V.' })
  const invoice_id = await given.invoice(tenant, debtor_id, overdue)
  await given.row('agenda_records', tenant, { debtor_id, invoice_id, step: 'reminder_2', day: '2026-11-18' })
  const page = await open(`${here}?show=coming`, { as: boss, ...wide })
  await page.getByRole('row').filter({ hasText: 'Coming soon B.V.' }).getByText('Second reminder').waitFor()
  await database.db.deleteFrom('agenda_records').execute()
  await page.getByRole('link', { name: 'Waiting' }).click()
  await page.getByText('Nothing waits.').waitFor()
  await page.getByRole('link', { name: 'To print' }).click()
  await page.getByText('No letters.').waitFor()
  assert.equal(typeof first, 'string')
})
