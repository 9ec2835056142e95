import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../../test/harness.ts'
import { inThree, type Link, photo, portalDebts } from '../../../test/portal_debts.ts'
import { uploadDocument } from '../../../test/upload_document.ts'
import { readArchive } from '../../files/archive.ts'

const service = await startService({ now: () => new Date('2026-11-16T09:00:00Z') })
const { given, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
await sql`update administrations set bank_account_name = 'Example Trading', bank_account_number = 'NL13TEST0123456789',
  bank_account_bic = 'TESTNL2A'`.execute(database.db)
const { debt, linkTo, headers, send, sendFiles, done, look, rowsOf, eventsOf, settings } = portalDebts(service, tenant)

test('a new address waits for a person, or counts at once where the creditor says so', async () => {
  const contact = (email: string) =>
    given.row('contacts', tenant, {
      ...{ contact_identifier: email, default_email_address: email, reminder_email_address: email },
      ...{ debtor_numbers: '{}', validation_errors: '{}', created_at: 'stamp', updated_at: 'stamp' },
    })
  const contact_id = await contact('old@example.com')
  const own = await debt({ contact_id })
  const wanted = { ...own.link, email_address: 'new@example.com', phone_number: '+31 20 123 4567' }
  const address = async (debtor_id: string) =>
    (
      await sql<{ mail: string | null }>`select reminder_email_address as mail from debtors
      where id = ${debtor_id}::bigint`.execute(database.db)
    ).rows[0]?.mail ?? null
  for (const answer of [1, 2].map(() => send('address', wanted)))
    assert.deepEqual(await done(answer), { at_once: false })
  assert.notEqual(await address(own.debtor_id), 'new@example.com')
  assert.equal((await rowsOf('tasks', own.debtor_id)).length, 1)
  assert.equal((await look(own.link)).said[0]?.subject, 'New address: Open invoices of Debtor')
  await settings({ portal_address_changes: 'at_once' })
  assert.deepEqual(await done(send('address', { ...wanted, email_address: 'newer@example.com' })), { at_once: true })
  assert.equal(await address(own.debtor_id), 'newer@example.com')
  assert.equal(await eventsOf('debtor_email_address_provided', own.debtor_id), 1)
  for (const answer of [1, 2].map(() => send('address', wanted)))
    assert.deepEqual(await done(answer), { at_once: true })
  assert.equal(await address(own.debtor_id), 'new@example.com')
  assert.equal((await rowsOf('tasks', own.debtor_id)).length, 3, 'the one before, again, is the last word')
  const shared = await contact('both@example.com')
  const [one, other] = [await debt({ contact_id: shared }), await debt({ contact_id: shared })]
  const mine = { ...one.link, email_address: 'mine@example.com' }
  assert.deepEqual(await done(send('address', mine)), { at_once: false }, 'a contact of several is for a person')
  assert.notEqual(await address(other.debtor_id), 'mine@example.com')
  await settings({ portal_address_changes: 'request' })
  for (const wrong of [{}, { email_address: 'a@b' }, { phone_number: 'call me' }, { city: 'Exampletown' }])
    assert.equal((await send('address', { ...own.link, ...wrong })).status, 422, JSON.stringify(wrong))
})

test('what was said before stands there, for each link only what it is about', async () => {
  const { link, ids, debtor_id } = await debt()
  const answer = { sender_type: 'creditor', debtor_id, sent_at: '2026-11-10T08:00:00Z' }
  const stamps = { created_at: 'stamp', updated_at: 'stamp' }
  await given.row('messages', tenant, {
    ...answer,
    invoice_id: ids[0],
    subject: 'Über Ihre Frage',
    content: 'Ja.',
    ...stamps,
  })
  await given.row('messages', tenant, { ...answer, invoice_id: ids[1], content: 'About the other.', ...stamps })
  await given.row('messages', tenant, { ...answer, content: 'In general.', ...stamps })
  await sendFiles('comment', { ...link, text: 'Thank you.', language: 'fr' }, [photo('beweis.jpg')])
  const texts = async (of: Link) => (await look(of)).said.map(({ text }) => text)
  assert.deepEqual(await texts(link), ['Thank you.', 'In general.', 'About the other.', 'Ja.'])
  assert.deepEqual(await texts(await linkTo('invoices', ids[0] ?? '')), ['Ja.'])
  const seen = await look(link)
  assert.deepEqual(
    [seen.said[0]?.subject, seen.said[0]?.files[0]?.filename, seen.said[3]?.subject],
    ['Factures ouvertes de Debtor', 'beweis.jpg', 'Über Ihre Frage'],
  )
})

test('all documents come in one file, and the statement as a paper; of others nothing', async () => {
  const { link, ids, numbers } = await debt()
  const bytes = Buffer.from('%PDF-1.7 of ours')
  const filename = 'invoice.pdf'
  for (const invoice_id of ids.slice(0, 2)) await uploadDocument(service, tenant, { invoice_id, bytes, filename })
  const other = await debt()
  const theirs = { invoice_id: other.ids[0] ?? '', bytes: Buffer.from('%PDF-1.7 of others'), filename }
  await uploadDocument(service, tenant, theirs)
  const at = (of: Link, paper: string) =>
    `${service.app.base_url}/portal/${administration_id}/${of.family}/${of.token}/${paper}`
  const zip = await fetch(at(link, 'documents.zip?language=nl'))
  assert.equal(zip.status, 200)
  assert.match(zip.headers.get('content-disposition') ?? '', /^attachment; filename="documenten-2026-11-16\.zip"/)
  const names = await namesIn(Buffer.from(await zip.arrayBuffer()))
  assert.deepEqual(names, [
    'rekeningoverzicht-2026-11-16.pdf',
    `${numbers[0]}/invoice.pdf`,
    `${numbers[1]}/invoice.pdf`,
  ])
  const { papers } = await look(link)
  assert.deepEqual([papers.documents, papers.letters], [2, 0])
  const paper = await fetch(at(link, 'statement.pdf'))
  assert.equal(paper.headers.get('content-type'), 'application/pdf')
  assert.match(Buffer.from(await paper.arrayBuffer()).toString('latin1'), /^%PDF-/)
  for (const wrong of [
    at({ ...link, token: `${link.token.slice(0, -3)}xyz` }, 'documents.zip'),
    at({ ...link, family: 'users' }, 'statement.pdf'),
    at(link, 'secrets.zip'),
  ])
    assert.equal((await fetch(wrong)).status, 404, wrong)
  const across = await fetch(at(link, 'statement.pdf'), { headers: { 'sec-fetch-site': 'cross-site' } })
  assert.equal(across.status, 403)
  const statuses: number[] = []
  for (let n = 0; n < 22; n++) {
    const answer = await fetch(at(other.link, 'statement.pdf'), { headers: headers() })
    await answer.arrayBuffer()
    statuses.push(answer.status)
  }
  assert.deepEqual(statuses, [...Array(20).fill(200), 429, 429], 'a program that holds a link is stopped')
})

test('a link that ended does nothing any more', async () => {
  const { link, numbers, debtor_id } = await debt()
  await sql`update debtors set public_token = null where id = ${debtor_id}::bigint`.execute(database.db)
  const invoice_numbers = numbers.slice(0, 2)
  for (const [verb, body] of Object.entries({
    pay: { invoice_numbers },
    comment: { text: 'Hello' },
    dispute: { invoice_number: numbers[0], reason: 'other' },
    paid: { invoice_numbers, paid_on: '2026-11-01' },
    promise: { invoice_numbers, promised_on: '2026-11-20' },
    terms: { invoice_numbers, terms: inThree() },
    address: { email_address: 'x@example.com' },
    answer_plan: { accept: true },
  }))
    assert.equal((await send(verb, { ...link, ...body })).status, 404, verb)
})

async function namesIn(bytes: Buffer): Promise<string[]> {
  const path = join(service.data_dir, 'archive.zip')
  await writeFile(path, bytes)
  const names: string[] = []
  for await (const { name, bytes: content } of readArchive(path, { files_max: 100, bytes_max: 10 ** 7 })) {
    for await (const _ of content);
    names.push(name)
  }
  return names
}
