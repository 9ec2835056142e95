import assert from 'node:assert/strict'
import { test } from 'node:test'
import { business, follow, followed_now, overdue } from '../../test/followed.ts'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'
import { default_texts } from '../letters/texts/letter_texts.ts'

const service = await startService({ now: () => followed_now })
const { given, database } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const { administration_id } = tenant
await follow(service, tenant)
const boss = await signedIn(service, tenant.company_id, { company_role: 'administrator' })
const worker = await signedIn(service, tenant.company_id, { company_role: 'standard' })
const outsider = await signedIn(service, stranger.company_id)
const key = { step: 'reminder_1', language_code: 'en' }
const base = `/console/administrations/${administration_id}/letter_texts`
const save = (who: typeof boss, text: object) =>
  who.send('POST /console/letter_texts/save', { administration_id, ...key, ...text })
const takeBack = (who: typeof boss) => who.send('POST /console/letter_texts/take_back', { administration_id, ...key })
type Shown = {
  subject: string
  body: string
  version: number
  own: boolean
  versions: { version: number; house: boolean }[]
}
const show = async () => (await worker.get(`${base}/one?step=reminder_1&language_code=en`)).body as Shown
type Preview = { problems: string[]; subject: string; html: string; content: string; invoice_id: string } & {
  next_invoice_id: string | null
  seen_with: string
  values: { name: string; value: string | null }[]
}
async function preview(text: object): Promise<Preview> {
  const answer = await worker.send(`POST ${base}/preview`, {
    ...key,
    channel: 'mail',
    subject: 'S',
    body: 'B',
    ...text,
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Preview
}

test('every text and every variable is listed; until somebody writes, the house does', async () => {
  const { texts, variables } = (await worker.get(base)).body as {
    texts: { step: string; own: boolean; version: number }[]
    variables: { name: string; block: boolean }[]
  }
  assert.ok(texts.length >= 36 && texts.every(({ own, version }) => !own && version === 0))
  assert.deepEqual(
    variables.filter(({ block }) => block).map(({ name }) => name),
    ['invoices.table', 'pay.button'],
  )
  const { subject, versions, version } = await show()
  assert.deepEqual([subject, versions, version], [default_texts.en.steps.reminder_1.subject, [], 0])
})

test('a text is saved as a version, the same again changes nothing, and the house can be taken back', async () => {
  const first = await save(boss, { subject: 'Please pay {{ total.open }}', body: 'Dear {{ debtor.name }}' })
  assert.deepEqual([first.status, first.body], [200, { version: 1 }], first.text)
  assert.deepEqual(
    (await save(boss, { subject: 'Please pay {{ total.open }}', body: 'Dear {{ debtor.name }}' })).body,
    {
      version: 1,
    },
  )
  assert.deepEqual((await save(boss, { subject: 'Pay', body: 'Dear {{ debtor.name }}' })).body, { version: 2 })
  assert.deepEqual([(await show()).subject, (await show()).own], ['Pay', true])
  assert.deepEqual((await takeBack(boss)).body, { version: 3 })
  const after = await show()
  assert.deepEqual([after.subject, after.own], [default_texts.en.steps.reminder_1.subject, false])
  assert.deepEqual(
    after.versions.map(({ version, house }) => [version, house]),
    [
      [3, true],
      [2, false],
      [1, false],
    ],
  )
  assert.equal((await takeBack(boss)).status, 409, 'it counts already')
  const entries = await database.db
    .selectFrom('audit_entries')
    .select('action')
    .where('user_id', '=', boss.id)
    .execute()
  assert.ok(entries.some(({ action }) => action === 'letter_text_taken_back'))
})

test('a name that is not known is refused with the nearest, and so is what is empty', async () => {
  const answer = await save(boss, { subject: 'Hello', body: 'Dear you,\n\nsee {{ portal.lnk }}.' })
  assert.equal(answer.status, 422)
  assert.match(answer.text, /body: line 3: portal\.lnk is not known; portal\.link must have been meant/)
  assert.match((await save(boss, { subject: ' ', body: 'x' })).text, /subject: is missing/)
  assert.match((await save(boss, { subject: 'x', body: '{% include "x" %}' })).text, /body: line 1: /)
  assert.equal((await show()).own, false, 'nothing was saved')
})

test('without an open invoice a preview only says what is wrong', async () => {
  assert.deepEqual((await preview({ subject: '' })).problems, ['subject: must not be empty'])
  const { problems, invoice_id } = await preview({ body: '{{ total.opn }}' })
  assert.deepEqual(
    [problems, invoice_id],
    [['body: line 1: total.opn is not known; total.open must have been meant'], null],
  )
})

test('a text is shown with a real invoice, one after the other, as mail and on paper', async () => {
  const debtor_id = await given.debtor(tenant, { ...business, name: 'Pellhorn & Sons' })
  const first = await given.invoice(tenant, debtor_id, overdue)
  const second = await given.invoice(tenant, debtor_id, { ...overdue, due_date: '2026-11-03' })
  const one = await preview({ subject: 'For {{ debtor.name }}', body: 'You owe **{{ total.open }}**' })
  assert.deepEqual([one.invoice_id, one.next_invoice_id, one.subject], [first, second, 'For Pellhorn & Sons'])
  assert.match(one.html, /<strong>€121\.00<\/strong>/)
  assert.equal(one.values.find(({ name }) => name === 'total.open')?.value, '€121.00')
  const last = await preview({ invoice_id: second, pdf: true, channel: 'post' })
  assert.deepEqual(
    [last.next_invoice_id, Buffer.from(last.content, 'base64').subarray(0, 5).toString()],
    [null, '%PDF-'],
  )
  const wrong = await preview({ body: '{{ nothing.here }}' })
  assert.deepEqual([wrong.problems.length, wrong.html, wrong.values.length > 5], [1, null, true])
})

test('only administrators change texts, and nobody else sees them', async () => {
  assert.equal((await save(worker, { subject: 'x', body: 'y' })).status, 403)
  assert.equal((await takeBack(worker)).status, 403)
  assert.equal((await save(outsider, { subject: 'x', body: 'y' })).status, 403)
  assert.equal((await outsider.get(base)).status, 403)
  const elsewhere = `/console/administrations/${stranger.administration_id}/letter_texts/preview`
  const debtor_id = await given.debtor(tenant, business)
  const invoice_id = await given.invoice(tenant, debtor_id, overdue)
  const body = { ...key, channel: 'mail', subject: 'x', body: 'y', invoice_id }
  assert.equal((await outsider.send(`POST ${elsewhere}`, body)).status, 404)
})

test('a text is shown as paper: what stands where, on pages that break as the file does', async () => {
  const invoice_id = (await preview({})).invoice_id
  const { pages } = (await preview({ channel: 'post', paper: true, body: 'Dear reader,\n\n{{ invoices.table }}' })) as {
    pages?: { marks: { is: string; text?: string; x: number; y: number; width: number }[] }[]
  }
  assert.equal(pages?.length, 1)
  const marks = pages?.[0]?.marks ?? []
  const said = marks.find(({ text }) => text === 'Dear reader,')
  assert.ok(said && said.x > 60 && said.y > 300 && said.width > 40, JSON.stringify(said))
  assert.ok(marks.some(({ is }) => is === 'fill' || is === 'line'))
  assert.ok(
    marks.every(({ x = 0, width = 0 }) => x + width < 595.28),
    'nothing stands beyond the paper',
  )
  assert.ok(invoice_id)
  const plain = (await preview({ channel: 'post' })) as { pages?: unknown[] }
  assert.deepEqual(plain.pages, [], 'only who asks for it')
})

test('a proof goes to whoever asks, and to nobody else', async () => {
  const proof = (who: typeof boss, more: object = {}) =>
    who.send('POST /console/letter_texts/proof', {
      ...{ administration_id, ...key, subject: 'About {{ total.open }}', body: 'Hello {{ debtor.name }}' },
      ...more,
    })
  const before = await database.db.selectFrom('mails').select('id').where('kind', '=', 'letter_proof').execute()
  assert.equal(before.length, 0)
  const answer = await proof(boss)
  assert.equal(answer.status, 200, answer.text)
  const [mail, ...others] = await database.db
    .selectFrom('mails')
    .innerJoin('users', 'users.id', 'mails.user_id')
    .select(['mails.to_addresses', 'users.email_address', 'mails.subject', 'mails.resource_id'])
    .where('mails.kind', '=', 'letter_proof')
    .execute()
  assert.equal(others.length, 0)
  assert.deepEqual(mail?.to_addresses, [mail?.email_address])
  assert.deepEqual(answer.body, { to: mail?.email_address })
  assert.match(mail?.subject ?? '', /^\[Proof\] About €/)
  assert.equal(mail?.resource_id, null, 'it is about no record, so that no answer is filed with a debtor')

  const wrong = await proof(boss, { body: '{{ portal.lnk }}' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /portal\.link must have been meant/)
  assert.equal((await proof(worker)).status, 403, 'who may not change texts')
  assert.ok([403, 404].includes((await proof(outsider)).status))
  const foreign = await given.invoice(stranger, await given.debtor(stranger))
  assert.equal((await proof(boss, { invoice_id: foreign })).status, 404)

  await database.db.updateTable('administrations').set({ sandbox: true }).where('id', '=', administration_id).execute()
  const kept = await proof(boss)
  assert.equal(kept.status, 409)
  assert.match(kept.text, /Nothing leaves a sandbox/)
})
