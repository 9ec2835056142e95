import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenIn } from '../../../test/given.ts'
import { letterAbout, performLetter, switchOn } from '../../../test/given_letters.ts'
import { testDatabase } from '../../../test/harness.ts'
import type { Letter } from '../decide/decision.ts'
import { type Rendered, renderLetter } from '../send/render.ts'
import { previewLetter } from './preview.ts'

const at = new Date('2026-11-16T09:00:00Z')
const { db } = await testDatabase()
const given = givenIn(db)
const tenant = await given.tenant()
const { administration_id } = tenant
await switchOn(db, tenant)
const rendering = { administration_id, base_url: 'https://dunlin.example.com' }
const stamped = { created_at: 'stamp', updated_at: 'stamp' }

/** All that a reader gets of a letter. Its name in mail programs comes with its row. */
const seen = ({ letter, subject, text, html, text_version, recipients, to, cc, bcc, attachments }: Rendered) => ({
  ...{ letter, subject, text, html, text_version, recipients, to, cc, bcc, attachments },
})

/** What the outbox shows of a letter has to be what sending then renders. */
async function isPreviewed(decided: Partial<Letter> & { invoice_ids: readonly string[] }): Promise<Rendered> {
  const letter = await letterAbout(db, tenant, '2026-11-16', decided)
  const previewed = await previewLetter(db, rendering, letter)
  const letter_id = await performLetter(db, tenant, { ...decided, at })
  const sent = await renderLetter(db, { ...rendering, letter_id })
  assert.deepEqual(seen(previewed), seen(sent))
  return sent
}

const reachable = {
  ...{ name: 'Marvero SARL', primary_email_address: 'office@marvero.example.com', relation_manager: 'Mirte Hazelmeer' },
  ...{ postal_address_street_1: 'Rue du Port 12', postal_address_postal_code: '59000', postal_address_city: 'Lille' },
  postal_address_country_code: 'FR',
}

test('a letter with a document, a copy and an own text', async () => {
  const debtor_id = await given.debtor(tenant, { ...reachable, reminder_cc_email_address: 'copy@marvero.example.com' })
  const invoice_id = await given.invoice(tenant, debtor_id, { purchase_order_number: '4500-1' })
  const file = { checksum: 'a'.repeat(88), byte_size: 10, content_type: 'application/pdf', uploaded_at: 'stamp' }
  const file_id = await given.row('files', tenant, { ...file, ...stamped })
  const document = { invoice_id, file_id, kind: 'document', filename: 'Invoice.pdf', created_at: 'stamp' }
  await given.row('invoice_documents', tenant, document)
  await given.row('letter_texts', tenant, {
    ...{ step: 'reminder_1', language_code: 'nl', version: 3, subject: 'Betaal {{ total.open }}' },
    ...{ body: 'Dag {{ debtor.name }}', house: false, created_at: 'stamp' },
  })
  const sent = await isPreviewed({ invoice_ids: [invoice_id] })
  assert.deepEqual([sent.text_version, sent.cc, sent.attachments.length], [3, ['copy@marvero.example.com'], 1])
  assert.match(sent.letter.facts.portal_url ?? '', /\/invoices\//)
})

test('several invoices with costs that are charged with the letter, and a credit', async () => {
  const debtor_id = await given.debtor(tenant, reachable)
  const invoice_ids = [await given.invoice(tenant, debtor_id), await given.invoice(tenant, debtor_id)]
  const [charged = ''] = invoice_ids
  const charge = { invoice_id: charged, cost_type: 'administration_costs', amount: 2_500n, rule: 'de.fees' } as const
  const sent = await isPreviewed({
    invoice_ids,
    step: 'reminder_2',
    text: 'reminder_2',
    credit: 500n,
    charges: [charge],
  })
  const { costs_amount, total_amount, credit_amount, portal_url } = sent.letter.facts
  assert.deepEqual([costs_amount, total_amount, credit_amount], ['25.00', '267.00', '5.00'])
  assert.match(portal_url ?? '', /\/debtors\//)
})

test('a legal letter by post to a contact abroad announces its costs and names no last day', async () => {
  const debtor_id = await given.debtor(tenant, reachable)
  const contact_id = await given.row('contacts', tenant, { firstname: 'Anne', lastname: 'Petit', ...stamped })
  const invoice_ids = [await given.invoice(tenant, debtor_id, { contact_id })]
  const by_post = { channel: 'post', language_code: 'fr', recipient: `contact ${contact_id}` } as const
  const last = { step: 'final_reminder', text: 'final_reminder', legal: true, stated: 4_000n, term_days: 15 } as const
  const { letter } = await isPreviewed({ invoice_ids, ...by_post, ...last })
  assert.deepEqual([letter.facts.stated_costs, letter.facts.term.ends_on], ['40.00', null])
  assert.deepEqual(letter.facts.debtor.address.at(-1), 'FRANCE')
})

test('a letter of a case names it and leads to its page', async () => {
  const debtor_id = await given.debtor(tenant, reachable)
  const credit_case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: '260741002', credit_case_number: '260 741 002', currency_code: 'EUR' },
    ...{ total_amount: '121.00', open_amount: '121.00', started_at: 'stamp', ...stamped },
  })
  const invoice_ids = [await given.invoice(tenant, debtor_id, { active_credit_case_id: credit_case_id })]
  const { subject, letter } = await isPreviewed({ invoice_ids, step: 'summons', text: 'summons', credit_case_id })
  assert.match(subject, /260 741 002/)
  assert.match(letter.facts.portal_url ?? '', /\/credit_cases\//)
})
