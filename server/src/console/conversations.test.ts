import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listenTo } from '../../test/event_stream.ts'
import { startService } from '../../test/harness.ts'
import { readsInOrder } from '../../test/plans.ts'
import { until } from '../../test/until.ts'
import { givenPerson, signedIn } from '../../test/visitor.ts'
import { tabPage } from './conversation_list.ts'

const service = await startService({ now: () => new Date('2026-11-16T10:00:00Z') })
const { given, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const boss = await signedIn(service, tenant.company_id)
const colleague = await givenPerson(service, tenant.company_id, { company_role: 'standard' })
const rights = { [administration_id]: 'restricted' as const }
const reader = await signedIn(service, tenant.company_id, { company_role: null, rights })
const elsewhere = await given.tenant()
const outsider = await signedIn(service, elsewhere.company_id)

type Conversation = {
  id: string
  subject: string
  state: string
  unread: boolean
  beginning: string
  assigned_to: string | null
  overdue_amount: string
  overdue_days: number | null
}
type List = { conversations: Conversation[]; counts: { tab: string; conversations: number }[]; cursor: string | null }
const base = `/console/administrations/${administration_id}/conversations`
async function list(query: string, who = boss): Promise<List> {
  const answer = await who.get(`${base}?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as List
}
const subjects = async (query: string): Promise<string[]> =>
  (await list(query)).conversations.map(({ subject }) => subject)
const verb = (name: 'assign' | 'mark', body: object, who = boss) =>
  who.send(`POST /console/conversations/${name}`, { administration_id, ...body })

let days = 0
/** A debtor and what was said with it, a day later each. */
async function said(...messages: [sender_type: 'debtor' | 'creditor', subject: string | null][]): Promise<string> {
  const debtor_id = await given.debtor(tenant)
  for (const [sender_type, subject] of messages) {
    const at = new Date(Date.UTC(2026, 0, ++days)).toISOString()
    await given.message(tenant, { debtor_id, sender_type, subject, received_at: at, content: `About ${subject}` })
  }
  return debtor_id
}
async function conversationOf(debtor_id: string): Promise<Conversation> {
  const row = await database.db
    .selectFrom('conversations')
    .selectAll()
    .where('debtor_id', '=', debtor_id)
    .executeTakeFirstOrThrow()
  return { ...row, subject: row.subject_key } as never
}

test('answers and forwarded mails belong to what they answer, and other subjects do not', async () => {
  const debtor_id = await said(
    ['debtor', 'Wrong amount'],
    ['creditor', 'Re: Wrong amount'],
    ['debtor', 'RE: AW: wrong   amount'],
    ['debtor', 'Antw: Re[2]: Wrong amount'],
    ['debtor', 'Amount'],
    ['debtor', null],
  )
  const rows = await database.db
    .selectFrom('conversations')
    .select('subject_key')
    .where('debtor_id', '=', debtor_id)
    .orderBy('subject_key')
    .execute()
  assert.deepEqual(
    rows.map(({ subject_key }) => subject_key),
    ['', 'amount', 'wrong amount'],
  )
})

test('who wrote last says what is waited for; a new message of the debtor opens what was done', async () => {
  const debtor_id = await said(['debtor', 'Copy please'])
  const { id } = await conversationOf(debtor_id)
  assert.equal((await conversationOf(debtor_id)).state, 'open')
  const marked = await verb('mark', { conversation_id: id, state: 'done' })
  assert.equal(marked.status, 200, marked.text)
  const { read_message_ids } = marked.body as { read_message_ids: string[] }
  assert.equal(read_message_ids.length, 1)
  assert.deepEqual([(await conversationOf(debtor_id)).state, (await conversationOf(debtor_id)).unread], ['done', false])
  // Taken back: it is unread again, and open.
  const messages = read_message_ids.map((one) => ({ id: one, read: false }))
  assert.equal((await boss.send('PATCH /console/messages', { administration_id, messages })).status, 200)
  assert.deepEqual([(await conversationOf(debtor_id)).state, (await conversationOf(debtor_id)).unread], ['open', true])
  const { debtor_number } = await given.debtorKeys(tenant, debtor_id)
  const message = { subject: 'Re: Copy please', body: 'Here it is.', email: 'a@example.com' }
  const [seen_message_id] = read_message_ids
  const answer = { administration_id, debtor_number, message, seen_message_id }
  assert.equal((await boss.send('POST /console/messages', answer)).status, 200)
  assert.deepEqual(
    [(await conversationOf(debtor_id)).state, (await conversationOf(debtor_id)).unread],
    ['waiting', false],
  )
  await verb('mark', { conversation_id: id, state: 'done' })
  await given.message(tenant, { debtor_id, subject: 're: copy please' })
  assert.equal((await conversationOf(debtor_id)).state, 'open')
})

test('nobody is done with what they have not seen, and notes do not push messages out', async () => {
  const debtor_id = await said(['debtor', 'Where is it'])
  const { id } = await conversationOf(debtor_id)
  const show = async () =>
    (await boss.get(`/console/administrations/${administration_id}/conversations/${id}`)).body as {
      said: { id: string; kind: string }[]
    }
  const seen_message_id = (await show()).said[0]?.id
  await given.message(tenant, { debtor_id, subject: 'Re: where is it' })
  const done = await verb('mark', { conversation_id: id, state: 'done', seen_message_id })
  assert.equal(done.status, 409, done.text)
  assert.equal((await conversationOf(debtor_id)).unread, true)
  const { debtor_number } = await given.debtorKeys(tenant, debtor_id)
  const message = { subject: 'Re: Where is it', body: 'On its way.', email: 'a@example.com' }
  const answer = { administration_id, debtor_number, message, seen_message_id }
  assert.equal((await boss.send('POST /console/messages', answer)).status, 200)
  assert.equal((await conversationOf(debtor_id)).unread, true, 'the second one waits')
  for (let n = 0; n < 60; n++)
    await given.row('notes', tenant, { debtor_id, content: 'A note', created_at: 'stamp', updated_at: 'stamp' })
  const kinds = (await show()).said.map(({ kind }) => kind)
  assert.deepEqual(
    [kinds.filter((one) => one === 'note').length, kinds.filter((one) => one === 'message').length],
    [50, 2],
  )
})

test('the inbox has unread conversations first, with what is overdue, and finds what was written', async () => {
  const owing = { total_amount: '50.00', open_amount: '50.00', book_total_amount: '50.00', book_open_amount: '50.00' }
  const first = await said(['debtor', 'Unread one'])
  await given.invoice(tenant, first, { ...owing, due_date: '2026-11-06' })
  await said(['debtor', 'Read later'])
  await boss.send('PATCH /console/messages', {
    administration_id,
    messages: [{ id: await lastMessage(), read: true }],
  })
  const { conversations } = await list('tab=open')
  const places = ['Unread one', 'Read later'].map((one) => conversations.findIndex(({ subject }) => subject === one))
  assert.ok(places[0] !== -1 && (places[0] ?? 0) < (places[1] ?? 0), JSON.stringify(places))
  const found = conversations.find(({ subject }) => subject === 'Unread one')
  assert.deepEqual(
    [found?.unread, found?.overdue_amount, found?.overdue_days, found?.beginning],
    [true, '50.00', 10, 'About Unread one'],
  )
  assert.deepEqual(await subjects('tab=open&text=about%20unread'), ['Unread one'])
  assert.deepEqual(await subjects('tab=open&text=100%25'), [])
})

const lastMessage = async (): Promise<string> =>
  (await database.db.selectFrom('messages').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id

test('a conversation is given to a colleague, and back; the lists follow', async () => {
  const { id } = await conversationOf(await said(['debtor', 'For a colleague']))
  assert.equal((await verb('assign', { conversation_id: id, user_id: boss.id })).status, 200)
  assert.deepEqual(await subjects('tab=mine'), ['For a colleague'])
  assert.ok(!(await subjects('tab=unassigned')).includes('For a colleague'))
  assert.equal((await verb('assign', { conversation_id: id, user_id: colleague.id })).status, 200)
  assert.deepEqual(await subjects('tab=mine'), [])
  const stranger = await givenPerson(service, elsewhere.company_id)
  assert.equal((await verb('assign', { conversation_id: id, user_id: stranger.id })).status, 422)
  assert.equal((await verb('assign', { conversation_id: id })).status, 200)
  assert.ok((await subjects('tab=unassigned')).includes('For a colleague'))
})

test('a conversation is shown with its notes, and what it was read is left alone', async () => {
  const debtor_id = await said(['debtor', 'Noted'], ['creditor', 'Re: Noted'], ['debtor', 'Re: Noted'])
  const { id } = await conversationOf(debtor_id)
  await boss.send('POST /console/notes', { administration_id, debtor_id, content: 'Ask the warehouse.' })
  const shown = (await boss.get(`${base}/${id}`)).body as { said: { kind: string; content: string }[] }
  assert.deepEqual(
    shown.said.map(({ kind }) => kind),
    ['message', 'answer', 'message', 'note'],
  )
  assert.equal((await conversationOf(debtor_id)).unread, true)
})

test('who may only look changes nothing, and nobody reaches another company', async () => {
  const { id } = await conversationOf(await said(['debtor', 'Guarded']))
  for (const [name, body] of [
    ['assign', { conversation_id: id }],
    ['mark', { conversation_id: id, state: 'done' }],
  ] as const) {
    assert.equal((await verb(name, body, reader)).status, 403)
    assert.equal((await verb(name, body, outsider)).status, 403)
    const theirs = { ...body, administration_id: elsewhere.administration_id }
    assert.equal((await verb(name, theirs, outsider)).status, 404)
  }
  assert.equal((await reader.get(`${base}/${id}`)).status, 200)
  assert.equal((await outsider.get(`${base}/${id}`)).status, 403)
  const there = `/console/administrations/${elsewhere.administration_id}/conversations/${id}`
  assert.equal((await outsider.get(there)).status, 404)
  assert.equal((await boss.get(`${base}?tab=open&cursor=nonsense`)).status, 422)
})

test('open pages hear of what was done with a conversation', async () => {
  const { id } = await conversationOf(await said(['debtor', 'Heard of']))
  const listener = await listenTo(service.app.base_url, boss, administration_id)
  await verb('assign', { conversation_id: id, user_id: colleague.id })
  await until('the page has heard of it', () => listener.heard().includes(`conversations ${id}`), 2_000)
  await listener.close()
})

test('a page of the inbox is read in the order of an index, and goes on where it ended', async () => {
  for (let n = 0; n < 60; n++) await said(['debtor', `Many ${n}`])
  const { conversations, cursor } = await list('tab=open')
  const rest = await list(`tab=open&cursor=${encodeURIComponent(cursor ?? '')}`)
  const ids = [...conversations, ...rest.conversations].map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(rest.conversations.length > 0)
  const of = { administration_id, user_id: boss.id }
  for (const tab of ['open', 'waiting', 'done'] as const) {
    await readsInOrder(database.db, tabPage(of, tab, null), 'conversations_inbox')
  }
  await readsInOrder(database.db, tabPage(of, 'mine', null), 'conversations_assigned')
})
