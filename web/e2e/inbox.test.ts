import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../../server/test/until.ts'
import { uploadDocument } from '../../server/test/upload_document.ts'
import { counting, sizes } from './counting.ts'
import { problemsInBothColours, problemsOf } from './looks.ts'
import { colleague, owing, sessionOf, startSite } from './site.ts'

const site = await startSite()
const { service, tenant, boss, open } = site
const { given, database } = service
const { db } = database
const { administration_id } = tenant
const here = `/administrations/${administration_id}`
const ruben = await boss.send('POST /console/users', {
  ...{ first_name: 'Ruben', last_name: 'Oosterhout', email_address: 'ruben@example.com', company_role: 'standard' },
})
assert.equal(ruben.status, 201, ruben.text)
const { wide } = sizes

let day = 1
/** A debtor who wrote; the newest stands first. */
async function writes(name: string, subject: string): Promise<{ debtor_id: string; message_id: string }> {
  const columns = { name, language_code: 'en', primary_email_address: 'accounts@example.com' }
  const debtor_id = await given.debtor(tenant, columns)
  const invoice_id = await given.invoice(tenant, debtor_id, { ...owing('100.00'), due_date: '2026-08-19' })
  const bytes = Buffer.from(`%PDF-1.7 ${name}`)
  await uploadDocument(service, tenant, { invoice_id, bytes, filename: `${name}.pdf` })
  const received_at = `2026-10-${String(++day).padStart(2, '0')}T10:00:00Z`
  const written = {
    debtor_id,
    invoice_id,
    subject,
    content: `Text of ${subject}`,
    received_at,
    email: 'ann@example.com',
  }
  return { debtor_id, message_id: await given.message(tenant, written) }
}
const stateOf = async (debtor_id: string) =>
  db
    .selectFrom('conversations')
    .select(['state', 'unread', 'assigned_to_user_name as assigned_to'])
    .where('debtor_id', '=', debtor_id)
    .executeTakeFirstOrThrow()
const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation' })
const subjectShown = (page: Page, subject: string) => thread(page).getByRole('heading', { name: subject }).waitFor()
const composer = (page: Page) => page.getByRole('region', { name: 'Write' })

test('an inbox without anything says so on the whole page', async () => {
  const page = await open(`${here}/inbox`, { as: boss, ...wide })
  const said = page.getByText('Everybody has an answer.')
  await said.waitFor()
  const [box, main] = [await said.boundingBox(), await page.getByRole('main').boundingBox()]
  assert.ok(box && main && Math.abs(box.x + box.width / 2 - (main.x + main.width / 2)) < 12, 'in its middle')
  await writes('Waiting Retail', 'Is waited for')
  await subjectShown(page, 'Is waited for')
  await page.getByRole('link', { name: 'Mine' }).click()
  await page.getByText('Nothing waits for you.').waitFor()
  await page.getByRole('link', { name: 'See what is to be answered' }).click()
  await subjectShown(page, 'Is waited for')
  await page.keyboard.press('e')
  await said.waitFor()
  await page.context().close()
})

test('a message is answered with a template and its invoice in four keys, and the next one is there', async () => {
  await writes('Next Retail', 'Next question')
  const { debtor_id } = await writes('Copy Retail', 'Copy please')
  const page = await open(`${here}/messages`, { as: boss, ...wide })
  await page.waitForURL(`**${here}/inbox`)
  await subjectShown(page, 'Copy please')
  await composer(page).getByLabel('To', { exact: true }).waitFor()
  assert.deepEqual(await problemsOf(page, 'the inbox'), [])
  const by = counting(page)
  await by.press('t')
  await by.type('copy')
  await page.getByRole('option', { name: 'Copy of the invoice' }).waitFor()
  await by.press('Enter')
  await composer(page).getByText('Copy Retail.pdf').waitFor()
  await by.press('Control+Enter')
  await subjectShown(page, 'Next question')
  assert.ok(by.count() <= 4, String(by.count()))
  await until('it is done', async () => (await stateOf(debtor_id)).state === 'done')
  const sent = await db
    .selectFrom('messages')
    .selectAll()
    .where('debtor_id', '=', debtor_id)
    .where('sender_type', '=', 'creditor')
    .executeTakeFirstOrThrow()
  assert.equal(sent.subject, 'Re: Copy please')
  assert.equal(sent.email, 'ann@example.com')
  const files = await db.selectFrom('message_attachments').selectAll().where('message_id', '=', sent.id).execute()
  assert.deepEqual(
    files.map(({ filename }) => filename),
    ['Copy Retail.pdf'],
  )
})

test('a conversation is given to a colleague in two keys, and done in one that can be taken back', async () => {
  const { debtor_id } = await writes('Given Retail', 'For a colleague')
  const page = await open(`${here}/inbox`, { as: boss, ...wide })
  await subjectShown(page, 'For a colleague')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Inbox \d+ wait/ })
    .waitFor()
  const by = counting(page)
  await by.press('a')
  await page.getByRole('option', { name: /Ruben/ }).waitFor()
  await by.press('2')
  await page.getByText('Given to Ruben Oosterhout.').waitFor()
  assert.ok(by.count() <= 2)
  assert.equal((await stateOf(debtor_id)).assigned_to, 'Ruben Oosterhout')
  const again = counting(page)
  await again.press('e')
  await page.getByText('Given Retail: done.').waitFor()
  assert.ok(again.count() <= 1)
  await subjectShown(page, 'Next question')
  assert.deepEqual([(await stateOf(debtor_id)).state, (await stateOf(debtor_id)).unread], ['done', false])
  await page.keyboard.press('Control+z')
  await until('it is open and unread', async () => (await stateOf(debtor_id)).unread)
  await rows(page).filter({ hasText: 'For a colleague' }).waitFor()
})

test('what comes in shows within two seconds, and neither what is read nor what is typed moves', async () => {
  const { debtor_id } = await writes('Typed Retail', 'Being read')
  const page = await open(`${here}/inbox`, { as: boss, ...wide })
  await subjectShown(page, 'Being read')
  await composer(page).getByLabel('To', { exact: true }).waitFor()
  await page.keyboard.press('r')
  await composer(page).locator('textarea:focus').waitFor()
  await page.keyboard.type('Half a sen')
  const token = await given.token(tenant)
  const { debtor_number } = await given.debtorKeys(tenant, debtor_id)
  const { message_id } = await writes('Loud Retail', 'Just came in')
  // A write of somebody else gives the change its place in the order.
  await service.call('PATCH /v1/messages', {
    token,
    json: { administration_id, messages: [{ id: message_id, read: true }] },
  })
  await rows(page).filter({ hasText: 'Just came in' }).waitFor({ timeout: 2_000 })
  await page.keyboard.type('tence')
  await subjectShown(page, 'Being read')
  assert.equal(await composer(page).locator('textarea').first().inputValue(), 'Half a sentence')
  // It is kept in the browser until it is sent.
  await page.reload()
  await rows(page).filter({ hasText: 'Being read' }).click()
  await subjectShown(page, 'Being read')
  await composer(page).locator('textarea').first().waitFor()
  assert.equal(await composer(page).locator('textarea').first().inputValue(), 'Half a sentence')
  assert.ok(debtor_number)
})

test('a note is for colleagues, a mistake is said in its place, and search finds what was written', async () => {
  const { debtor_id } = await writes('Noted Retail', 'To be noted')
  const page = await open(`${here}/inbox?text=noted`, { as: boss, ...wide })
  await subjectShown(page, 'To be noted')
  assert.equal(await rows(page).count(), 1)
  await composer(page).getByLabel('To', { exact: true }).waitFor()
  await page.keyboard.press('n')
  await composer(page).getByText('the debtor never sees it').waitFor()
  await page.getByLabel('Write to your colleagues').fill('Ask the warehouse.')
  assert.deepEqual(await problemsOf(page, 'a note'), [])
  await page.keyboard.press('Control+Enter')
  await thread(page).getByText('Ask the warehouse.').waitFor()
  const mails = await db.selectFrom('messages').selectAll().where('debtor_id', '=', debtor_id).execute()
  assert.equal(mails.length, 1)
  await composer(page).getByLabel('To', { exact: true }).fill('nobody')
  await page.getByLabel('Write to the debtor').fill('Hello.')
  await page.keyboard.press('Control+Enter')
  await composer(page)
    .getByText(/email addresses/)
    .waitFor()
  assert.equal(await page.getByLabel('Write to the debtor').inputValue(), 'Hello.')
})

test('the field of search keeps the keyboard and its letters when results come', async () => {
  await writes('Sought Retail', 'About the blue lamps')
  const page = await open(`${here}/inbox`, { as: boss, ...wide })
  await subjectShown(page, 'About the blue lamps')
  await page.keyboard.press('/')
  await page.keyboard.type('blue')
  await page.waitForURL('**/inbox?text=blue')
  await page.keyboard.type(' lam')
  await page.waitForURL(/text=blue(\+|%20)lam$/)
  await page.keyboard.type('ps')
  assert.equal(await page.locator('input:focus').inputValue(), 'blue lamps')
  await page.waitForURL(/text=blue(\+|%20)lamps$/)
  await until('one is found', async () => (await rows(page).count()) === 1)
  await page.goBack()
  await until('the field says it', async () => (await page.getByLabel('Search messages').inputValue()) === 'blue lam')
})

test('what is written while the page still reads what changed is sent all the same', async () => {
  const { debtor_id } = await writes('Hasty Retail', 'Two at once')
  const page = await open(`${here}/inbox?text=hasty`, { as: boss, ...wide })
  await subjectShown(page, 'Two at once')
  await composer(page).getByLabel('To', { exact: true }).waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Write to your colleagues').fill('First a note.')
  const release = await holdReads(page)
  await page.keyboard.press('Control+Enter')
  await page.getByLabel('Write to the debtor').fill('Then an answer.')
  await page.keyboard.press('Control+Enter')
  await until('both are there', async () => {
    const notes = await db.selectFrom('notes').select('content').where('debtor_id', '=', debtor_id).execute()
    const messages = await db.selectFrom('messages').select('content').where('debtor_id', '=', debtor_id).execute()
    return notes.length === 1 && messages.some(({ content }) => content === 'Then an answer.')
  })
  await release()
})

/** Keeps every answer of the service to who only reads from a page until it is let go. */
async function holdReads(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route('**/console/**', async (route) => {
    if (route.request().method() === 'GET') await held.promise
    await route.continue()
  })
  return async () => {
    held.resolve()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

test('who may only look has no verbs, and on a phone there is one thing at a time', async () => {
  const reader = await sessionOf(service, await colleague(site, 'restricted'))
  const page = await open(`${here}/inbox`, { as: reader, ...wide })
  await rows(page).first().waitFor()
  await thread(page).waitFor()
  assert.equal(
    await thread(page)
      .getByRole('button', { name: /Done|Assign|Send/ })
      .count(),
    0,
  )
  const phone = await open(`${here}/inbox`, { as: boss, viewport: { width: 390, height: 844 } })
  await rows(phone).first().waitFor()
  assert.deepEqual(await problemsInBothColours(phone, 'the inbox on a phone'), [])
  await rows(phone).first().click()
  const field = composer(phone).getByRole('textbox', { name: 'Write to the debtor' })
  await field.waitFor()
  const { height = 0 } = (await composer(phone).boundingBox()) ?? {}
  assert.ok(height > 0 && height < 60, `it is one line until somebody writes: ${height}`)
  await field.click()
  await composer(phone).getByLabel('To', { exact: true }).waitFor()
  assert.deepEqual(await problemsInBothColours(phone, 'a conversation on a phone'), [])
  await phone.goBack()
  await rows(phone).first().waitFor()
})

test('what asks for one thing is answered already: one key sends it, and whoever wants to writes otherwise', async () => {
  await writes('Patient Retail', 'About something else')
  const { debtor_id } = await writes('Clear Retail', 'Could you send a copy of the invoice?')
  const page = await open(`${here}/inbox`, { as: boss, ...wide })
  await subjectShown(page, 'Could you send a copy of the invoice?')
  const suggested = composer(page).getByText('“Copy of the invoice” and the document are put in')
  await suggested.waitFor()
  assert.deepEqual(await problemsOf(page, 'an answer that is suggested'), [])
  await page.keyboard.press('Control+Enter')
  await subjectShown(page, 'About something else')
  assert.equal(await suggested.count(), 0, 'nothing is put in where it is not clear what is asked for')
  await until('it is done', async () => (await stateOf(debtor_id)).state === 'done')
  const sent = await db
    .selectFrom('messages')
    .select(['id', 'content'])
    .where('debtor_id', '=', debtor_id)
    .where('sender_type', '=', 'creditor')
    .executeTakeFirstOrThrow()
  const files = await db.selectFrom('message_attachments').selectAll().where('message_id', '=', sent.id).execute()
  assert.deepEqual(
    files.map(({ filename }) => filename),
    ['Clear Retail.pdf'],
  )
  await writes('Other Retail', 'We have paid this invoice')
  await page.goto(`${service.app.base_url}${here}/inbox`)
  await subjectShown(page, 'We have paid this invoice')
  await composer(page).getByRole('button', { name: 'Empty it' }).click()
  await page.reload()
  await subjectShown(page, 'We have paid this invoice')
  assert.equal(await composer(page).getByRole('textbox', { name: 'Write to the debtor' }).inputValue(), '')
})

test('texts to answer with are a list; each has an address in each language', async () => {
  const page = await open(`${here}/reply_texts`, { as: boss, ...wide })
  await page
    .getByRole('navigation', { name: 'Templates' })
    .getByRole('link', { name: /^Paying in terms/ })
    .click()
  await page.waitForURL(/text=payment_terms/)
  await page.getByRole('link', { name: 'French' }).click()
  await page.waitForURL(/language=fr/)
  const body = page.getByRole('textbox', { name: 'Text' })
  await page.getByRole('form', { name: 'Template' }).waitFor()
  assert.match(await body.inputValue(), /Bonjour|Madame|Merci/)
  await page.getByRole('link', { name: /^New template/ }).click()
  await page.getByLabel('Name').fill('Delivery')
  await page.getByLabel('Subject').fill('Votre livraison')
  await body.fill('Merci, {{ debtor.name }}.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The template was saved.').waitFor()
  await page.getByRole('link', { name: /^Delivery Your own/ }).waitFor()
  assert.deepEqual(await problemsOf(page, 'templates'), [])
  await page.reload()
  assert.equal(await page.getByLabel('Subject').inputValue(), 'Votre livraison')
})
