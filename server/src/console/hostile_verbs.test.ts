import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { uploadDocument } from '../../test/upload_document.ts'
import { signedIn } from '../../test/visitor.ts'
import type { Role } from '../api/principal.ts'
import { readSegments } from '../reports/segments.ts'

// What people could do on our pages, by mistake or on purpose, and should not.

const service = await startService({ now: () => new Date('2026-11-16T09:00:00Z') })
const { given, database, call, app } = service
const { db } = database
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const withRole = (role: Role) =>
  signedIn(service, tenant.company_id, { company_role: null, rights: { [administration_id]: role } })
const worker = await withRole('standard')
const reader = await withRole('restricted')
const writer = await withRole('communication')
const looker = await signedIn(service, tenant.company_id, { company_role: 'restricted' })
const debtor_id = await given.debtor(tenant, { primary_email_address: 'office@example.com' })
const { debtor_number } = await given.debtorKeys(tenant, debtor_id)

const refused = async (line: string, body: object, problem: RegExp, who = worker): Promise<void> => {
  const answer = await who.send(line, { administration_id, ...body })
  assert.equal(answer.status, 422, answer.text)
  assert.match(answer.text, problem)
}

test('work is given to nobody who may only look', async () => {
  await given.message(tenant, { debtor_id, sender_type: 'debtor', subject: 'Hello', content: 'Hello.' })
  const { id: conversation_id } = await db
    .selectFrom('conversations')
    .select('id')
    .where('debtor_id', '=', debtor_id)
    .executeTakeFirstOrThrow()
  const task_id = await given.task(tenant, { debtor_id })
  const task = { subject: 'Call', expiry_date: '2026-11-20', debtor_id }
  for (const { id } of [reader, looker]) {
    const nobody = /is nobody who can work in this administration/
    await refused('POST /console/conversations/assign', { conversation_id, user_id: id }, nobody)
    await refused(`PATCH /console/tasks/${task_id}/assign`, { assigned_to_user_id: id }, nobody)
    await refused('POST /console/tasks', { ...task, assigned_to_user_id: id }, nobody)
  }
  const assigned = await worker.send('POST /console/conversations/assign', {
    ...{ administration_id, conversation_id, user_id: writer.id },
  })
  assert.equal(assigned.status, 200, assigned.text)
})

test('a task is neither put off for ever nor has a subject without an end', async () => {
  const task_id = await given.task(tenant, { debtor_id })
  const late = /expiry_date: must not be after 2029-/
  await refused(`PATCH /console/tasks/${task_id}/put_off`, { expiry_date: '9999-12-31' }, late)
  const task = { subject: 'Call', expiry_date: '2026-11-20', debtor_id }
  await refused('POST /console/tasks', { ...task, expiry_date: '9999-12-31' }, late)
  await refused('POST /console/tasks', { ...task, subject: 'x'.repeat(1_001) }, /subject: must not be longer than 1000/)
  await refused('POST /console/tasks', { ...task, description: 'x'.repeat(10_001) }, /description: must not be longer/)
  const put = await worker.send(`PATCH /console/tasks/${task_id}/put_off`, {
    administration_id,
    expiry_date: '2028-01-01',
  })
  assert.equal(put.status, 200, put.text)
})

test('a call has an end too: who is called again is called within a year, and what was said has a length', async () => {
  const line = 'POST /console/today/record_call'
  const recorded = { debtor_id, outcome: 'no_answer', phone_number: '+31 20 123 4567' }
  await refused(line, { ...recorded, day: '9999-12-31' }, /day: must not be after 2027-11-17/)
  await refused(line, { ...recorded, note: 'x'.repeat(10_001) }, /note: must not be longer than 10000/)
  await refused(line, { ...recorded, phone_number: '1'.repeat(101) }, /phone_number: must not be longer than 100/)
  const answer = await worker.send(line, { administration_id, ...recorded, day: '2026-11-20', note: 'Engaged.' })
  assert.equal(answer.status, 200, answer.text)
})

test('what is written about a debtor has a length, and its language is one', async () => {
  const change = 'POST /console/debtors/change'
  for (const [body, problem] of [
    [{ language_code: 'Klingon' }, /language_code: must be two letters/],
    [{ language_code: 'x\u{1f426}' }, /language_code: must/],
    [{ relation_manager: 'x'.repeat(101) }, /relation_manager: must not be longer than 100/],
    [{ remark: 'x'.repeat(5_001) }, /remark: must not be longer than 5000/],
    [
      { default_email_address: `${'a@example.com,'.repeat(40)}a@example.com` },
      /default_email_address: must not be longer/,
    ],
    [{ labels: Array.from({ length: 51 }, (_, n) => `l${n}`) }, /labels: must not be more than 50/],
    [{ labels: ['x'.repeat(101)] }, /labels: must not be longer than 100/],
  ] as const) {
    await refused(change, { debtor_id, ...body }, problem)
  }
  const good = { language_code: 'NL', relation_manager: 'Robin', remark: 'Calls back.', labels: ['key account'] }
  assert.equal((await worker.send(change, { administration_id, debtor_id, ...good })).status, 200)
  assert.equal((await worker.send(change, { administration_id, debtor_id, language_code: '' })).status, 200)
})

test('a code of a currency is never cut within a letter', () => {
  const read = (currency_code: string) => readSegments({ administration_id, today: '2026-11-16' }, { currency_code })
  assert.equal(read('EURO').currency_code, 'EUR')
  assert.equal(read('ab\u{1f426}').currency_code, 'ab')
})

const checksumOf = (bytes: Buffer): string => createHash('sha3-512').update(bytes).digest('base64')
const write = (message: object) =>
  worker.send('POST /console/messages', {
    ...{ administration_id, debtor_number },
    message: { subject: 'Your invoice', body: 'Hello.', ...message },
  })

test('the document of another debtor does not travel with a message, and names have no folders', async () => {
  const [own, theirs] = [Buffer.from('%PDF of this debtor'), Buffer.from('%PDF of another debtor')]
  const other = await given.debtor(tenant)
  await uploadDocument(service, tenant, {
    ...{ invoice_id: await given.invoice(tenant, debtor_id), bytes: own, filename: 'own.pdf' },
  })
  await uploadDocument(service, tenant, {
    ...{ invoice_id: await given.invoice(tenant, other), bytes: theirs, filename: 'theirs.pdf' },
  })
  const refusal = await write({ files: [{ checksum: checksumOf(theirs), filename: 'x.pdf' }] })
  assert.equal(refusal.status, 422, refusal.text)
  assert.match(refusal.text, /message.files\[0\].checksum: is a document of another debtor/)
  const sent = await write({ files: [{ checksum: checksumOf(own), filename: '../../etc/\u202epasswd.pdf' }] })
  assert.equal(sent.status, 200, sent.text)
  const names = await db.selectFrom('message_attachments').select('filename').execute()
  assert.deepEqual(
    names.map(({ filename }) => filename),
    ['passwd.pdf'],
  )
  // What both have, such as general terms, goes to both.
  await uploadDocument(service, tenant, {
    ...{ invoice_id: await given.invoice(tenant, debtor_id), bytes: theirs, filename: 'terms.pdf' },
  })
  assert.equal((await write({ files: [{ checksum: checksumOf(theirs), filename: 'terms.pdf' }] })).status, 200)
})

test('documents of invoices have names without folders, also those that are called after their number', async () => {
  const bytes = Buffer.from('%PDF of a number with slashes')
  await uploadDocument(service, tenant, {
    ...{ invoice_id: await given.invoice(tenant, debtor_id), bytes, filename: 'x.pdf' },
  })
  const checksum = checksumOf(bytes)
  const one = {
    ...{ debtor_number, invoice_date: '2026-10-01', due_date: '2026-10-31', currency_code: 'EUR' },
    ...{ amount_total: '10', amount_open: '10', book_amount_total: '10', book_amount_open: '10' },
  }
  const invoices = [
    { ...one, invoice_number: '2026/01', document: { checksum } },
    { ...one, invoice_number: '2026/02', document: { checksum, filename: '..\\..\\boot.ini' } },
    { ...one, invoice_number: '2026/03', document: { checksum, filename: `${'x'.repeat(5_000)}.pdf` } },
  ]
  const answer = await call('POST /v1/invoices', { token, json: { administration_id, invoices } })
  assert.deepEqual((answer.body as { errors: object }).errors, {}, answer.text)
  const { rows } = await database.pool.query<{ filename: string }>(
    `select d.filename from invoice_documents d
     join invoices i on i.administration_id = d.administration_id and i.id = d.invoice_id
     where i.invoice_number like '2026/%' order by i.invoice_number`,
  )
  assert.deepEqual(
    rows.map(({ filename }) => filename.slice(0, 20)),
    ['2026-01.pdf', 'boot.ini', 'x'.repeat(20)],
  )
  assert.equal(rows[2]?.filename.length, 200)
})

test('a subject has an end', async () => {
  const answer = await write({ subject: 'x'.repeat(100_000) })
  assert.equal(answer.status, 422)
  assert.match(answer.text, /message.subject: must not be longer than 1000/)
  assert.equal((await write({ subject: 'x'.repeat(1_000) })).status, 200)
})

/** The answer to a request of which only the head is sent. */
async function headAlone(path: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(app.base_url)
  const socket = connect({ host: hostname, port: Number(port) })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${lines.join('')}\r\n`)
  try {
    for await (const bytes of socket) return String(bytes).split('\r\n')[0] ?? ''
    return ''
  } finally {
    socket.destroy()
  }
}

test('a file of somebody who may not send it is refused before it is read', { timeout: 20_000 }, async () => {
  const other = await given.tenant()
  const paths = [
    `/console/administrations/${administration_id}/imports`,
    `/console/administrations/${other.administration_id}/imports`,
    '/console/messages',
  ]
  const { csrf_token } = await reader.session()
  for (const path of paths) {
    const line = await headAlone(path, {
      ...{ ...reader.headers(), 'x-csrf-token': csrf_token, 'content-length': '40000000' },
      'content-type': 'multipart/form-data; boundary=dunlin',
    })
    assert.match(line, /^HTTP\/1.1 403/, path)
  }
})
