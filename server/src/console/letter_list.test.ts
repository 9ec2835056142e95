import assert from 'node:assert/strict'
import { test } from 'node:test'
import { business, followed_now, overdue } from '../../test/followed.ts'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const service = await startService({ now: () => followed_now })
const { given } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [tenant.administration_id]: 'restricted' },
})
const outsider = await signedIn(service, stranger.company_id)
const base = `/console/administrations/${tenant.administration_id}/letters`

const debtor_id = await given.debtor(tenant, business)
const letter = (columns: object = {}) =>
  given.row('letters', tenant, {
    ...{ debtor_id, step: 'reminder_1', channel: 'mail', language_code: 'en', status: 'sent', day: '2026-11-14' },
    ...{ data: JSON.stringify({ amount: '121.00', currency_code: 'EUR' }), created_at: 'stamp', updated_at: 'stamp' },
    ...columns,
  })
async function list(query: string): Promise<string[]> {
  const answer = await reader.get(`${base}?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as { letters: { id: string }[] }).letters.map(({ id }) => id)
}

test('letters are listed newest first, by how far they are, debtor and step', async () => {
  const other = await given.debtor(tenant)
  const sent = await letter()
  const waiting = await letter({ status: 'waiting', debtor_id: other })
  const paper = await letter({ status: 'underway', channel: 'post', step: 'final_reminder' })
  const bounced = await letter({ status: 'bounced' })
  assert.deepEqual(await list('show=all'), [bounced, paper, waiting, sent])
  assert.deepEqual(await list('show=unsent'), [paper, waiting])
  assert.deepEqual(await list('show=to_print'), [paper])
  assert.deepEqual(await list('show=sent'), [sent])
  assert.deepEqual(await list('show=not_arrived'), [bounced])
  assert.deepEqual(await list(`show=all&debtor_id=${other}`), [waiting])
  assert.deepEqual(await list('show=all&step=final_reminder'), [paper])
  assert.equal((await reader.get(`${base}?show=all&cursor=first`)).status, 422)
  const totals = { letters: 2, debtors: 2, all: 4, unsent: 2, to_print: 1, sent: 1, not_arrived: 1 }
  assert.deepEqual((await reader.get(`${base}/totals?show=unsent`)).body, totals)
})

test('letters are sorted by debtor and amount, page by page', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const boss = await signedIn(service, tenant.company_id)
  const path = `/console/administrations/${own.administration_id}/letters`
  const made: Record<string, string> = {}
  for (const [name, amount] of [
    ['Brug', '9.00'],
    ['Anker', '120.00'],
    ['Kade', '30.00'],
  ] as const) {
    const of = await given.debtor(own, { ...business, name })
    const data = JSON.stringify({ amount, currency_code: 'EUR' })
    made[name] = await given.row('letters', own, {
      ...{ debtor_id: of, step: 'reminder_1', channel: 'mail', language_code: 'en', status: 'sent', day: '2026-11-14' },
      ...{ data, created_at: 'stamp', updated_at: 'stamp' },
    })
  }
  type Page = { letters: { id: string }[]; cursor: string | null }
  const all = async (order: string): Promise<string[]> => {
    const ids: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = new URLSearchParams({ show: 'all', per_page: '1', order, cursor })
      const page = (await boss.get(`${path}?${query}`)).body as Page
      ids.push(...page.letters.map(({ id }) => id))
      cursor = page.cursor
    }
    return ids
  }
  assert.deepEqual(await all('debtor_asc'), [made.Anker, made.Brug, made.Kade])
  assert.deepEqual(await all('amount_desc'), [made.Anker, made.Kade, made.Brug])
  assert.deepEqual(await all('day_asc'), [made.Brug, made.Anker, made.Kade])
})

test('a letter is shown as it was sent: to whom, with what proof, about which invoices, and why', async () => {
  const invoice_id = await given.invoice(tenant, debtor_id, overdue)
  const named_id = await given.invoice(tenant, debtor_id, overdue)
  const file_id = await given.row('files', tenant, {
    ...{ checksum: 'a'.repeat(88), byte_size: 10, content_type: 'application/pdf', created_at: 'stamp' },
    uploaded_at: 'stamp',
    updated_at: 'stamp',
  })
  const id = await letter({
    ...{ subject: 'Reminder', text: 'Dear customer', html: '<p>Dear customer</p>', text_version: 3, term_days: 14 },
    ...{ sent_at: '2026-11-14T10:00:00Z', sent_on: '2026-11-14', file_id, filename: 'Reminder.pdf' },
    recipients: JSON.stringify([{ kind: 'to', email_address: 'office@debtor.example.com' }]),
    proof: JSON.stringify({ answer: '250 accepted' }),
  })
  const about = { letter_id: id, amount: '121.00' }
  await given.row('letter_items', tenant, { ...about, invoice_id, performs: 'reminder_1' })
  await given.row('letter_items', tenant, { ...about, invoice_id: named_id })
  await given.row('steps', tenant, {
    ...{ debtor_id, invoice_id, step: 'reminder_1', day: '2026-11-14', performed_at: 'stamp', letter_id: id },
    ...{ term_ends_on: '2026-11-28', reasons: JSON.stringify([{ reason: 'due_date', day: '2026-11-02' }]) },
    ...{ origin: 'engine', created_at: 'stamp', updated_at: 'stamp' },
  })
  const answer = await reader.get(`${base}/${id}`)
  assert.equal(answer.status, 200, answer.text)
  const shown = answer.body as Record<string, unknown> & { items: Record<string, unknown>[]; document_url: string }
  assert.deepEqual(
    [shown.subject, shown.text, shown.html, shown.status, shown.text_version, shown.sent_at, shown.amount],
    ['Reminder', 'Dear customer', '<p>Dear customer</p>', 'sent', 3, '2026-11-14T10:00:00Z', '121.00'],
  )
  assert.deepEqual(shown.recipients, [{ kind: 'to', email_address: 'office@debtor.example.com' }])
  assert.deepEqual(shown.proof, { answer: '250 accepted' })
  assert.match(shown.document_url, new RegExp(`/files/letters/${tenant.administration_id}/${id}\\?until=`))
  assert.deepEqual(
    shown.items.map((one) => [one.invoice_id, one.performs, one.term_ends_on, one.reasons]),
    [
      [invoice_id, 'reminder_1', '2026-11-28', [{ reason: 'due_date', day: '2026-11-02' }]],
      [named_id, null, null, []],
    ],
  )
})

test('a letter of a case is a step of the case for each of its invoices, and a withdrawn one says since when', async () => {
  const credit_case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: '260741002', credit_case_number: '260 741 002', currency_code: 'EUR' },
    ...{ total_amount: '121.00', open_amount: '121.00', started_at: 'stamp' },
    ...{ created_at: 'stamp', updated_at: 'stamp' },
  })
  const invoice_id = await given.invoice(tenant, debtor_id, overdue)
  const data = JSON.stringify({ amount: '121.00', currency_code: 'EUR', credit_case_id })
  const id = await letter({ step: 'summons', status: 'withdrawn', status_reason: 'case_paused', data })
  await given.row('letter_items', tenant, { letter_id: id, invoice_id, credit_case_id, amount: '121.00' })
  await given.row('steps', tenant, {
    ...{ debtor_id, credit_case_id, step: 'summons', day: '2026-11-14', performed_at: 'stamp', letter_id: id },
    ...{ withdrawn_at: '2026-11-15T08:00:00Z', origin: 'engine', created_at: 'stamp', updated_at: 'stamp' },
  })
  const shown = (await reader.get(`${base}/${id}`)).body as Record<string, unknown> & { items: { performs: string }[] }
  assert.deepEqual(
    [shown.credit_case_number, shown.withdrawn_at, shown.items.map(({ performs }) => performs)],
    ['260 741 002', '2026-11-15T08:00:00Z', ['summons']],
  )
})

test('what somebody sent by hand is listed by its own name', async () => {
  const id = await letter({ step: 'statement' })
  assert.deepEqual(await list('show=all&step=statement'), [id])
})

test('a letter of which nobody kept how it went out has no PDF, rather than another one', async () => {
  const url = async (columns: object): Promise<unknown> =>
    ((await reader.get(`${base}/${await letter(columns)}`)).body as { document_url: unknown }).document_url
  assert.equal(await url({ status: 'sent' }), null)
  assert.notEqual(await url({ status: 'sent', checksum: 'a' }), null)
  assert.notEqual(await url({ status: 'waiting' }), null)
})

test('letters of others are not there', async () => {
  const id = await letter()
  assert.equal((await outsider.get(`${base}/${id}`)).status, 403)
  const own = `/console/administrations/${stranger.administration_id}/letters`
  assert.equal((await outsider.get(`${own}/${id}`)).status, 404)
  assert.deepEqual(((await outsider.get(`${own}?show=all`)).body as { letters: unknown[] }).letters, [])
  assert.equal((await outsider.get(`${base}/totals?show=all`)).status, 403)
  assert.equal(((await outsider.get(`${own}/totals?show=all`)).body as { all: number }).all, 0)
})
