import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Tenant } from '../../test/given.ts'
import { data } from '../../test/harness.ts'
import { startMailBothWays } from '../../test/mail_both_ways.ts'
import { mailTo } from '../../test/mail_client.ts'
import type { Received } from '../../test/smtp.ts'
import { readFacts } from '../follow_up/read/facts.ts'

const { smtp, service, port, reminded } = await startMailBothWays()
const { given, call, database } = service
const { db } = database

const messagesOf = async ({ administration_id }: Tenant, token: string) =>
  data(await call(`GET /v1/messages?administration_id=${administration_id}&fields=${all_fields}`, { token }))
const all_fields = encodeURIComponent(
  JSON.stringify({
    only: ['sender_type', 'subject', 'debtor_id', 'invoice_id', 'credit_case_id', 'read_at', 'content'],
  }),
)
const replyTo = ({ headers }: Received): string => headers.get('reply-to') ?? ''
const answer = (letter: Received, own: object) => ({
  ...{
    to: replyTo(letter),
    subject: `Re: ${letter.headers.get('subject')}`,
    inReplyTo: letter.headers.get('message-id') ?? '',
  },
  ...own,
})

test('an answer to a letter stands in the dossier: text, files, what it quotes, and the original', async () => {
  const {
    tenant,
    debtor_id,
    invoice_ids: [invoice_id = ''],
    letter,
    address: from,
  } = await reminded()
  assert.match(replyTo(letter), /^replies\+l-\d+-\d+-[0-9a-f]{20}@in\.example\.com$/)
  assert.match(letter.from, /^replies\+bl-/)
  const text =
    'Dear creditor,\n\nI pay on Friday.\n\nOn 16 Nov 2026 at 10:00, Example wrote:\n> Please pay.\n> Thank you.'
  const attachments = [{ filename: '../proof.pdf', content: 'PDF', contentType: 'application/pdf' }]
  const said = await mailTo(port, answer(letter, { from: `Robin Debtor <${from}>`, text, attachments }))
  assert.match(said, /^250/)
  const token = await given.token(tenant)
  const [message, ...others] = await messagesOf(tenant, token)
  assert.equal(others.length, 0)
  assert.equal(message?.content, 'Dear creditor,\n\nI pay on Friday.')
  assert.deepEqual(
    [message?.sender_type, message?.debtor_id, message?.invoice_id, message?.read_at],
    ['debtor', debtor_id, invoice_id, null],
  )
  const { rows } = await sql<{ quoted: string; from_name: string; filename: string; original: string }>`
    select i.quoted, i.from_name, a.filename, f.content_type as original from incoming_mails i
    join message_attachments a on a.administration_id = i.administration_id and a.message_id = i.message_id
    join files f on f.administration_id = i.administration_id and f.id = i.file_id
    where i.administration_id = ${tenant.administration_id}::bigint`.execute(db)
  assert.deepEqual(rows, [
    {
      quoted: 'On 16 Nov 2026 at 10:00, Example wrote:\n> Please pay.\n> Thank you.',
      ...{ from_name: 'Robin Debtor', filename: 'proof.pdf', original: 'message/rfc822' },
    },
  ])
  const events = await sql<{ event_name: string; actor_service: string }>`
    select event_name, actor_service from events where administration_id = ${tenant.administration_id}::bigint
      and event_name like '%comment'`.execute(db)
  assert.deepEqual(events.rows, [{ event_name: 'invoice_new_comment', actor_service: 'mail' }])
  const notified = await sql`select from notifications where administration_id = ${tenant.administration_id}::bigint
    and notification_type = 'message_received' and invoice_id = ${invoice_id}::bigint`.execute(db)
  assert.equal(notified.rows.length, 1)
})

test('an unread answer holds the reminders of its invoice, as every message does', async () => {
  const { tenant, debtor_id, letter, address: from } = await reminded()
  const reasons = async (): Promise<string[]> => {
    const portion = {
      administration_id: tenant.administration_id,
      debtor_ids: [debtor_id],
      timezone: 'Europe/Amsterdam',
      today: '2026-11-16',
    } as const
    const [facts] = await readFacts(db, portion, { language_code: 'nl', on_since: null })
    return (facts?.invoices ?? []).flatMap(({ held }) => held.map(({ reason }) => reason))
  }
  assert.ok(!(await reasons()).includes('unread_message'))
  await mailTo(port, answer(letter, { from, text: 'I do not agree.' }))
  assert.ok((await reasons()).includes('unread_message'))
})

test('an automatic answer is shown, holds nothing, notifies nobody, and is never answered', async () => {
  const { tenant, letter, address: from } = await reminded()
  const sent_before = smtp.received.length
  const headers = { 'Auto-Submitted': 'auto-replied' }
  assert.match(await mailTo(port, answer(letter, { from, headers, text: 'I am away until Monday.' })), /^250/)
  // As RFC 3834 has it: to the return path, from nobody.
  const envelope = { from: '', to: letter.from }
  assert.match(await mailTo(port, { envelope, from, to: letter.from, subject: 'Away', text: 'Back soon.' }), /^250/)
  const messages = await messagesOf(tenant, await given.token(tenant))
  assert.deepEqual(
    messages.map(({ content, read_at }) => [content, read_at !== null]),
    [
      ['I am away until Monday.', true],
      ['Back soon.', true],
    ],
  )
  const { rows } = await sql`select from events where administration_id = ${tenant.administration_id}::bigint
    and event_name like '%comment'`.execute(db)
  assert.deepEqual([rows.length, smtp.received.length], [0, sent_before])
})

test('the same mail brought twice is one message', async () => {
  const { tenant, letter, address: from } = await reminded()
  const same = answer(letter, { from, text: 'Once.', messageId: '<once.1@example.org>' })
  for (const _ of [1, 2]) assert.match(await mailTo(port, same), /^250/)
  assert.equal((await messagesOf(tenant, await given.token(tenant))).length, 1)
})

test('nobody reaches another administration: the address decides, whatever a mail refers to', async () => {
  const [one, other] = [await reminded(), await reminded()]
  const forged = {
    inReplyTo: other.letter.headers.get('message-id'),
    references: other.letter.headers.get('message-id'),
  }
  assert.match(await mailTo(port, answer(one.letter, { from: other.address, text: 'Forged.', ...forged })), /^250/)
  assert.deepEqual(await messagesOf(other.tenant, await given.token(other.tenant)), [])
  const [message] = await messagesOf(one.tenant, await given.token(one.tenant))
  assert.equal(message?.debtor_id, one.debtor_id)
  // An address of one with the number of another is not signed.
  const swapped = replyTo(one.letter).replace(/-\d+-\d+-/, `-${other.tenant.administration_id}-${other.letter_id}-`)
  assert.match(await mailTo(port, { from: one.address, to: swapped, text: 'Forged.' }), /^550 5\.1\.1/)
  assert.deepEqual(await messagesOf(other.tenant, await given.token(other.tenant)), [])
})

test('mail for nobody, mail of our own and mail that runs in a circle are refused', async () => {
  const { tenant, letter, address: from } = await reminded()
  for (const to of ['somebody@example.com', 'nobody@in.example.com', 'replies+x@in.example.com']) {
    assert.match(await mailTo(port, { from, to, text: 'Relay me.' }), /^550/)
  }
  assert.match(await mailTo(port, answer(letter, { from: 'dunlin@example.com', text: 'Loop.' })), /^550 .*circle/)
  const received = Array.from({ length: 40 }, (_, hop) => ({ key: 'Received', value: `from h${hop} by h${hop + 1}` }))
  assert.match(await mailTo(port, answer(letter, { from, text: 'Loop.', headers: received })), /^550 .*circle/)
  const own = { from, text: 'Forwarded back.', messageId: letter.headers.get('message-id') }
  assert.match(await mailTo(port, answer(letter, own)), /^550 .*circle/)
  assert.deepEqual(await messagesOf(tenant, await given.token(tenant)), [])
})

test('to the address without a signature, what a mail answers leads to the dossier; else it is refused', async () => {
  const {
    tenant,
    invoice_ids: [invoice_id = ''],
    letter,
  } = await reminded()
  const to = 'replies@in.example.com'
  const inReplyTo = letter.headers.get('message-id') ?? ''
  assert.match(
    await mailTo(port, { from: 'colleague@example.org', to, subject: 'Re', text: 'Paid.', inReplyTo }),
    /^250/,
  )
  const [message] = await messagesOf(tenant, await given.token(tenant))
  assert.equal(message?.invoice_id, invoice_id)
  const stray = await mailTo(port, { from: 'colleague@example.org', to, subject: 'Hello', text: 'Hello.' })
  assert.match(stray, /^550 .*address in the letter/, 'there are several administrations, and nothing says which')
})

test('of HTML the words stay: no script, no picture from elsewhere, and links say where they lead', async () => {
  const { tenant, letter, address: from } = await reminded()
  const html = `<html><head><style>p{color:red}</style></head><body><script>alert(1)</script>
    <p>Hello &amp; <b>goodbye</b> &#8364;</p><img src="https://spy.example.net/x.png" onerror="alert(2)">
    <a href="https://bank.example.net/x">my bank</a><a href="javascript:alert(3)">click</a>
    <blockquote>Please pay.</blockquote></body></html>`
  await mailTo(port, answer(letter, { from, html }))
  const [message] = await messagesOf(tenant, await given.token(tenant))
  assert.equal(message?.content, 'Hello & goodbye €\nmy bank (https://bank.example.net/x)click')
})

test('where the creditor named an address for answers, they go there', async () => {
  const settings = { sender_email_address: 'desk@creditor.example' }
  const { letter } = await reminded({ settings })
  assert.equal(replyTo(letter), 'desk@creditor.example')
  assert.match(letter.from, /^replies\+bl-/, 'and bounces still come here')
})

test('mail to the address that staff have of a record becomes a note, all of it', async () => {
  const {
    tenant,
    debtor_id,
    invoice_ids: [invoice_id = ''],
    letter,
  } = await reminded()
  const { administration_id } = tenant
  const token = await given.token(tenant)
  const fields = encodeURIComponent('{"only":["internal_note_email_address"]}')
  const query = `administration_id=${administration_id}&fields=${fields}`
  const addresses = await Promise.all(
    [`invoices/${invoice_id}`, `debtors/${debtor_id}`].map(async (path) => {
      const { body } = await call(`GET /v1/${path}?${query}`, { token })
      return (body as { internal_note_email_address: string }).internal_note_email_address
    }),
  )
  const text = 'See below.\n\nOn 16 Nov 2026 at 10:00, Robin wrote:\n> I am bankrupt.'
  for (const to of addresses) assert.match(await mailTo(port, { from: 'Boss@creditor.example', to, text }), /^250/)
  const notes = data(await call(`GET /v1/notes?administration_id=${administration_id}`, { token }))
  assert.deepEqual(
    notes.map((note) => [note.invoice_id, note.debtor_id, note.from_email_address, note.content]),
    [
      [invoice_id, debtor_id, 'boss@creditor.example', text],
      [null, debtor_id, 'boss@creditor.example', text],
    ],
  )
  assert.ok(!letter.source.includes(addresses[0]?.split('@')[0] ?? ''), 'debtors never see it')
})
