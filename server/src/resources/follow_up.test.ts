import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { fillEveryFamily } from '../../test/every_family.ts'
import { data, startService } from '../../test/harness.ts'

const { call, given, database } = await startService()
const tenant = await given.tenant()
const records = await fillEveryFamily(given, tenant)
const { administration_id } = tenant
const token = await given.token(tenant)
const stranger = await given.tenant()
const foreign = await given.token(stranger)
const here = `administration_id=${administration_id}`
const stamps = { created_at: 'stamp', updated_at: 'stamp' }

test('a flow is shown by its code, in its own administration alone', async () => {
  const { status, body } = await call(`GET /v1/flows/standard?${here}`, { token })
  assert.equal(status, 200)
  const { code, version, definition } = body as { code: string; version: number; definition: { steps: unknown[] } }
  assert.deepEqual([code, version], ['standard', 1])
  assert.ok(definition.steps.length > 3)
  assert.deepEqual(
    data(await call(`GET /v1/flows?${here}`, { token })).map((flow) => flow.code),
    ['standard'],
  )
  const elsewhere = await call(`GET /v1/flows/standard?administration_id=${stranger.administration_id}`, {
    token: foreign,
  })
  assert.equal(elsewhere.status, 404)
  assert.equal((await call(`GET /v1/flows/standard?${here}`, { token: foreign })).status, 403)
  assert.equal((await call(`GET /v1/flows/none?${here}`, { token })).status, 404)
  assert.equal((await call('GET /v1/flows/standard', { token })).status, 422)
})

test('a code of digits alone is a code, and never an id', async () => {
  await given.row('flows', tenant, { id: 77, code: '2027', name: 'Next year', ...stamps })
  const shown = await call(`GET /v1/flows/2027?${here}`, { token })
  assert.deepEqual((shown.body as { id: string; version: null }).id, '77')
  assert.equal((await call(`GET /v1/flows/77?${here}`, { token })).status, 404)
})

const step_members = `id, administration_id, invoice_id, credit_case_id, debtor_id, step, round, day, performed_at,
  channel, term_ends_on, costs_amount, interest_amount, flow_code, flow_version, letter_id, reasons`.split(/,\s+/)

test('steps have the members that others rely on, and are found by what they were done for', async () => {
  const ids = async (query: string) =>
    data(await call(`GET /v1/steps?${here}${query}`, { token })).map((one) => String(one.id))
  const [shown] = data(await call(`GET /v1/steps?${here}`, { token }))
  assert.deepEqual(Object.keys(shown ?? {}), step_members)
  assert.equal(shown?.costs_amount, '0.00')
  assert.deepEqual(shown?.reasons, [{ reason: 'due_date', day: '2026-10-01' }])
  const of_case = await given.row('steps', tenant, {
    ...{ debtor_id: records.debtors, credit_case_id: records.credit_cases, step: 'summons', day: '2026-11-12' },
    ...{ performed_at: 'stamp', origin: 'engine', ...stamps },
  })
  const steps = records.steps ?? ''
  assert.deepEqual(await ids(''), [steps, of_case])
  assert.deepEqual(await ids(`&invoice_id=${records.invoices}`), [steps])
  assert.deepEqual(await ids(`&credit_case_id=${records.credit_cases}`), [of_case])
  assert.deepEqual(await ids(`&debtor_id=${records.debtors}`), [steps, of_case])
  assert.deepEqual(await ids(`&debtor_id=${records.debtors}&invoice_id=987654`), [])
  assert.equal((await call(`GET /v1/steps?${here}&invoice_id=F1`, { token })).status, 422)
})

test('a step that was withdrawn is shown nowhere', async () => {
  const id = await given.row('steps', tenant, {
    ...{ debtor_id: records.debtors, invoice_id: records.invoices, step: 'reminder_2', day: '2026-11-12' },
    ...{ performed_at: 'stamp', origin: 'engine', withdrawn_at: 'stamp', ...stamps },
  })
  assert.equal((await call(`GET /v1/steps/${id}?${here}`, { token })).status, 404)
  assert.deepEqual(data(await call(`GET /v1/steps?${here}&ids=${id}`, { token })), [])
})

const letter_members = `id, administration_id, channel, language_code, subject, text, document_url, recipients, status,
  sent_at`.split(/,\s+/)

test('a letter has a link to what was kept of it, which opens without a token', async () => {
  const path = `GET /v1/letters/${records.letters}?${here}`
  const without = (await call(path, { token })).body as Record<string, unknown>
  assert.deepEqual(Object.keys(without), letter_members)
  const bytes = Buffer.from('%PDF-1.7 a letter')
  const [upload] = (
    await call('POST /v1/files', {
      token,
      json: {
        administration_id,
        files: [
          {
            byte_size: bytes.length,
            checksum: createHash('sha3-512').update(bytes).digest('base64'),
            content_type: 'application/pdf',
          },
        ],
      },
    })
  ).body as { url: string }[]
  await fetch(upload?.url ?? '', { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body: bytes })
  await database.pool.query(
    `update letters set filename = 'letter.pdf', file_id = (select id from files where administration_id = $1)
     where administration_id = $1`,
    [administration_id],
  )
  const { document_url } = (await call(path, { token })).body as { document_url: string }
  const answer = await fetch(document_url)
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  assert.equal(await answer.text(), bytes.toString())
  const forged = document_url.replace(`/letters/${administration_id}/`, `/letters/${stranger.administration_id}/`)
  assert.equal((await fetch(forged)).status, 403)
  assert.equal((await call(path, { token: foreign })).status, 403)
})
