import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { letterRow, switchOn } from '../../test/given_letters.ts'
import { startService } from '../../test/harness.ts'
import { readable, startSmtp } from '../../test/smtp.ts'
import { until } from '../../test/until.ts'
import { signedIn } from '../../test/visitor.ts'

const smtp = await startSmtp()
const service = await startService({ smtp_url: smtp.url })
const { database, given } = service
const { db } = database
const tenant = await given.tenant()
await switchOn(db, tenant)
const { administration_id } = tenant
const stranger = await given.tenant()
const withRole = (role: 'communication' | 'restricted') =>
  signedIn(service, tenant.company_id, { company_role: null, rights: { [administration_id]: role } })
const writer = await withRole('communication')
const reader = await withRole('restricted')
const outsider = await signedIn(service, stranger.company_id)
const sent_at = '2026-09-01T08:00:00Z'
const send = (debtor_id: string, who = writer) => who.send('POST /console/statements', { administration_id, debtor_id })

test('a debtor gets all that it can be asked for, in its language, and nothing else', async () => {
  const debtor_id = await given.debtor(tenant, { primary_email_address: 'list@example.com', language_code: 'de-DE' })
  const open = (number: string, own: object = {}) =>
    given.invoice(tenant, debtor_id, { invoice_number: number, sent_at, ...own })
  await open('S-OPEN-1')
  await open('S-OPEN-2', { due_date: '2099-01-01' })
  await open('S-UNSENT', { sent_at: null })
  await open('S-PAID', { open_amount: '0.00', book_open_amount: '0.00', payment_date: '2026-10-01' })
  await open('S-BAILIFF', { bailiff_at: sent_at })
  await open('S-BLOCKED', { blocked_at: sent_at, block_reasons: ['task'] })
  const answer = await send(debtor_id)
  assert.equal(answer.status, 200, answer.text)
  const { letter_ids } = answer.body as { letter_ids: string[] }
  const [letter_id = ''] = letter_ids
  assert.equal(letter_ids.length, 1)
  await until('it is sent', async () => (await letterRow(db, tenant, letter_id)).status === 'sent')
  const [mail] = smtp.received.filter(({ to }) => to.includes('list@example.com'))
  const text = readable(mail ?? assert.fail('nothing came'))
  assert.match(text, /S-OPEN-1[\s\S]*S-OPEN-2/)
  assert.doesNotMatch(text, /S-UNSENT|S-PAID|S-BAILIFF|S-BLOCKED/)
  assert.match(text, /Diese Übersicht ist keine Mahnung/)
  assert.match(text.replaceAll('\u00a0', ' '), /242,00 €/)
  const steps = await db.selectFrom('steps').select('id').where('debtor_id', '=', debtor_id).execute()
  assert.deepEqual(steps, [], 'it is no step')
})

test('each currency has a statement of its own', async () => {
  const debtor_id = await given.debtor(tenant, { primary_email_address: 'two@example.com' })
  await given.invoice(tenant, debtor_id, { sent_at })
  await given.invoice(tenant, debtor_id, { sent_at, currency_code: 'GBP' })
  assert.equal(((await send(debtor_id)).body as { letter_ids: string[] }).letter_ids.length, 2)
})

test('a debtor with more invoices than a statement has parameters gets one letter about all of them', async () => {
  const debtor_id = await given.debtor(tenant, { primary_email_address: 'many@example.com', language_code: 'en' })
  for (let from = 1; from <= 17_000; from += 1_000) {
    await sql`
      with made as (
        insert into invoices (administration_id, debtor_id, debtor_number, debtor_identifier, invoice_number,
          currency_code, payment_method, invoice_date, due_date, total_amount, open_amount, book_total_amount,
          book_open_amount, sent_at, created_at, updated_at)
        select ${administration_id}::bigint, ${debtor_id}::bigint, 'MANY', '', 'MANY-' || n, 'EUR', 'bank_transfer',
          '2026-08-01', '2026-09-01', 1.10, 1.10, 1.10, 1.10, ${sent_at}::timestamptz, now(), now()
        from generate_series(${from}::integer, ${from}::integer + 999) n returning *)
      insert into ledger_entries (administration_id, invoice_id, kind, amount, book_amount, entry_date, created_at)
      select administration_id, id, 'charge', 1.10, 1.10, invoice_date, created_at from made`.execute(db)
    // What was planned when the tables were empty is planned anew.
    await sql`analyze invoices, ledger_entries`.execute(db)
  }
  const answer = await send(debtor_id)
  assert.equal(answer.status, 200, answer.text)
  const [letter_id = ''] = (answer.body as { letter_ids: string[] }).letter_ids
  const { rows } = await sql<{ count: number; amount: string }>`
    select count(*)::integer, sum(amount)::text as amount from letter_items
    where letter_id = ${letter_id}::bigint`.execute(db)
  assert.deepEqual(rows, [{ count: 17_000, amount: '18700.00' }])
  assert.match((await letterRow(db, tenant, letter_id)).text ?? '', /and 16750 more, due from .*: €18,425\.00/)
})

test('without anything open or without an address it is refused with the reason, and nothing stays', async () => {
  const nothing = await given.debtor(tenant, { primary_email_address: 'nothing@example.com' })
  const silent = await given.debtor(tenant, { primary_email_address: 'no address' })
  await given.invoice(tenant, silent, { sent_at })
  for (const [debtor_id, why] of [
    [nothing, /Nothing is open/],
    [silent, /no email address/],
  ] as const) {
    const answer = await send(debtor_id)
    assert.equal(answer.status, 422)
    assert.match(answer.text, why)
    const letters = await db.selectFrom('letters').select('id').where('debtor_id', '=', debtor_id).execute()
    assert.deepEqual(letters, [])
  }
  assert.equal((await send('999999')).status, 404)
  assert.equal((await send(silent, reader)).status, 403)
  assert.equal((await send(silent, outsider)).status, 403)
})

test('whoever reads there sees the statement on paper, in the language of the debtor; strangers do not', async () => {
  const debtor_id = await given.debtor(tenant, { name: 'Paper B.V.', language_code: 'nl' })
  await given.invoice(tenant, debtor_id, { invoice_number: 'S-PAPER', sent_at })
  const path = `/console/administrations/${administration_id}/statement_papers/${debtor_id}`
  const answer = await reader.get(path)
  assert.equal(answer.status, 200, answer.text)
  const { filename, content } = answer.body as { filename: string; content: string }
  assert.match(filename, /^rekeningoverzicht-\d{4}-\d\d-\d\d\.pdf$/)
  assert.equal(Buffer.from(content, 'base64').subarray(0, 5).toString(), '%PDF-')
  assert.equal((await outsider.get(path)).status, 403)
  const own = `/console/administrations/${stranger.administration_id}/statement_papers/${debtor_id}`
  assert.equal((await outsider.get(own)).status, 404)
})

test('however often somebody clicks, a debtor gets its statement once', async () => {
  const debtor_id = await given.debtor(tenant, { primary_email_address: 'once@example.com' })
  await given.invoice(tenant, debtor_id, { sent_at })
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(debtor_id)))
  const refused = answers.filter(({ status }) => status === 409)
  assert.deepEqual([answers.filter(({ status }) => status === 200).length, refused.length], [1, 9])
  assert.match(refused[0]?.text ?? '', /got a statement a moment ago/)
  const { rows } = await sql`select from letters where debtor_id = ${debtor_id}::bigint`.execute(db)
  assert.equal(rows.length, 1)
  // What is open is something else by now.
  await given.invoice(tenant, debtor_id, { sent_at })
  assert.equal((await send(debtor_id)).status, 200)
  // What did not arrive may be sent again.
  await sql`update letters set status = 'bounced' where debtor_id = ${debtor_id}::bigint`.execute(db)
  assert.equal((await send(debtor_id)).status, 200)
})
