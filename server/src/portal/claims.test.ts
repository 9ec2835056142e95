import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { photo, portalDebts } from '../../test/portal_debts.ts'

const service = await startService({ now: () => new Date('2026-11-16T09:00:00Z') })
const { given, database } = service
const tenant = await given.tenant()
await sql`update administrations set bank_account_name = 'Example Trading', bank_account_number = 'NL13TEST0123456789',
  bank_account_bic = 'TESTNL2A'`.execute(database.db)
const { debt, linkTo, send, sendFiles, done, look, rowsOf, eventsOf } = portalDebts(service, tenant)

test('what is due now stands apart from what is not, and what is disputed is not asked for', async () => {
  const { link, numbers } = await debt()
  const { sums, items } = await look(link)
  assert.deepEqual(
    [sums[0]?.now_amount, sums[0]?.now_count, sums[0]?.now_due_date, sums[0]?.open_amount],
    ['242.00', 2, '2026-09-30', '363.00'],
  )
  assert.deepEqual(
    items.map(({ invoice_number, due_now }) => [invoice_number, due_now]),
    [
      [numbers[0], true],
      [numbers[1], true],
      [numbers[2], false],
    ],
  )
  await done(send('dispute', { ...link, invoice_number: numbers[0], reason: 'quality' }))
  const after = await look(link)
  assert.deepEqual([after.sums[0]?.now_amount, after.sums[0]?.now_count], ['121.00', 1])
})

test('some invoices are paid, or a part of them, and nothing that is not shown', async () => {
  const { link, numbers } = await debt()
  const other = await debt()
  const [first, second] = numbers
  const { transfers } = (await done(send('pay', { ...link, invoice_numbers: [first, second] }))) as {
    transfers: Record<string, string>[]
  }
  assert.equal(transfers[0]?.amount, '242.00')
  assert.match(transfers[0]?.reference ?? '', new RegExp(`${first} ${second}$`))
  assert.match(transfers[0]?.epc_text ?? '', /\nEUR242\.00\n/)
  const part = (await done(send('pay', { ...link, invoice_numbers: [first], amount: '50.00' }))) as {
    transfers: typeof transfers
  }
  assert.match(part.transfers[0]?.epc_text ?? '', /\nEUR50\.00\n/)
  for (const wrong of [
    { invoice_numbers: other.numbers },
    { invoice_numbers: [first, other.numbers[0]] },
    { invoice_numbers: [] },
    { invoice_numbers: [first], amount: '0.00' },
    { invoice_numbers: [first], amount: '-1.00' },
    { invoice_numbers: [first], amount: '121.01' },
    { invoice_numbers: Array.from({ length: 201 }, (_, n) => `X${n}`) },
  ])
    assert.equal((await send('pay', { ...link, ...wrong })).status, 422, JSON.stringify(wrong).slice(0, 80))
  const alone = await linkTo('invoices', (await debt()).ids[0] ?? '')
  assert.equal((await send('pay', { ...alone, invoice_numbers: [first] })).status, 422, 'one invoice shows one')
})

test('a dispute with a photo is a dispute, a message with the file, and a notification, however often it is sent', async () => {
  const { link, numbers, ids, debtor_id } = await debt()
  const values = {
    ...{ ...link, invoice_number: numbers[0], reason: 'amount_wrong', amount: '30.53', language: 'nl' },
    text: 'Er staan 48 op, wij kregen 42.',
  }
  const sent = [1, 2, 3].map(() => sendFiles('dispute', values, [photo('<img src=x onerror=alert(1)>.jpg')]))
  for (const answer of sent) assert.deepEqual(await done(answer), { answer_by: '2026-11-30' })
  const [dispute, ...more] = await rowsOf<Record<string, unknown>>('disputes', debtor_id)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [dispute?.reason, dispute?.amount, dispute?.origin, dispute?.description],
    ['amount_wrong', '30.53', 'portal', values.text],
  )
  const files = await sql<{ filename: string; content_type: string; subject: string }>`
    select a.filename, f.content_type, m.subject from message_attachments a
    join files f on f.administration_id = a.administration_id and f.id = a.file_id
    join messages m on m.administration_id = a.administration_id and m.id = a.message_id
    where a.message_id = ${String(dispute?.message_id)}::bigint`.execute(database.db)
  assert.deepEqual(files.rows, [
    {
      ...{ filename: '<img src=x onerror=alert(1)>.jpg', content_type: 'image/jpeg' },
      subject: `Niet akkoord: Factuur ${numbers[0]}`,
    },
  ])
  assert.equal(await eventsOf('dispute_opened', String(dispute?.id)), 1)
  assert.equal(await eventsOf('invoice_new_comment', ids[0] ?? ''), 1)
  const notified = await sql`select from notifications where notification_type = 'dispute_opened'
    and invoice_id = ${ids[0]}::bigint`.execute(database.db)
  assert.equal(notified.rows.length, 1)
  const seen = await look(link)
  assert.deepEqual(seen.items.find(({ invoice_number }) => invoice_number === numbers[0])?.dispute, {
    ...{ reason: 'amount_wrong', amount: '30.53', answer_by: '2026-11-30' },
  })
  const url = seen.said[0]?.files[0]?.url ?? ''
  const file = await fetch(url)
  assert.equal(file.status, 200)
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; /)
  assert.match(file.headers.get('content-security-policy') ?? '', /sandbox/)
  const other = await send('dispute', { ...link, invoice_number: numbers[0], reason: 'not_ordered' })
  assert.equal(other.status, 409, other.text)
  const more_of_it = await send('dispute', { ...values, amount: '60.00' })
  assert.equal(more_of_it.status, 409, more_of_it.text)
})

test('what is no photo and no PDF is refused by its bytes, and nothing of it stays', async () => {
  const { link, numbers, debtor_id } = await debt()
  const values = { ...link, invoice_number: numbers[0], reason: 'other' }
  const script = new File(['<html><script>alert(1)</script>'], 'invoice.pdf', { type: 'application/pdf' })
  const huge = photo('huge.jpg', 10 * 1024 * 1024)
  for (const [files, problem] of [
    [[script], /files\[0\]: must be a photo/],
    [[photo(), script], /files\[1\]: must be a photo/],
    [[huge], /files\[0\]: must not be larger than 10 MB/],
    [Array.from({ length: 6 }, (_, n) => photo(`${n}.jpg`)), /files/],
  ] as const) {
    const answer = await sendFiles('dispute', values, files)
    assert.equal(answer.status, 422, answer.text)
    assert.match(answer.text, problem)
  }
  assert.deepEqual(await rowsOf('disputes', debtor_id), [])
  const { rows } = await sql`select from messages where debtor_id = ${debtor_id}::bigint`.execute(database.db)
  assert.equal(rows.length, 0)
  const wrong = { ...values, token: `${link.token.slice(0, -3)}xyz` }
  assert.equal((await sendFiles('dispute', wrong, [photo()])).status, 404)
})

test('what a debtor sends is named after what it is, so that nothing runs when somebody opens it', async () => {
  const pdf = (name: string): File => new File(['%PDF-1.7<script>alert(1)</script>'], name, { type: 'text/html' })
  for (const [sent, kept] of [
    [pdf('proof.hta'), 'proof.hta.pdf'],
    [pdf('proof.html'), 'proof.html.pdf'],
    [pdf('proof.PDF'), 'proof.PDF'],
    [pdf('proof.pdf. '), 'proof.pdf. .pdf'],
    [pdf(`${'x'.repeat(300)}.exe`), `${'x'.repeat(196)}.pdf`],
    [photo('proof.bat'), 'proof.bat.jpg'],
    [photo('proof.jpeg'), 'proof.jpeg'],
  ] as const) {
    const { link } = await debt()
    await done(sendFiles('comment', { ...link, text: 'See the proof.' }, [sent]))
    assert.deepEqual(
      (await look(link)).said[0]?.files.map(({ filename }) => filename),
      [kept],
    )
  }
})

test('what a debtor adds to what it disputes already is not lost', async () => {
  const { link, numbers, debtor_id } = await debt()
  const wanted = { ...link, invoice_number: numbers[0], reason: 'quality' }
  await done(send('dispute', wanted))
  await done(sendFiles('dispute', wanted, [photo('broken.jpg')]))
  await done(send('dispute', { ...wanted, text: 'Half of them are broken.' }))
  for (let times = 0; times < 2; times++) await done(send('dispute', wanted))
  const { said } = await look(link)
  assert.deepEqual(
    said.map(({ text, files }) => [text, files.map(({ filename }) => filename)]),
    [
      ['Half of them are broken.', []],
      ['What was delivered is damaged or not good.', ['broken.jpg']],
    ],
  )
  assert.equal((await rowsOf('disputes', debtor_id)).length, 1)
  const paid = { ...link, invoice_numbers: numbers.slice(1, 2), paid_on: '2026-11-10' }
  await done(send('paid', paid))
  await done(sendFiles('paid', paid, [photo('transfer.jpg')]))
  assert.deepEqual((await look(link)).said[0]?.files[0]?.filename, 'transfer.jpg')
})

test('what was paid already is a claim on each invoice, with its day and proof', async () => {
  const { link, numbers, debtor_id } = await debt()
  const values = { ...link, invoice_numbers: numbers.slice(0, 2), paid_on: '2026-11-03', language: 'de' }
  await done(sendFiles('paid', values, [photo('beleg.jpg')]))
  const disputes = await rowsOf<Record<string, string>>('disputes', debtor_id)
  assert.deepEqual(
    disputes.map(({ reason, description }) => [reason, description]),
    Array(2).fill(['already_paid', 'Bezahlt am 3. November 2026.']),
  )
  assert.equal(new Set(disputes.map(({ message_id }) => message_id)).size, 1)
  const seen = await look(link)
  assert.deepEqual([seen.sums[0]?.now_amount, seen.said[0]?.files.length], ['0.00', 1])
  for (const paid_on of ['2026-11-17', '2020-01-01'])
    assert.equal((await send('paid', { ...link, invoice_numbers: [numbers[2]], paid_on })).status, 422, paid_on)
})

test('one link says no more than ten things in a while, whatever they are', async () => {
  const { link, numbers } = await debt()
  const statuses: number[] = []
  for (let n = 0; n < 11; n++)
    statuses.push((await send('dispute', { ...link, invoice_number: numbers[0], reason: 'other' })).status)
  assert.deepEqual(statuses, [...Array(10).fill(200), 429])
})
