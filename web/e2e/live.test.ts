import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { performLetter, switchOn } from '../../server/test/given_letters.ts'
import { mailTo } from '../../server/test/mail_client.ts'
import { startSmtp } from '../../server/test/smtp.ts'
import { until } from '../../server/test/until.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { startSite } from './site.ts'

const smtp = await startSmtp()
const receiver = { host: '127.0.0.1', port: 0, tls: null }
const { service, tenant, boss, open } = await startSite({
  smtp_url: smtp.url,
  jobs: { poll_s: 0.5 },
  mail_in: { address: 'replies@in.example.com', receiver, imap_url: null },
})
const { given, database } = service
const { administration_id } = tenant
const here = `/administrations/${administration_id}`
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })
const robin = await signedIn(service, tenant.company_id)

/** What a page may lag behind what a colleague did. */
const soon = { timeout: 2_000 }

/** A page that is connected to the service: it was greeted, and hears of everything from then on. */
async function openLive(path: string, as: typeof boss): Promise<Page> {
  const page = await open(path, { as, prepare: (context) => context.addInitScript(counting).then(() => {}) })
  await greeted(page, 1)
  return page
}

const greeted = (page: Page, times: number): Promise<void> =>
  until(`it is greeted ${times} times`, async () => Number(await page.evaluate('window.greeted ?? 0')) >= times)

const counting = `
  window.EventSource = class extends window.EventSource {
    constructor(address) {
      super(address)
      this.addEventListener('ready', () => { window.greeted = (window.greeted ?? 0) + 1 })
    }
  }`

const entry = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

/** Where a note is written at the foot of a dossier. */
async function noteOn(page: Page): Promise<Locator> {
  await page.getByRole('region', { name: 'Write', exact: true }).getByText('Note', { exact: true }).click()
  return page.getByLabel('Write to your colleagues')
}

async function writeNote(page: Page, text: string): Promise<void> {
  await (await noteOn(page)).fill(text)
  await page.getByRole('button', { name: 'Add note' }).click()
}

test('two people on one dossier see what the other did within two seconds, and nothing typed is lost', async () => {
  for (let n = 0; n < 30; n++)
    await given.message(tenant, { debtor_id, subject: `Earlier ${n}`, content: 'x\n'.repeat(5) })
  const [mine, theirs] = [
    await openLive(`${here}/debtors/${debtor_id}`, boss),
    await openLive(`${here}/debtors/${debtor_id}`, robin),
  ]
  await entry(mine, 'Earlier 29').waitFor()
  const half = await noteOn(mine)
  await half.fill('Half of a sentence, and')
  await writeNote(theirs, 'Prefers to be called.')
  await mine.getByText('Prefers to be called.').waitFor(soon)
  // Somebody else did it: it is marked for a moment, and on the page of whoever did it nothing is.
  await mine.locator('li[data-washed]').filter({ hasText: 'Prefers to be called.' }).waitFor({ state: 'attached' })
  await mine.getByText(/^Robin Person \d+: Note · just now$/).waitFor()
  await entry(theirs, 'Prefers to be called.').waitFor()
  assert.equal(await theirs.getByText('just now').count(), 0, 'nobody hears of what they did themselves')
  assert.equal(await theirs.locator('[data-washed]').count(), 0)
  await mine.locator('[data-washed]').waitFor({ state: 'detached' })
  assert.equal(await half.inputValue(), 'Half of a sentence, and')
  assert.ok(await half.evaluate((field) => field === document.activeElement), 'the keyboard stays where it was')
  await half.fill('Half of a sentence, and the other half.')
  await mine.getByRole('button', { name: 'Add note' }).click()
  await entry(theirs, 'and the other half.').waitFor(soon)
})

test('what is read stays in place when something comes above it', async () => {
  const page = await openLive(`${here}/debtors/${debtor_id}`, boss)
  const read = entry(page, 'Earlier 12')
  await read.scrollIntoViewIfNeeded()
  const topOf = async (): Promise<number> => Math.round((await read.boundingBox())?.y ?? 0)
  const before = await topOf()
  await robin.send('POST /console/notes', { administration_id, debtor_id, content: 'Above.' })
  await entry(page, 'Above.').waitFor({ ...soon, state: 'attached' })
  assert.ok(Math.abs((await topOf()) - before) <= 1, `it moved from ${before} to ${await topOf()}`)
})

test('lists and counts follow, and the row that changed is marked', async () => {
  const task = { administration_id, debtor_id, subject: 'Call the bakery', expiry_date: '2026-01-05' }
  const { id } = (await robin.send('POST /console/tasks', task)).body as { id: string }
  await robin.send('POST /console/tasks', { ...task, subject: 'Another one' })
  const page = await openLive(`${here}/tasks`, boss)
  await page.getByRole('link', { name: 'Call the bakery' }).waitFor()
  const counted = page.getByRole('link', { name: /^Tasks/ })
  await counted.filter({ hasText: '2' }).first().waitFor()
  await robin.send('POST /console/tasks', { ...task, subject: 'Send the file', expiry_date: '2026-01-04' })
  await page.locator('tr[data-washed]').filter({ hasText: 'Send the file' }).waitFor(soon)
  await counted.filter({ hasText: '3' }).first().waitFor(soon)
  await robin.send(`PATCH /console/tasks/${id}/mark_completed`, { administration_id })
  await page.getByRole('link', { name: 'Call the bakery' }).waitFor({ ...soon, state: 'detached' })
})

test('an answer to a letter stands on the open page within five seconds, without a reload', async () => {
  await switchOn(database.db, tenant)
  const from = 'debtor@example.org'
  const debtor_id = await given.debtor(tenant, { primary_email_address: from })
  const invoice_id = await given.invoice(tenant, debtor_id)
  await performLetter(database.db, tenant, { invoice_ids: [invoice_id], at: new Date(), queued: true })
  await until('the letter arrived', () => smtp.received.some(({ to }) => to.includes(from)))
  const [page, inbox] = [await openLive(`${here}/debtors/${debtor_id}`, boss), await openLive(`${here}/inbox`, boss)]
  await page.evaluate('window.loaded_once = true')
  const letter = smtp.received.find(({ to }) => to.includes(from)) ?? assert.fail()
  const port = service.app.mail_in_port() ?? assert.fail('no port')
  const to = letter.headers.get('reply-to') ?? ''
  const inReplyTo = letter.headers.get('message-id') ?? ''
  assert.match(await mailTo(port, { from, to, inReplyTo, subject: 'Re: reminder', text: 'I pay on Friday.' }), /^250/)
  await entry(page, 'I pay on Friday.').waitFor({ timeout: 5_000 })
  await inbox.getByRole('listitem').filter({ hasText: 'I pay on Friday.' }).waitFor({ timeout: 5_000 })
  assert.equal(await page.evaluate('window.loaded_once'), true)
})

test('a page that was cut off works on, and catches up when it is back', async () => {
  const page = await openLive(`${here}/debtors/${debtor_id}`, boss)
  const typed = await noteOn(page)
  await page.context().setOffline(true)
  await robin.send('POST /console/notes', { administration_id, debtor_id, content: 'While nobody heard.' })
  await typed.fill('Typed meanwhile')
  await page.context().setOffline(false)
  await greeted(page, 2)
  await page.getByText('While nobody heard.').waitFor()
  assert.equal(await typed.inputValue(), 'Typed meanwhile')
})

test('a form that is half filled in keeps what was typed, and takes over what a colleague changed beside it', async () => {
  const page = await openLive(`${here}/settings`, boss)
  await page.getByLabel('Letters a day').fill('40')
  await robin.send(`PATCH /console/administrations/${administration_id}/settings`, { minimum_amount: '12.50' })
  await until('it follows', async () => /^12[.,]50$/.test(await page.getByLabel('Minimum amount').inputValue()), 2_000)
  assert.equal(await page.getByLabel('Letters a day').inputValue(), '40')
  await page.getByRole('form', { name: 'Following up' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const { rows } = await database.pool.query('select settings from administrations where id = $1', [administration_id])
  assert.equal(rows[0].settings.minimum_amount, '12.50')
  assert.equal(rows[0].settings.letters_per_day, 40)
})

test('somebody who loses an administration is told so on the open page', async () => {
  const rights = { [administration_id]: 'standard' as const }
  const member = await signedIn(service, tenant.company_id, { company_role: null, rights })
  const page = await openLive(`${here}/debtors/${debtor_id}`, member)
  await entry(page, 'Prefers to be called.').waitFor()
  await database.db.deleteFrom('user_administrations').where('user_id', '=', member.id).execute()
  await entry(page, 'Prefers to be called.').waitFor({ state: 'detached', timeout: 4_000 })
})

test('what is typed on a page stays while the page cannot be read anew', async () => {
  const task_id = await given.task(tenant, { subject: 'Ask for the order number' })
  const page = await openLive(`${here}/tasks/${task_id}`, boss)
  const comment = page.getByLabel('Add a comment').last()
  await comment.fill('Half of a sentence, and')
  await page.route(`**/console${here}/tasks/${task_id}`, (to) => to.fulfill({ status: 500, json: {} }))
  const failed = page.waitForResponse((answer) => answer.status() === 500)
  const said = { administration_id, comment: 'They have it.' }
  assert.equal((await robin.send(`POST /console/tasks/${task_id}/comment`, said)).status, 201)
  await failed
  await page.unroute(`**/console${here}/tasks/${task_id}`)
  await robin.send(`POST /console/tasks/${task_id}/comment`, { ...said, comment: 'It is 4711.' })
  await page.getByText('It is 4711.').waitFor()
  assert.equal(await comment.inputValue(), 'Half of a sentence, and')
})
