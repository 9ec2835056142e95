import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { mailTo } from '../../test/mailbox.ts'
import { uploadDocument } from '../../test/upload_document.ts'
import { signedIn } from '../../test/visitor.ts'
import { house_codes } from '../letters/replies/each_language.ts'
import { fillReply, house_replies, reply_variables, replyProblems } from '../letters/replies/reply_texts.ts'
import { letter_languages } from '../settings/administration_settings.ts'

const service = await startService({ now: () => new Date('2026-11-16T10:00:00Z') })
const { given, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const boss = await signedIn(service, tenant.company_id)
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [administration_id]: 'restricted' },
})
const elsewhere = await given.tenant()
const outsider = await signedIn(service, elsewhere.company_id)
const debtor_id = await given.debtor(tenant, {
  ...{ name: 'Isterewold Mobility SARL', debtor_number: 'T000166', language_code: 'fr' },
  ...{ primary_email_address: 'gone@example.com', reminder_email_address: 'compta@example.com' },
})
const invoice_id = await given.invoice(tenant, debtor_id, {
  ...{ invoice_number: 'T2026-412', due_date: '2026-08-19', purchase_order_number: 'PO-88213' },
})
const { debtor_number } = await given.debtorKeys(tenant, debtor_id)
await uploadDocument(service, tenant, { invoice_id, bytes: Buffer.from('%PDF-1.7 one'), filename: 'T2026-412.pdf' })

type Facts = {
  language_code: string
  email_addresses: string[]
  undeliverable: string[]
  texts: { code: string; subject: string; body: string }[]
  documents: { invoice_id: string; filename: string; checksum: string; byte_size: number }[]
}
const path = (id: string, query = ''): string => `/console/administrations/${administration_id}/composer/${id}${query}`
async function facts(query = ''): Promise<Facts> {
  const answer = await boss.get(path(debtor_id, query))
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Facts
}

test('texts are filled in with the facts of the debtor and its invoice, in the language of the debtor', async () => {
  const { language_code, texts, documents } = await facts()
  assert.equal(language_code, 'fr')
  const copy = texts.find(({ code }) => code === 'copy_of_invoice')
  assert.equal(copy?.subject, 'Facture T2026-412 : copie')
  assert.match(copy?.body ?? '', /facture T2026-412, avec votre numéro de commande PO-88213\..*19 août 2026/s)
  assert.deepEqual(
    documents.map(({ filename, byte_size, ...one }) => [one.invoice_id, filename, byte_size]),
    [[invoice_id, 'T2026-412.pdf', 12]],
  )
})

test('an address from which mail came back is said, and another one is offered', async () => {
  assert.deepEqual((await facts()).email_addresses, ['gone@example.com'])
  await given.row('undeliverable_addresses', tenant, { address: 'gone@example.com', since: '2026-11-01T10:00:00Z' })
  const { email_addresses, undeliverable } = await facts()
  assert.deepEqual([email_addresses, undeliverable], [['compta@example.com'], ['gone@example.com']])
})

test('an answer goes out with a document, and what it answers is read then', async () => {
  const asked = { subject: 'Copie, s’il vous plaît', debtor_id, content: 'Pouvez-vous renvoyer le PDF ?' }
  const message_id = await given.message(tenant, asked)
  const [document] = (await facts()).documents
  const sent = await boss.send('POST /console/messages', {
    ...{ administration_id, debtor_number, seen_message_id: message_id },
    message: {
      ...{ subject: 'Re: Copie, s’il vous plaît', body: 'Voici.', email: 'compta@example.com' },
      files: [{ checksum: document?.checksum, filename: document?.filename }],
    },
  })
  assert.equal(sent.status, 200, sent.text)
  const { id } = sent.body as { id: string }
  const attached = await database.db
    .selectFrom('message_attachments')
    .select('filename')
    .where('message_id', '=', id)
    .execute()
  assert.deepEqual(attached, [{ filename: 'T2026-412.pdf' }])
  const mail = await mailTo(service, 'compta@example.com', 'message')
  assert.equal(mail.subject, 'Re: Copie, s’il vous plaît')
  const row = await database.db.selectFrom('messages').selectAll().where('id', '=', message_id).executeTakeFirst()
  assert.equal(row?.read_by_user_id, boss.id)
})

test('who may only look gets no further, and nobody writes to the debtor of another company', async () => {
  const message = { subject: 'No', body: 'No.' }
  const send = (who: typeof boss) => who.send('POST /console/messages', { administration_id, debtor_number, message })
  assert.equal((await send(reader)).status, 403)
  assert.equal((await send(outsider)).status, 403)
  assert.equal((await outsider.get(path(debtor_id))).status, 403)
  const foreign = await given.debtor(elsewhere)
  assert.equal((await boss.get(path(foreign))).status, 404)
  const other = await given.invoice(tenant, await given.debtor(tenant))
  assert.equal((await boss.get(path(debtor_id, `?invoice_id=${other}`))).status, 404)
})

test('every text of the house can be filled in, with all facts and without any that may be missing', () => {
  const all = Object.fromEntries(Object.keys(reply_variables).map((name) => [name, 'X'])) as never
  const none = Object.fromEntries(Object.keys(reply_variables).map((name) => [name, null])) as never
  for (const language of letter_languages) {
    for (const code of house_codes) {
      const text = house_replies[language][code]
      assert.deepEqual(replyProblems(text), [], `${language} ${code}`)
      for (const facts of [all, none]) {
        const { subject, body } = fillReply(text, facts)
        assert.ok(subject.length > 5 && body.length > 40, `${language} ${code}`)
        assert.doesNotMatch(`${subject} ${body}`, /\{|\}|null|\n{3}| {2}/, `${language} ${code}`)
      }
    }
  }
})

test('administrators change texts and add their own; a mistake is refused with what was meant', async () => {
  const save = (body: object, who = boss) =>
    who.send('POST /console/reply_texts/save', { administration_id, language_code: 'fr', ...body })
  const own = { code: 'looking_into_it', subject: 'Votre message', body: 'Merci, {{ debtor.name }}.' }
  assert.equal((await save(own)).status, 200)
  const added = await save({ name: 'Vacances', subject: 'Vacances', body: 'Nous sommes absents.' })
  const { code } = added.body as { code: string }
  const { texts } = await facts()
  assert.equal(texts.find((one) => one.code === 'looking_into_it')?.body, 'Merci, Isterewold Mobility SARL.')
  assert.ok(texts.some((one) => one.code === code))
  const wrong = await save({ ...own, body: '{{ debtor.nam }}' })
  assert.match(`${wrong.status} ${wrong.text}`, /^422 .*debtor\.nam is not known; debtor\.name is/)
  assert.equal((await save({ subject: 'x', body: 'y' })).status, 422)
  const worker = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [administration_id]: 'standard' },
  })
  for (const who of [worker, reader, outsider]) assert.equal((await save(own, who)).status, 403)
  const remove = (removed: string) =>
    boss.send('POST /console/reply_texts/remove', { administration_id, language_code: 'fr', code: removed })
  assert.equal((await remove('looking_into_it')).status, 200)
  assert.equal((await remove(code)).status, 200)
  assert.equal((await remove(code)).status, 404)
  assert.match(
    (await facts()).texts.find((one) => one.code === 'looking_into_it')?.body ?? '',
    /Merci de votre message/,
  )
})

test('a text that is being written is shown with an open invoice, and says what is wrong with it', async () => {
  const base = `POST /console/administrations/${administration_id}/reply_texts/preview`
  const preview = (body: object, who = reader) => who.send(base, { language_code: 'en', ...body })
  const text = { subject: 'Invoice {{ invoice.number }}', body: 'Dear {{ debtor.name }}, {{ invoice.open }} is open.' }
  const { status, body } = await preview(text)
  const shown = body as Record<'subject' | 'body' | 'seen_with' | 'next_invoice_id', string>
  assert.equal(status, 200)
  const [name, number] = shown.seen_with.split(' · ')
  assert.equal(shown.subject, `Invoice ${number}`)
  assert.match(shown.body, new RegExp(`^Dear ${name}, €[\\d.,]+ is open\\.$`))
  const wrong = (await preview({ ...text, body: '{{ debtor.nam }}' })).body as { problems: string[]; body: null }
  assert.deepEqual([wrong.body, wrong.problems.length], [null, 1])
  assert.match(wrong.problems[0] ?? '', /debtor\.name is/)
  assert.equal((await preview(text, outsider)).status, 403)
  const foreign = await given.invoice(elsewhere, await given.debtor(elsewhere))
  assert.equal((await preview({ ...text, invoice_id: foreign })).status, 404)
})
