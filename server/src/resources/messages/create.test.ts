import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Answer, type Service, startService } from '../../../test/harness.ts'
import { mailTo } from '../../../test/mailbox.ts'
import { readable, startSmtp } from '../../../test/smtp.ts'
import { until } from '../../../test/until.ts'

/** The moment that the service takes it to be. */
const now = '2026-11-15T09:30:00.000000Z'
const service = await startService({ now: () => new Date(now) })
const { call, given, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const written = { subject: 'About your invoice', body: 'Dear customer,\n\nPlease pay.\nThank you.' }
const debtor_id = await given.debtor(tenant, {
  debtor_number: 'D-mail',
  debtor_identifier: 'key-mail',
  primary_email_address: 'no address; pay@example.com, too@example.com',
})
const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'F-mail', invoice_identifier: 'i-mail' })
const credit_case_id = await given.row('credit_cases', tenant, {
  debtor_id,
  case_number: '123456789',
  credit_case_number: '123 456 789',
  currency_code: 'EUR',
  total_amount: '1.00',
  open_amount: '1.00',
  debt_collection_costs: '0.00',
  interest_costs: '0.00',
  started_at: 'stamp',
  created_at: 'stamp',
  updated_at: 'stamp',
})

const send = (json: object, from: Pick<Service, 'call'> = service, as = token) =>
  from.call('POST /v1/messages', { token: as, json: { administration_id, ...json } })
const counts = async (): Promise<number[]> => {
  const { rows } = await database.pool.query(
    `select (select count(*) from messages) as messages, (select count(*) from mails) as mails,
            (select count(*) from message_attachments) as attachments`,
  )
  return Object.values(rows[0]).map(Number)
}

function shown(answer: Answer): Record<string, unknown> {
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Record<string, unknown>
}

test('a message goes to the addresses of the debtor, and is shown', async () => {
  const message = shown(await send({ debtor_number: 'D-mail', message: written }))
  assert.equal(message.sender_type, 'creditor')
  assert.equal(message.subject, written.subject)
  assert.equal(message.debtor_id, debtor_id)
  assert.deepEqual([message.invoice_id, message.credit_case_id, message.read_at], [null, null, null])
  assert.equal(message.sent_at, now)
  const query = `administration_id=${administration_id}&fields=${encodeURIComponent('{"only":["content"]}')}`
  const { body } = await call(`GET /v1/messages/${message.id}?${query}`, { token })
  assert.deepEqual(body, { content: written.body })
  const letter = await mailTo(service, 'pay@example.com', 'message')
  assert.equal(letter.subject, written.subject)
  assert.match(
    letter.text,
    /^Dear customer,\n\nPlease pay\.\nThank you\.\n\n-- \nSent by Administration \d+ with Dunlin/,
  )
  const kept = JSON.parse(await readFile(join(service.data_dir, 'mails', `${letter.id}.json`), 'utf8'))
  assert.deepEqual(kept.to, ['pay@example.com', 'too@example.com'])
})

test('every target leads to its debtor, also together', async () => {
  const about = async (json: object) => {
    const { debtor_id, invoice_id, credit_case_id } = shown(await send({ ...json, message: written }))
    return { debtor_id, invoice_id, credit_case_id }
  }
  const nothing = { debtor_id, invoice_id: null, credit_case_id: null }
  assert.deepEqual(await about({ debtor_identifier: 'key-mail' }), nothing)
  assert.deepEqual(await about({ invoice_number: 'F-mail' }), { ...nothing, invoice_id })
  assert.deepEqual(await about({ invoice_identifier: 'i-mail' }), { ...nothing, invoice_id })
  assert.deepEqual(await about({ credit_case_number: '123 456 789' }), { ...nothing, credit_case_id })
  const all = { debtor_number: 'D-mail', invoice_number: 'F-mail', credit_case_number: '123456789' }
  assert.deepEqual(await about(all), { debtor_id, invoice_id, credit_case_id })
})

test('an answer that names the Message-ID of a mail finds the invoice that it was about', async () => {
  const message = shown(await send({ invoice_number: 'F-mail', message: { ...written, email: 'found@example.com' } }))
  const { id } = await mailTo(service, 'found@example.com', 'message')
  const { rows } = await database.pool.query(
    `select message_id_header from mails where id = $1 and resource_type = 'message'`,
    [id],
  )
  const found = await database.pool.query(
    `select a.company_id::text, m.administration_id::text, r.id::text, r.invoice_id::text
     from mails m join administrations a on a.id = m.administration_id and a.company_id = m.company_id
     join messages r on r.administration_id = m.administration_id and r.id = m.resource_id
     where m.message_id_header = $1`,
    [rows[0].message_id_header],
  )
  const { company_id } = tenant
  assert.deepEqual(found.rows, [{ company_id, administration_id, id: message.id, invoice_id }])
})

test('an identifier that several invoices share names the one that agrees with the rest', async () => {
  const stranger = await given.debtor(tenant, { debtor_number: 'D-shared', primary_email_address: 'a@example.com' })
  const shared = { invoice_identifier: 'i-shared' }
  const first = await given.invoice(tenant, debtor_id, { invoice_number: 'F-shared-1', ...shared })
  const theirs = await given.invoice(tenant, stranger, { invoice_number: 'F-shared-2', ...shared })
  const about = async (names: object) => shown(await send({ ...names, ...shared, message: written })).invoice_id
  assert.equal(await about({ debtor_number: 'D-mail' }), first)
  assert.equal(await about({ invoice_number: 'F-shared-2' }), theirs)
  await given.invoice(tenant, debtor_id, { invoice_number: 'F-shared-3', ...shared })
  for (const names of [{}, { debtor_number: 'D-mail' }]) {
    const answer = await send({ ...names, ...shared, message: written })
    assert.deepEqual(answer.body, {
      code: 'unprocessable_entity',
      message: 'invoice_identifier: belongs to more than one invoice; add its invoice_number',
    })
  }
  assert.equal(await about({ debtor_number: 'D-mail', invoice_number: 'F-shared-1' }), first)
})

test('what cannot be sent is refused, and leaves nothing behind', async () => {
  await given.debtor(tenant, { debtor_number: 'D-none', primary_email_address: 'nowhere' })
  const other = await given.debtor(tenant)
  await given.invoice(tenant, other, { invoice_number: 'F-other' })
  const before = await counts()
  const refused = async (json: object): Promise<string> => {
    const { status, body } = await send(json)
    return `${status} ${(body as { message: string }).message}`
  }
  const to = { debtor_number: 'D-mail' }
  assert.equal(await refused({ ...to }), '422 message: is missing')
  assert.equal(await refused({ ...to, message: {} }), '422 message.subject: is missing, message.body: is missing')
  assert.match(await refused({ message: written }), /^422 debtor_number: is missing/)
  assert.match(await refused({ debtor_number: '', message: written }), /^422 debtor_number: is missing/)
  assert.equal(await refused({ debtor_number: 'D-nobody', message: written }), '404 There is no such debtor.')
  assert.equal(await refused({ ...to, invoice_number: 'none', message: written }), '404 There is no such invoice.')
  assert.equal(await refused({ credit_case_number: '1', message: written }), '404 There is no such credit case.')
  assert.match(await refused({ ...to, invoice_number: 'F-other', message: written }), /^422 .*not belong to one debtor/)
  assert.match(await refused({ debtor_number: 'D-none', message: written }), /^422 message.email: is missing, and/)
  for (const [name, value] of [
    ['email', 'nobody'],
    ['cc_email', 'a@example.com, b'],
    ['bcc_email', 'a@example.com\r\nBcc: x@example.com'],
  ] as const) {
    const message = { ...written, [name]: value }
    assert.equal(await refused({ ...to, message }), `422 message.${name}: must be email addresses with commas between`)
  }
  const many = Array.from({ length: 50 }, (_, index) => `a${index}@example.com`).join(',')
  assert.match(
    await refused({ ...to, message: { ...written, cc_email: many } }),
    /^422 message.email: must not have 50/,
  )
  const unknown = [{ checksum: `${'A'.repeat(86)}==`, filename: 'x.pdf' }]
  assert.match(await refused({ ...to, message: { ...written, files: unknown } }), /no file with this checksum/)
  assert.match(await refused({ ...to, message: { ...written, attachments: ['x'] } }), /multipart\/form-data/)
  assert.deepEqual(await counts(), before)
})

test('another company cannot write to the debtor, nor learn that it is there', async () => {
  const stranger = await given.tenant()
  const foreign = await given.token(stranger)
  assert.equal((await send({ debtor_number: 'D-mail', message: written }, service, foreign)).status, 403)
  const own = { administration_id: stranger.administration_id, message: written }
  const there = await send({ ...own, debtor_number: 'D-mail' }, service, foreign)
  const nowhere = await send({ ...own, debtor_number: 'D-nobody' }, service, foreign)
  assert.deepEqual([there.status, there.text], [404, nowhere.text])
})

test('too many or too large attachments are refused', async () => {
  const form = (files: readonly Blob[]): FormData => {
    const form = new FormData()
    form.append('administration_id', administration_id)
    form.append('debtor_number', 'D-mail')
    for (const [name, value] of Object.entries(written)) form.append(`message[${name}]`, value)
    for (const file of files) form.append('message[attachments][]', file, 'x.bin')
    return form
  }
  const large = await call('POST /v1/messages', {
    token,
    multipart: form([new Blob(['x'.repeat(10 * 1024 ** 2 + 1)])]),
  })
  assert.match(large.text, /message\.attachments\[0\]: must not be larger than 10 MB/)
  const many = await call('POST /v1/messages', { token, multipart: form(Array(11).fill(new Blob(['x']))) })
  assert.equal(many.status, 422, many.text)
})

test('attachments travel along, copies are named, and blind copies are not', async () => {
  const smtp = await startSmtp()
  const sending = await startService({ smtp_url: smtp.url })
  const there = await sending.given.tenant()
  await sending.given.debtor(there, { debtor_number: 'D-1', language_code: 'nl' })
  const its_token = await sending.given.token(there)
  const bytes = Buffer.from('%PDF-1.7 second')
  const checksum = createHash('sha3-512').update(bytes).digest('base64')
  const announced = await sending.call('POST /v1/files', {
    token: its_token,
    json: {
      administration_id: there.administration_id,
      files: [{ checksum, byte_size: bytes.length, content_type: 'application/pdf' }],
    },
  })
  const [{ url }] = announced.body as [{ url: string }]
  const put = await fetch(url, { method: 'PUT', body: bytes, headers: { 'content-type': 'application/pdf' } })
  assert.ok(put.ok, String(put.status))

  const form = new FormData()
  form.append('administration_id', there.administration_id)
  form.append('debtor_number', 'D-1')
  const members = { ...written, email: 'one@example.com', cc_email: 'two@example.com', bcc_email: 'three@example.com' }
  for (const [name, value] of Object.entries(members)) form.append(`message[${name}]`, value)
  form.append('message[attachments][]', new Blob(['first'], { type: 'text/plain' }), '../the first.txt')
  form.append('message[files]', JSON.stringify([{ checksum, filename: 'second.pdf' }]))
  shown(await sending.call('POST /v1/messages', { token: its_token, multipart: form }))

  await until('the mail has arrived', async () => smtp.received.length === 1)
  const [mail] = smtp.received
  assert.ok(mail)
  assert.deepEqual(mail.to.sort(), ['one@example.com', 'three@example.com', 'two@example.com'])
  assert.equal(mail.headers.get('to'), 'one@example.com')
  assert.equal(mail.headers.get('cc'), 'two@example.com')
  assert.doesNotMatch(mail.source, /three@example\.com/)
  assert.equal(mail.headers.get('reply-to'), 'office@example.com')
  assert.match(mail.headers.get('from') ?? '', /Administration \d+.* <dunlin@example\.com>/)
  assert.equal(mail.headers.get('auto-submitted'), undefined)
  assert.match(readable(mail), /Verstuurd door Administration/)
  assert.match(mail.source, /filename="?the first\.txt"?/)
  assert.match(mail.source, /filename="?second\.pdf"?/)
  assert.ok(mail.source.includes(bytes.toString('base64')))
  const rows = await sending.database.db.selectFrom('message_attachments').select('filename').orderBy('id').execute()
  assert.deepEqual(
    rows.map(({ filename }) => filename),
    ['the first.txt', 'second.pdf'],
  )
})
