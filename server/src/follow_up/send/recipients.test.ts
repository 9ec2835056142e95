import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { letterRow, performLetter, switchOn } from '../../../test/given_letters.ts'
import { startService } from '../../../test/harness.ts'
import { readable, startSmtp } from '../../../test/smtp.ts'
import { until } from '../../../test/until.ts'
import { openStore } from '../../files/store.ts'
import { readFacts } from '../read/facts.ts'
import { keepPdf } from './documents.ts'
import { renderLetter } from './render.ts'

const at = new Date('2026-11-16T09:00:00Z')
const smtp = await startSmtp()
const base_url = 'https://dunlin.example.com'
const service = await startService({ smtp_url: smtp.url, now: () => at, base_url })
const { database, given, data_dir } = service
const { db } = database
const tenant = await given.tenant()
const { administration_id } = tenant
await switchOn(db, tenant)
const stamped = { created_at: 'stamp', updated_at: 'stamp' }
const today = '2026-11-16' as const

type Addresses = { readonly [column: string]: string | null }
type Asked = { debtor?: Addresses; contact?: Addresses; step?: 'invoice' | 'reminder_1'; channel?: 'mail' | 'post' }

/** Where a letter goes to a debtor and a contact with these addresses. */
async function recipients({ debtor = {}, contact, step = 'reminder_1', channel = 'mail' }: Asked) {
  const debtor_id = await given.debtor(tenant, debtor)
  const contact_id = contact ? await given.row('contacts', tenant, { ...contact, ...stamped }) : null
  const invoice_id = await given.invoice(tenant, debtor_id, { contact_id })
  const portion = { administration_id, debtor_ids: [debtor_id], timezone: 'Europe/Amsterdam', today }
  const [facts] = await readFacts(db, portion, { language_code: 'nl', on_since: null })
  const { key = '', mail, post } = facts?.invoices[0]?.recipient ?? assert.fail('there are no facts')
  const decided = { invoice_ids: [invoice_id], at, recipient: key, step, channel }
  const letter_id = await performLetter(db, tenant, decided)
  const rendered = await renderLetter(db, { administration_id, letter_id, base_url })
  const { to, cc, bcc, letter } = rendered
  return { to, cc, bcc, shown: rendered.recipients, mail, post, address: letter.facts.debtor.address, letter }
}

const all = {
  reminder_email_address: 'reminder@example.com',
  primary_email_address: 'primary@example.com',
  invoice_email_address: 'invoice@example.com',
}

test('reminders go to the address for them, then to the main one, then to that for invoices; invoices the other way', async () => {
  const first = async (debtor: Addresses, step: Asked['step'] = 'reminder_1') => (await recipients({ debtor, step })).to
  assert.deepEqual(await first(all), ['reminder@example.com'])
  assert.deepEqual(await first({ ...all, reminder_email_address: null }), ['primary@example.com'])
  assert.deepEqual(await first({ invoice_email_address: 'invoice@example.com' }), ['invoice@example.com'])
  assert.deepEqual(await first({ ...all, reminder_email_address: 'not an address' }), ['primary@example.com'])
  assert.deepEqual(await first(all, 'invoice'), ['invoice@example.com'])
})

test('the contact of the invoice comes before its debtor, and the debtor takes its place where it has no address', async () => {
  const contact = { default_email_address: 'contact@example.com', firstname: 'Marleen', infix: 'de', lastname: 'Wit' }
  const own = await recipients({ debtor: all, contact })
  assert.deepEqual([own.to, own.letter.facts.contact_name], [['contact@example.com'], 'Marleen de Wit'])
  const none = await recipients({ debtor: all, contact: { firstname: 'Robin' } })
  assert.deepEqual([none.to, none.mail], [['reminder@example.com'], 'yes'])
})

test('a field may hold several addresses; those from which mail came back are left out', async () => {
  const came_back = { address: 'gone@example.com', reason: '550', since: at.toISOString() }
  await given.row('undeliverable_addresses', tenant, came_back)
  const both = 'Gone@example.com; here@example.com, here@example.com'
  const { to, mail } = await recipients({ debtor: { primary_email_address: both } })
  assert.deepEqual([to, mail], [['here@example.com'], 'yes'])
  const next = await recipients({ debtor: { ...all, reminder_email_address: 'gone@example.com' } })
  assert.deepEqual(next.to, ['primary@example.com'])
  const nobody = await recipients({ debtor: { primary_email_address: 'gone@example.com' } })
  assert.deepEqual([nobody.to, nobody.mail], [[], 'held'])
})

test('copies go to whom the same record names for them, and nobody gets a mail twice', async () => {
  const copies = { reminder_cc_email_address: 'cc@example.com, reminder@example.com' }
  const blind = {
    reminder_bcc_email_address: 'bcc@example.com; cc@example.com',
    invoice_cc_email_address: 'x@example.com',
  }
  const { to, cc, bcc, shown } = await recipients({ debtor: { ...all, ...copies, ...blind } })
  assert.deepEqual({ to, cc, bcc }, { to: ['reminder@example.com'], cc: ['cc@example.com'], bcc: ['bcc@example.com'] })
  assert.deepEqual(
    shown.map(({ kind }) => kind),
    ['to', 'cc', 'bcc'],
  )
})

test('by post it goes to the contact with an address of its own, with the country where it is another', async () => {
  const here = { postal_address_street_1: 'Keizersgracht 8', postal_address_postal_code: '1017 AB' }
  const home = { ...here, postal_address_city: 'Amsterdam', postal_address_country_code: 'NL' }
  const away = {
    ...{ postal_address_street_1: '8 High Street', postal_address_city: 'London', postal_address_country_code: 'GB' },
    ...{ postal_address_postal_code: 'N1 1AA', lastname: 'Smith' },
  }
  const debtor = await recipients({ debtor: home, channel: 'post' })
  assert.deepEqual(debtor.address, ['Keizersgracht 8', '1017 AB Amsterdam'])
  const contact = await recipients({ debtor: home, contact: away, channel: 'post' })
  assert.deepEqual(contact.address, ['T.a.v. Smith', '8 High Street', 'N1 1AA London', 'VERENIGD KONINKRIJK'])
  const half = await recipients({ debtor: home, contact: { lastname: 'Smith' }, channel: 'post' })
  assert.deepEqual(half.address, ['T.a.v. Smith', 'Keizersgracht 8', '1017 AB Amsterdam'])
})

test('the document of an invoice travels along, and stays with the letter when it is taken off the invoice', async () => {
  const store = await openStore({ data_dir, files_url: null, now: at })
  const bytes = Buffer.from('%PDF-1.4 the invoice itself')
  const { checksum, byte_size } = await keepPdf(store, bytes)
  assert.equal(checksum, createHash('sha3-512').update(bytes).digest('base64'))
  const file = { checksum, byte_size, content_type: 'application/pdf', uploaded_at: 'stamp', ...stamped }
  const file_id = await given.row('files', tenant, file)
  const debtor_id = await given.debtor(tenant, { primary_email_address: 'with.file@example.com' })
  const invoice_id = await given.invoice(tenant, debtor_id)
  const document = { invoice_id, kind: 'document', file_id, filename: 'Factuur 7.pdf', created_at: 'stamp' }
  await given.row('invoice_documents', tenant, document)
  const letter_id = await performLetter(db, tenant, { invoice_ids: [invoice_id], at, queued: true })
  await until('it is sent', async () => (await letterRow(db, tenant, letter_id)).status === 'sent')
  const [mail] = smtp.received.filter(({ to }) => to.includes('with.file@example.com'))
  assert.ok(mail)
  assert.match(readable(mail), /filename="?Factuur 7\.pdf/)
  assert.ok(mail.body.includes(bytes.toString('base64')))
  await db.deleteFrom('invoice_documents').where('file_id', '=', file_id).execute()
  const kept = await db.selectFrom('letter_attachments').selectAll().where('letter_id', '=', letter_id).execute()
  assert.deepEqual(
    kept.map((one) => [one.file_id, one.filename]),
    [[file_id, 'Factuur 7.pdf']],
  )
})
