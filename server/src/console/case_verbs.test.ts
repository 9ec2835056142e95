import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { engineOn } from '../../test/given_engine.ts'
import { startService } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { uploadDocument } from '../../test/upload_document.ts'
import { signedIn } from '../../test/visitor.ts'
import { changeSettings } from '../settings/store.ts'

const now = new Date('2026-11-16T10:00:00Z')
const service = await startService({ now: () => now })
const { given, database, call } = service
const { db } = database
const tenant = await given.tenant()
const { administration_id } = tenant
await engineOn(db, tenant, now)
// What the law charges is another matter.
await changeSettings(db, administration_id, { charge_costs: false, charge_interest: false })
const boss = await signedIn(service, tenant.company_id)
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [administration_id]: 'restricted' },
})
const stranger = await given.tenant()
const outsider = await signedIn(service, stranger.company_id)
const token = await given.token(tenant)
const stamps = { created_at: 'stamp', updated_at: 'stamp' }
const sent = { sent_at: '2026-08-01T09:00:00Z', collectable_at: '2026-11-12T09:00:00Z' }

async function collectable(columns: object = {}) {
  const debtor_id = await given.debtor(tenant, { is_company: true, coc_number: '12345678' })
  const invoice_id = await given.invoice(tenant, debtor_id, { ...sent, ...columns })
  return { debtor_id, invoice_id }
}

async function openFor(debtor_id: string, invoice_ids: string[]): Promise<string> {
  const answer = await boss.send('POST /console/credit_cases/open', { administration_id, debtor_id, invoice_ids })
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as { credit_case_id: string }).credit_case_id
}

const decide = (verb: string, id: string, body: object = {}) =>
  boss.send(`POST /console/credit_cases/${id}/${verb}`, { administration_id, ...body })

type Dossier = {
  total: string
  principal: string
  settled_total: string
  parts: { cost_type: string; total: string }[]
  invoices: { invoice_number: string; has_document: boolean }[]
  letters: number
  files: { kind: string; url: string | null; filename: string }[]
}

async function dossier(id: string): Promise<Dossier> {
  const answer = await boss.get(`/console/administrations/${administration_id}/case_dossiers/${id}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Dossier
}

test('a case is opened by hand for invoices that are ready for collection, and for no others', async () => {
  const { debtor_id, invoice_id } = await collectable()
  const early = await given.invoice(tenant, debtor_id, { invoice_number: 'F-early', sent_at: sent.sent_at })
  const wanted = { administration_id, debtor_id, invoice_ids: [invoice_id, early] }
  const refused = await boss.send('POST /console/credit_cases/open', wanted)
  assert.equal(refused.status, 422)
  assert.match(refused.text, /Not ready for collection yet: F-early/)
  const credit_case_id = await openFor(debtor_id, [invoice_id])
  const { rows } = await sql<{ origin: string; reasons: object }>`
    select origin, reasons from steps where credit_case_id = ${credit_case_id}::bigint and step = 'opening'`.execute(db)
  assert.deepEqual(rows, [{ origin: 'person', reasons: [{ reason: 'by_hand' }] }])
  const again = await boss.send('POST /console/credit_cases/open', { ...wanted, invoice_ids: [invoice_id] })
  assert.match(again.text, /is in a credit case already/)
  // Nothing was sent for the first one, so that a second invoice joins it.
  const other = await given.invoice(tenant, debtor_id, sent)
  assert.equal(await openFor(debtor_id, [other]), credit_case_id)
})

test('only those whose role is for such work decide about cases, and only about their own', async () => {
  const { debtor_id, invoice_id } = await collectable()
  const body = { administration_id, debtor_id, invoice_ids: [invoice_id] }
  assert.equal((await reader.send('POST /console/credit_cases/open', body)).status, 403)
  assert.equal((await outsider.send('POST /console/credit_cases/open', body)).status, 403)
  const own = { ...body, administration_id: stranger.administration_id }
  assert.equal((await outsider.send('POST /console/credit_cases/open', own)).status, 404)
  const id = await openFor(debtor_id, [invoice_id])
  for (const verb of ['hand_over', 'make_file', 'end']) {
    const there = { administration_id: stranger.administration_id }
    const answer = await outsider.send(`POST /console/credit_cases/${id}/${verb}`, there)
    assert.ok(answer.status === 404 || answer.status === 409, `${verb} ${answer.text}`)
  }
  assert.equal((await outsider.get(`/console/administrations/${administration_id}/case_dossiers/${id}`)).status, 403)
  const { deactivated_at, forwarded_to_bailiff_at } = await db
    .selectFrom('credit_cases')
    .select(['deactivated_at', 'forwarded_to_bailiff_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([deactivated_at, forwarded_to_bailiff_at], [null, null])
})

test('a case that is handed over becomes one file with everything, as a PDF and as an archive', async () => {
  const { debtor_id, invoice_id } = await collectable({ invoice_number: 'F/2026-1' })
  const id = await openFor(debtor_id, [invoice_id])
  const early = await decide('hand_over', id)
  assert.equal(early.status, 422)
  assert.match(early.text, /The document is missing of: F\/2026-1/)
  const invoice = Buffer.from('%PDF-1.7 the invoice itself')
  await uploadDocument(service, tenant, { invoice_id, bytes: invoice, filename: 'invoice.pdf' })
  const letter_id = await given.row('letters', tenant, {
    ...{ debtor_id, step: 'final_reminder', channel: 'mail', language_code: 'en', status: 'sent', day: '2026-10-28' },
    ...{ subject: 'Final reminder', text: 'Please pay €121.00.', html: '<p>Please pay</p>', data: '{}' },
    ...{ recipients: JSON.stringify([{ kind: 'to', email_address: 'books@example.com' }]) },
    ...{ sent_on: '2026-10-28', sent_at: '2026-10-28T09:00:00Z', message_header_id: '<1@example.com>' },
    ...{ proof: JSON.stringify({ answer: '250 2.0.0 Ok', accepted: ['books@example.com'] }), ...stamps },
  })
  await given.row('letter_items', tenant, { letter_id, invoice_id, amount: '121.00', performs: 'final_reminder' })
  // Late on the 15th by the clock of computers: the 16th already where the creditor is.
  const written = { sent_at: '2026-11-15T23:30:00Z', content: 'We will pay next week.' }
  const message_id = await given.message(tenant, { debtor_id, invoice_id, ...written })
  const { file_id } = await db
    .selectFrom('invoice_documents')
    .select('file_id')
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  for (const filename of ['Our answer.pdf', '../Our answer.pdf'])
    await given.row('message_attachments', tenant, { message_id, file_id, filename, created_at: 'stamp' })

  const handed = await decide('hand_over', id)
  assert.equal(handed.status, 200, handed.text)
  assert.equal((await decide('hand_over', id)).status, 409)
  // What comes later is a case of its own: this one is out of our hands.
  const later = await given.invoice(tenant, debtor_id, sent)
  assert.notEqual(await openFor(debtor_id, [later]), id)
  await until('the file of the case is made', async () => (await dossier(id)).files.every(({ url }) => url !== null))
  const { files, invoices, letters } = await dossier(id)
  assert.deepEqual([invoices, letters].flat().length, 2)
  const [pdf, zip] = await Promise.all(
    files.map(async ({ url }) => Buffer.from(await (await fetch(url ?? '')).arrayBuffer())),
  )
  assert.match(String(pdf?.subarray(0, 5)), /^%PDF-/)
  const parts = unzipSync(new Uint8Array(zip ?? []))
  const { case_number } = await db
    .selectFrom('credit_cases')
    .select('case_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(Object.keys(parts), [
    `case-${case_number}.pdf`,
    'invoices/F_2026-1/invoice.pdf',
    'letters/001-2026-10-28-final_reminder.txt',
    'letters/001-2026-10-28-final_reminder.html',
    'letters/001-2026-10-28-final_reminder.proof.json',
    'correspondence/001-2026-11-16-debtor.txt',
    'correspondence/001-2026-11-16-debtor/Our answer.pdf',
    'correspondence/001-2026-11-16-debtor/__Our answer.pdf',
  ])
  const textOf = (name: string): string => Buffer.from(parts[name] ?? []).toString()
  assert.equal(textOf('correspondence/001-2026-11-16-debtor/Our answer.pdf'), invoice.toString())
  assert.equal(textOf('invoices/F_2026-1/invoice.pdf'), invoice.toString())
  assert.deepEqual(Buffer.from(parts[`case-${case_number}.pdf`] ?? []), pdf)
  assert.match(textOf('letters/001-2026-10-28-final_reminder.proof.json'), /250 2\.0\.0 Ok/)
  assert.match(textOf('correspondence/001-2026-11-16-debtor.txt'), /We will pay next week/)
})

test('the claim of a case is what the ledger says, to the cent', async () => {
  const { debtor_id, invoice_id } = await collectable()
  const id = await openFor(debtor_id, [invoice_id])
  const { invoice_number } = await db
    .selectFrom('invoices')
    .select('invoice_number')
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  const paid = await call('PATCH /v1/invoices', {
    token,
    json: { administration_id, invoices: [{ invoice_number, amount_open: '80.50', book_amount_open: '80.50' }] },
  })
  assert.deepEqual((paid.body as { errors: object }).errors, {}, paid.text)
  const { principal, settled_total, total, parts } = await dossier(id)
  assert.deepEqual(
    { principal, settled_total, total, parts },
    {
      ...{ principal: '121.00', settled_total: '40.50', total: '80.50', parts: [] },
    },
  )
})

test('costs of a case that are open are registered as paid or waived', async () => {
  const { debtor_id, invoice_id } = await collectable({
    ...{ interest_costs_total: '2.50', interest_costs_open: '2.50' },
    ...{ debt_collection_costs_total: '40.00', debt_collection_costs_open: '40.00' },
  })
  const id = await openFor(debtor_id, [invoice_id])
  const { total, parts } = await dossier(id)
  assert.equal(total, '163.50')
  assert.deepEqual(
    parts.map((one) => [one.cost_type, one.total]),
    [
      ['interest_costs', '2.50'],
      ['debt_collection_costs', '40.00'],
    ],
  )
  const settled = await decide('settle_costs', id, { how: 'waived' })
  assert.equal(settled.status, 200, settled.text)
  assert.equal((await dossier(id)).total, '121.00')
  assert.equal((await decide('settle_costs', id, { how: 'paid' })).status, 422)
})

test('a case that somebody ends lets its invoices go, and they wait until somebody resumes them', async () => {
  const { debtor_id, invoice_id } = await collectable()
  const id = await openFor(debtor_id, [invoice_id])
  assert.equal((await decide('end', id)).status, 200)
  assert.equal((await decide('end', id)).status, 409)
  const invoice = await db
    .selectFrom('invoices')
    .select(['active_credit_case_id', 'paused_at', 'paused_by_user'])
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  assert.equal(invoice.active_credit_case_id, null)
  assert.equal(invoice.paused_by_user, true)
  assert.notEqual(invoice.paused_at, null)
  const outlook = await call(`GET /v1/credit_cases/${id}/outlook?administration_id=${administration_id}`, { token })
  assert.deepEqual((outlook.body as { data: { step: null; because: object[] } }).data.because, [
    { reason: 'case_ended', day: '2026-11-16' },
  ])
})

test('a case does not end while a plan is about it: payments would not reach its terms any more', async () => {
  const { debtor_id, invoice_id } = await collectable()
  const id = await openFor(debtor_id, [invoice_id])
  const terms = [{ amount: '121.00', due_date: '2026-12-01' }]
  const plan = { administration_id, credit_case_ids: [id], terms, mail: false }
  const made = await boss.send('POST /console/agreements/make_plan', plan)
  assert.equal(made.status, 200, made.text)
  const refused = await decide('end', id)
  assert.equal(refused.status, 409)
  assert.match(refused.text, /is paid by the terms of a payment plan. End the plan first/)
  const caseOf = async () => {
    const { active_credit_case_id } = await db
      .selectFrom('invoices')
      .select('active_credit_case_id')
      .where('id', '=', invoice_id)
      .executeTakeFirstOrThrow()
    return active_credit_case_id
  }
  assert.equal(await caseOf(), id)
  const { payment_plan_id } = made.body as { payment_plan_id: string }
  const form = `administration_id=${administration_id}`
  assert.equal((await call(`PATCH /v1/payment_plans/${payment_plan_id}/deactivate`, { token, form })).status, 200)
  assert.equal((await decide('end', id)).status, 200)
  assert.equal(await caseOf(), null)
})

test('an invoice does not join a case that a plan is about: its terms would look unpaid', async () => {
  const { debtor_id, invoice_id } = await collectable()
  const id = await openFor(debtor_id, [invoice_id])
  const terms = [{ amount: '121.00', due_date: '2026-12-01' }]
  const plan = { administration_id, credit_case_ids: [id], terms, mail: false }
  assert.equal((await boss.send('POST /console/agreements/make_plan', plan)).status, 200)
  const other = await given.invoice(tenant, debtor_id, sent)
  assert.notEqual(await openFor(debtor_id, [other]), id)
})

test('a file that is being made is not made again for everybody who asks', async () => {
  const { debtor_id, invoice_id } = await collectable()
  const credit_case_id = await openFor(debtor_id, [invoice_id])
  const answers = await Promise.all(Array.from({ length: 20 }, () => decide('make_file', credit_case_id)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const { rows } = await sql<{ files: number }>`
    select count(*)::integer as files from case_files where credit_case_id = ${credit_case_id}::bigint`.execute(db)
  assert.ok((rows[0]?.files ?? 0) <= 4, `${rows[0]?.files} files`)
})
