import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailTo } from '../../server/test/mail_client.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { problemsOf } from './looks.ts'
import { startSite } from './site.ts'

const receiver = { host: '127.0.0.1', port: 0, tls: null }
const { service, tenant, boss, open } = await startSite({
  mail_in: { address: 'replies@in.example.com', receiver, imap_url: null },
})
const { administration_id } = tenant
const here = `/administrations/${administration_id}`
const port = service.app.mail_in_port() ?? assert.fail('no port')
const debtor_id = await service.given.debtor(tenant, { name: 'Bakery Morning Star', debtor_number: 'D-77' })
const { address } = (await boss.get(`/console${here}/inbox`)).body as { address: string }

async function strangerWrites(subject: string): Promise<void> {
  const attachments = [{ filename: 'proof.txt', content: 'paid' }]
  const mail = { from: 'Ann Stranger <ann@stranger.example>', to: address, subject, text: 'We paid.', attachments }
  assert.match(await mailTo(port, mail), /^250/)
}

test('a message of a stranger finds its debtor in two keys, and is a conversation then', async () => {
  const page = await open(`${here}/inbox`, { as: boss })
  await page.getByText('Everybody has an answer.').waitFor()
  const tab = page.getByRole('link', { name: 'Unknown senders' })
  assert.equal(await tab.count(), 0, 'an empty tray is not shown')
  await strangerWrites('About your reminder')
  await tab.click()
  await page.getByText(address).waitFor()
  await page.getByRole('heading', { name: 'About your reminder' }).waitFor()
  await page.getByRole('link', { name: 'proof.txt' }).waitFor()
  assert.deepEqual(await problemsOf(page, 'the tray'), [])
  // The field has the keyboard: a name, and Enter.
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('Bakery')
  await page.keyboard.press('Enter')
  await page.getByText('The message belongs to Bakery Morning Star.').waitFor()
  await page.getByText('Every sender is known.').waitFor()
  await page.getByRole('link', { name: 'To answer 1' }).click()
  await page.getByRole('region', { name: 'Conversation' }).getByText('We paid.').waitFor()
})

test('Enter takes nobody who is found only after the text was changed', async () => {
  await strangerWrites('Whose is this?')
  const page = await open(`${here}/inbox?tab=strangers`, { as: boss })
  const field = page.getByLabel(/^Name or number of a debtor/)
  await field.waitFor()
  let assigned = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/assign')) assigned++
  })
  const held = Promise.withResolvers<void>()
  await page.route(/\/search\?.*text=Bakery/, async (route) => {
    await held.promise
    await route.continue()
  })
  await field.press('Enter')
  await field.fill('Bakery')
  await field.press('Enter')
  await field.fill('Morning')
  const choice = page.getByRole('button', { name: 'Bakery Morning Star (D-77)' })
  await choice.waitFor()
  held.resolve()
  await field.fill('Bakery')
  await choice.waitFor()
  assert.equal(assigned, 0)
  await field.press('Enter')
  await page.getByText('The message belongs to Bakery Morning Star.').waitFor()
  assert.equal(assigned, 1)
})

test('the message that is open stays open when others come, and when a colleague has dealt with it', async () => {
  for (const subject of ['Older', 'Being read']) await strangerWrites(subject)
  const page = await open(`${here}/inbox?tab=strangers`, { as: boss })
  const shown = page.getByRole('region', { name: 'Message' })
  const rows = page.getByRole('region', { name: 'From senders that are not known' }).getByRole('listitem')
  await shown.getByRole('heading', { name: 'Being read' }).waitFor()
  await strangerWrites('Just came in')
  await rows.first().getByText('Just came in').waitFor()
  assert.ok(await shown.getByRole('heading', { name: 'Being read' }).isVisible())
  const { messages } = (await boss.get(`/console${here}/messages?unassigned=true`)).body as {
    messages: { id: string; subject: string }[]
  }
  const send = async (subject: string, verb: 'assign' | 'discard', json: object = {}): Promise<void> => {
    const id = messages.find((one) => one.subject === subject)?.id ?? assert.fail(subject)
    const { status, text } = await boss.send(`PATCH /console/messages/${id}/${verb}`, { administration_id, ...json })
    assert.ok(status < 300, text)
  }
  await send('Being read', 'assign', { debtor_id })
  await rows.filter({ hasText: 'Being read' }).waitFor({ state: 'detached' })
  await shown.getByText('This message no longer waits').waitFor()
  await shown.getByRole('heading', { name: 'Being read' }).waitFor()
  assert.deepEqual(await problemsOf(page, 'a message that no longer waits'), [])
  await page.keyboard.press('j')
  await shown.getByRole('heading', { name: 'Older' }).waitFor()
  for (const subject of ['Older', 'Just came in']) await send(subject, 'discard')
})

test('what is not wanted is thrown away, and who only reads can do neither', async () => {
  await strangerWrites('You have won')
  const reader = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [administration_id]: 'restricted' },
  })
  const theirs = await open(`${here}/inbox?tab=strangers`, { as: reader })
  await theirs.getByRole('heading', { name: 'You have won' }).waitFor()
  assert.equal(await theirs.getByLabel(/^Name or number of a debtor/).count(), 0)
  const page = await open(`${here}/inbox?tab=strangers`, { as: boss })
  await page.getByRole('button', { name: 'Throw it away' }).click()
  const dialog = page.getByRole('dialog', { name: 'Throw this message away?' })
  await dialog.getByText('gone for good').waitFor()
  assert.deepEqual(await problemsOf(page, 'before a message is thrown away'), [])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'You have won' }).waitFor()
  await page.getByRole('button', { name: 'Throw it away' }).click()
  let discarded = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/discard')) discarded++
  })
  await dialog.getByRole('button', { name: 'Throw it away' }).dblclick()
  await page.getByText('Every sender is known.').waitFor()
  assert.equal(discarded, 1)
  // A colleague who looks at it hears of it too.
  await theirs.getByText('This message no longer waits').waitFor()
})
