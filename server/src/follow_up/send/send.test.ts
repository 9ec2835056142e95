import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { letterRow, performLetter, switchOn } from '../../../test/given_letters.ts'
import { startService } from '../../../test/harness.ts'
import { readable, startSmtp } from '../../../test/smtp.ts'
import { until } from '../../../test/until.ts'
import { openStore } from '../../files/store.ts'
import { renderLetter } from './render.ts'
import { sendLetter } from './send.ts'
import type { Sending } from './sending.ts'

const at = new Date('2026-11-16T09:00:00Z')
const smtp = await startSmtp()
const service = await startService({ smtp_url: smtp.url, now: () => at, base_url: 'https://dunlin.example.com' })
const { database, given, data_dir } = service
const { db } = database
const tenant = await given.tenant()
await switchOn(db, tenant)
const sandbox = await given.tenant()
await switchOn(db, sandbox, { sandbox: true, days_ahead: 30 })
const store = await openStore({ data_dir, files_url: null, now: at })
const sending: Sending = { database, store, base_url: () => 'https://dunlin.example.com', now: () => at }
const mail_address = { primary_email_address: 'marleen@debtor.example.com' }

const steps = async (letter_id: string) =>
  (
    await sql<{ step: string; withdrawn: boolean }>`
    select step, withdrawn_at is not null as withdrawn from steps where letter_id = ${letter_id}::bigint`.execute(db)
  ).rows
const invoice = async (id: string) =>
  db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a letter of a sandbox counts as sent on its day, and nothing leaves', async () => {
  for (const channel of ['mail', 'post'] as const) {
    const debtor_id = await given.debtor(sandbox, { ...mail_address, postal_address_street_1: 'Keizersgracht 8' })
    const invoice_id = await given.invoice(sandbox, debtor_id)
    const letter_id = await performLetter(db, sandbox, { invoice_ids: [invoice_id], at, channel })
    const { administration_id } = sandbox
    assert.equal(await sendLetter(sending, { administration_id, letter_id }), 'sent')
    const letter = await letterRow(db, sandbox, letter_id)
    assert.deepEqual([letter.status, letter.sent_on, letter.proof], ['sent', '2026-12-16', { sandbox: true }])
    assert.equal(new Date(letter.sent_at ?? '').toISOString(), '2026-12-16T09:00:00.000Z')
    assert.match(letter.text ?? '', /Misschien is het u ontgaan/)
    assert.match(letter.checksum ?? '', /^[0-9a-f]{64}$/)
    const mails = await db.selectFrom('mails').select('id').where('administration_id', '=', administration_id).execute()
    assert.deepEqual(mails, [])
    // Whoever comes again finds it done.
    assert.equal(await sendLetter(sending, { administration_id, letter_id }), 'sent')
    const again = await letterRow(db, sandbox, letter_id)
    assert.deepEqual(again, letter)
  }
})

test('a letter by mail is queued with its transaction, sent once, and keeps what the server said', async () => {
  const debtor_id = await given.debtor(tenant, mail_address)
  const [first, second] = [await given.invoice(tenant, debtor_id), await given.invoice(tenant, debtor_id)]
  const letter_id = await performLetter(db, tenant, { invoice_ids: [first, second], at, queued: true })
  await until('the letter is sent', async () => (await letterRow(db, tenant, letter_id)).status === 'sent')
  const letter = await letterRow(db, tenant, letter_id)
  const { proof, ...row } = letter
  assert.equal(row.sent_on, '2026-11-16')
  assert.deepEqual(row.recipients, [{ kind: 'to', email_address: 'marleen@debtor.example.com' }])
  const [mail] = smtp.received.filter(({ headers }) => headers.get('message-id') === row.message_header_id)
  assert.ok(mail)
  assert.equal(smtp.received.length, 1)
  assert.match(
    row.message_header_id ?? '',
    new RegExp(`^<letter\\.\\d+\\.${letter_id}\\.[0-9a-f]{16}@dunlin\\.example`),
  )
  assert.match(mail.headers.get('from') ?? '', /^"?Administration \d+"? <dunlin@example\.com>$/)
  assert.equal(mail.headers.get('reply-to'), 'office@example.com')
  assert.equal(mail.headers.get('date'), 'Mon, 16 Nov 2026 09:00:00 +0000')
  assert.ok(readable(mail).includes(`https://dunlin.example.com/portal/${tenant.administration_id}/debtors/`))
  const { answer, accepted } = proof as { answer: string; accepted: string[] }
  assert.match(answer, /^250 /)
  assert.deepEqual(accepted, ['marleen@debtor.example.com'])
})

test('the same letter is the same, whenever it is rendered', async () => {
  const debtor_id = await given.debtor(tenant, mail_address)
  const letter_id = await performLetter(db, tenant, { invoice_ids: [await given.invoice(tenant, debtor_id)], at })
  const asked = { administration_id: tenant.administration_id, letter_id, base_url: 'https://dunlin.example.com' }
  const [one, other] = [await renderLetter(db, asked), await renderLetter(db, asked)]
  assert.deepEqual(one, other)
  await db.updateTable('debtors').set({ name: 'Another name' }).where('id', '=', debtor_id).execute()
  assert.equal((await renderLetter(db, asked)).letter.facts.debtor.name, 'Another name')
})

test('an administration writes in its own words, and in those of the house once it wants them back', async () => {
  const own_words = await given.tenant()
  await switchOn(db, own_words)
  const debtor_id = await given.debtor(own_words, mail_address)
  const letter_id = await performLetter(db, own_words, { invoice_ids: [await given.invoice(own_words, debtor_id)], at })
  const asked = { administration_id: own_words.administration_id, letter_id, base_url: 'https://dunlin.example.com' }
  const text = { step: 'reminder_1', language_code: 'nl', subject: 'Even over {{ total.open }}', body: 'Hoi!' }
  const write = (own: object) => given.row('letter_texts', own_words, { ...text, created_at: 'stamp', ...own })
  await write({ version: 1, subject: 'An older one' })
  await write({ version: 2 })
  const own = await renderLetter(db, asked)
  assert.deepEqual([own.subject.replaceAll('\u00a0', ' '), own.text_version], ['Even over € 121,00', 2])
  assert.match(own.text, /^Hoi!\n/)
  await write({ version: 3, house: true })
  const house = await renderLetter(db, asked)
  assert.match(house.subject, /^Herinnering: 1 factuur/)
  assert.equal(house.text_version, 0)
})

test('a letter that is not right any more is withdrawn, with its step, its moments and its charges', async () => {
  const debtor_id = await given.debtor(tenant, mail_address)
  const reminded = { reminder_1_at: '2026-10-08T08:00:00Z', latest_reminder_at: '2026-10-08T08:00:00Z' }
  const invoice_id = await given.invoice(tenant, debtor_id, reminded)
  const charge = { invoice_id, cost_type: 'administration_costs' as const, amount: 500n, rule: 'nl.14_days' as const }
  const decided = { invoice_ids: [invoice_id], at, step: 'reminder_2' as const, charges: [charge] }
  const letter_id = await performLetter(db, tenant, decided)
  const performed = await invoice(invoice_id)
  assert.equal(performed.administration_costs_open, '5.00')
  assert.notEqual(performed.reminder_2_at, null)
  await db.updateTable('debtors').set({ paused_at: at.toISOString() }).where('id', '=', debtor_id).execute()
  const { administration_id } = tenant
  assert.equal(await sendLetter(sending, { administration_id, letter_id }), 'withdrawn')
  const letter = await letterRow(db, tenant, letter_id)
  assert.deepEqual([letter.status, letter.status_reason], ['withdrawn', 'debtor_paused'])
  assert.deepEqual(await steps(letter_id), [{ step: 'reminder_2', withdrawn: true }])
  const after = await invoice(invoice_id)
  assert.deepEqual([after.administration_costs_open, after.reminder_2_at], ['0.00', null])
  assert.equal(new Date(after.latest_reminder_at ?? '').toISOString(), '2026-10-08T08:00:00.000Z')
  const { rows } = await sql`select from touched_dossiers where debtor_id = ${debtor_id}::bigint`.execute(db)
  assert.equal(rows.length, 1)
})

test('the PDF of a letter opens without a token: as a draft before it is sent, and then always the same', async () => {
  const debtor_id = await given.debtor(sandbox, { ...mail_address, name: 'Groothandel Zuid' })
  const letter_id = await performLetter(db, sandbox, { invoice_ids: [await given.invoice(sandbox, debtor_id)], at })
  const { administration_id } = sandbox
  const token = await given.token(sandbox)
  const link = async (): Promise<string> => {
    const answer = await service.call(`GET /v1/letters/${letter_id}?administration_id=${administration_id}`, { token })
    const { document_url } = answer.body as { document_url: string }
    return document_url.replace('https://dunlin.example.com', service.app.server.listeningOrigin)
  }
  const old_id = await given.row('letters', sandbox, {
    ...{ debtor_id, step: 'reminder_1', channel: 'mail', language_code: 'nl', status: 'sent', day: '2026-11-14' },
    ...{ data: '{}', created_at: 'stamp', updated_at: 'stamp' },
  })
  const old = await service.call(`GET /v1/letters/${old_id}?administration_id=${administration_id}`, { token })
  assert.equal((old.body as { document_url: unknown }).document_url, null, 'nobody kept what this one said')
  const draft = await fetch(await link())
  assert.deepEqual([draft.status, draft.headers.get('content-type')], [200, 'application/pdf'])
  assert.equal((await letterRow(db, sandbox, letter_id)).file_id, null, 'a draft is not kept')
  await sendLetter(sending, { administration_id, letter_id })
  // What becomes of the debtor later does not change what it got.
  await db.updateTable('debtors').set({ name: 'Another name' }).where('id', '=', debtor_id).execute()
  const first = Buffer.from(await (await fetch(await link())).arrayBuffer())
  assert.equal(first.subarray(0, 5).toString(), '%PDF-')
  const { file_id, filename } = await letterRow(db, sandbox, letter_id)
  assert.deepEqual([file_id !== null, filename], [true, 'Herinnering 2026-12-16.pdf'])
  const again = await fetch(await link())
  assert.ok(first.equals(Buffer.from(await again.arrayBuffer())))
  assert.match(again.headers.get('content-disposition') ?? '', /Herinnering 2026-12-16\.pdf/)
  assert.equal((await fetch((await link()).replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status, 403)
})
