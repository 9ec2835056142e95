import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { planOf, readsInOrder } from '../../test/plans.ts'
import { signedIn, visitor } from '../../test/visitor.ts'
import { inboxPage } from './message_list.ts'

const service = await startService()
const { given, database, call } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [tenant.administration_id]: 'restricted' },
})
const outsider = await signedIn(service, stranger.company_id)
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })
const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'F-1' })
const read = { read_at: '2026-11-03T10:00:00Z' }
await given.message(tenant, { subject: 'old and unread', received_at: '2026-10-01T10:00:00Z', invoice_id })
await given.message(tenant, { subject: 'new and read', received_at: '2026-11-02T10:00:00Z', debtor_id, ...read })
await given.message(tenant, { subject: 'new and unread', received_at: '2026-11-01T10:00:00Z', debtor_id })
await given.message(tenant, { subject: 'old and read', sent_at: '2026-09-01T10:00:00Z', ...read })
const sent = await given.message(tenant, { subject: 'our own', sender_type: 'creditor', debtor_id })
await given.message(stranger, { subject: 'to somebody else' })

type Message = { id: string; subject: string; unread: boolean } & Record<string, unknown>
type Page = { messages: Message[]; cursor: string | null }
const path = (query = '', { administration_id } = tenant): string =>
  `/console/administrations/${administration_id}/messages${query}`
async function list(cursor = ''): Promise<Page> {
  const answer = await reader.get(path(`?cursor=${encodeURIComponent(cursor)}`))
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Page
}

test('the inbox has what debtors wrote: unread before read, each newest first', async () => {
  const { messages, cursor } = await list()
  assert.deepEqual(
    messages.map(({ subject, unread }) => [subject, unread]),
    [
      ['new and unread', true],
      ['old and unread', true],
      ['new and read', false],
      ['old and read', false],
    ],
  )
  assert.equal(cursor, null)
  const old = messages[1]
  assert.deepEqual(
    [old?.debtor_id, old?.debtor_name, old?.invoice_number, old?.at, old?.beginning],
    [debtor_id, 'Bakery Morning Star', 'F-1', '2026-10-01T10:00:00Z', 'When can I expect the goods?'],
  )
})

test('a message is shown whole, also one of our own, and looking at it does not read it', async () => {
  const { messages } = await list()
  const unread = messages[0] ?? assert.fail()
  const shown = (await reader.get(path(`/${unread.id}`))).body as Message
  assert.deepEqual(
    [shown.content, shown.sender_type, shown.unread, shown.debtor_name],
    ['When can I expect the goods?', 'debtor', true, 'Bakery Morning Star'],
  )
  assert.equal((await list()).messages[0]?.unread, true)
  assert.equal(((await reader.get(path(`/${sent}`))).body as Message).sender_type, 'creditor')
})

test('files that came along can be had through their links', async () => {
  const form = new FormData()
  form.append('administration_id', tenant.administration_id)
  form.append('debtor_number', (await given.debtorKeys(tenant, debtor_id)).debtor_number)
  for (const [name, value] of Object.entries({ subject: 'With files', body: 'See below.', email: 'pay@example.com' }))
    form.append(`message[${name}]`, value)
  for (const text of ['first', 'second'])
    form.append('message[attachments][]', new Blob([text], { type: 'text/plain' }), 'note.txt')
  const made = await call('POST /v1/messages', { token: await given.token(tenant), multipart: form })
  assert.equal(made.status, 200, made.text)
  const { attachments } = (await reader.get(path(`/${(made.body as Message).id}`))).body as {
    attachments: { filename: string; url: string }[]
  }
  assert.deepEqual(
    attachments.map(({ filename }) => filename),
    ['note.txt', 'note.txt'],
  )
  const texts = await Promise.all(attachments.map(async ({ url }) => (await fetch(url)).text()))
  assert.deepEqual(texts, ['first', 'second'])
})

test('pages follow each other across the end of what is unread, and lose nothing', async () => {
  for (let n = 0; n < 120; n++) {
    await given.message(tenant, {
      received_at: `2026-08-0${1 + (n % 7)}T10:00:00.00000${n % 3}Z`,
      ...(n < 60 ? read : {}),
    })
  }
  const seen: Message[] = []
  let cursor: string | null = ''
  do {
    const page: Page = await list(cursor)
    seen.push(...page.messages)
    cursor = page.cursor
  } while (cursor !== null)
  assert.equal(new Set(seen.map(({ id }) => id)).size, 124)
  assert.equal(seen.length, 124)
  const first_read = seen.findIndex(({ unread }) => !unread)
  assert.equal(first_read, 62)
  assert.ok(seen.slice(first_read).every(({ unread }) => !unread))
})

test('a page reads an index in its order, wherever it begins', async () => {
  const { administration_id } = tenant
  const after = { value: '2026-10-01T10:00:00.000001Z', id: '5' }
  for (const place of [null, { ...after, unread: true }, { ...after, unread: false }]) {
    await readsInOrder(database.db, inboxPage(administration_id, place), 'messages_inbox')
  }
})

test('how many are unread is counted in the index of those alone', async () => {
  const plan = await planOf(
    database.db,
    sql`select count(*) from messages where administration_id = 1 and sender_type = 'debtor' and read_at is null`,
  )
  assert.match(plan, /using messages_unread_of_debtor /, plan)
})

test('what is not of this list is refused, and strangers see nothing', async () => {
  for (const cursor of ['x', 'unread x', 'read 2026-10-01 5', 'later 2026-10-01T10:00:00.000001Z 5', 'unread  ']) {
    assert.equal((await reader.get(path(`?cursor=${encodeURIComponent(cursor)}`))).status, 422, cursor)
  }
  for (const query of ['', `/${sent}`]) {
    assert.equal((await visitor(service).get(path(query))).status, 401)
    assert.equal((await outsider.get(path(query))).status, 403)
  }
  assert.equal((await outsider.get(path(`/${sent}`, stranger))).status, 404)
  assert.equal(((await outsider.get(path('', stranger))).body as Page).messages.length, 1)
})
