import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { mailTo } from '../../test/mailbox.ts'
import { until } from '../../test/until.ts'

const service = await startService()
const { call, given, database, data_dir, app } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)

let last = 0
async function planFor(debtor: Record<string, unknown>, overrides: object = {}) {
  const debtor_id = await given.debtor(tenant, debtor)
  const invoice_number = `M-${++last}`
  const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number })
  const terms = [
    { amount: 60.5, due_date: '2028-02-29' },
    { amount: 60.5, due_date: '2028-01-31' },
  ]
  const json = { administration_id, terms, invoice_numbers: [invoice_number], ...overrides }
  return { debtor_id, invoice_id, invoice_number, answer: await call('POST /v1/payment_plans', { token, json }) }
}

type Kept = { to: string[]; cc: string[]; subject: string; text: string }
const kept = async (id: string): Promise<Kept> =>
  JSON.parse(await readFile(join(data_dir, 'mails', `${id}.json`), 'utf8'))
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

test('a new plan is mailed to its debtor with all terms, and the copy goes to who was named for it', async () => {
  const debtor = { primary_email_address: 'debtor@example.com', language_code: 'nl', paused_at: '2026-11-01T00:00:00Z' }
  const { invoice_number, answer } = await planFor(debtor, { cc_email_address: 'copy@example.com' })
  assert.equal(answer.status, 201, answer.text)
  assert.deepEqual((answer.body as { warnings: string[] }).warnings, [])
  const { id } = await mailTo(service, 'debtor@example.com', 'payment_plan')
  assert.equal((await mailTo(service, 'copy@example.com', 'payment_plan')).id, id, 'one mail goes to both')
  const mail = await kept(id)
  assert.deepEqual([mail.to, mail.cc], [['debtor@example.com'], ['copy@example.com']])
  assert.match(plain(mail.text), /31 januari 2028: EUR 60,50\n29 februari 2028: EUR 60,50\n/)
  assert.ok(mail.text.includes(invoice_number))
  const plan_id = (answer.body as { id: string }).id
  const fields = encodeURIComponent('{"only":["public_url"]}')
  const path = `/v1/payment_plans/${plan_id}?administration_id=${administration_id}&fields=${fields}`
  const { public_url } = (await call(`GET ${path}`, { token })).body as { public_url: string }
  assert.ok(public_url.startsWith(app.base_url))
  assert.ok(mail.text.includes(public_url))
  const { company_id } = tenant
  const row = await database.db
    .selectFrom('mails')
    .select(['company_id', 'administration_id', 'resource_type', 'resource_id', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const about = { company_id, administration_id, resource_type: 'payment_plan', resource_id: plan_id, user_id: null }
  assert.deepEqual(row, about)
})

test('a proposed plan is mailed when it is approved, and not when it is rejected', async () => {
  for (const [verb, count] of [
    ['approve', 1],
    ['reject', 0],
  ] as const) {
    const primary_email_address = `${verb}@example.com`
    const debtor_id = await given.debtor(tenant, { primary_email_address })
    const invoice_id = await given.invoice(tenant, debtor_id)
    const term = { id: '1', total_amount: '121.00', amount_due: '121.00', due_date: '2028-01-31', payment_date: null }
    const id = await given.row('payment_plans', tenant, {
      debtor_id,
      ...(await given.debtorKeys(tenant, debtor_id)),
      cc_email_address: 'proposer@example.com',
      payment_terms: JSON.stringify([term]),
      proposed_at: 'stamp',
      created_at: 'stamp',
      updated_at: 'stamp',
    })
    await given.row('payment_plan_invoices', tenant, { payment_plan_id: id, invoice_id })
    const answer = await call(`PATCH /v1/payment_plans/${id}/${verb}`, {
      token,
      form: `administration_id=${administration_id}`,
    })
    assert.equal(answer.status, 200, answer.text)
    const mails = await database.db
      .selectFrom('mails')
      .select(['id', 'to_addresses'])
      .where('kind', '=', 'payment_plan')
      .execute()
    const own = mails.filter(({ to_addresses }) => to_addresses.includes(primary_email_address))
    assert.equal(own.length, count, verb)
    assert.deepEqual(
      own.map(({ to_addresses }) => to_addresses),
      count === 0 ? [] : [[primary_email_address, 'proposer@example.com']],
    )
  }
  const { text } = await mailTo(service, 'approve@example.com', 'payment_plan')
  assert.match(plain(text), /31 January 2028: EUR 121\.00/)
})

test('without an address of the debtor the copy goes out alone, and the answer says so', async () => {
  const silent = 'The debtor has no email address, so it gets no mail with the plan.'
  const debtor = { primary_email_address: null, invoice_email_address: 'not an address' }
  const alone = await planFor(debtor, { cc_email_address: 'alone@example.com' })
  assert.deepEqual((alone.answer.body as { warnings: string[] }).warnings, [silent])
  const { id } = await mailTo(service, 'alone@example.com', 'payment_plan')
  assert.deepEqual((await kept(id)).to, ['alone@example.com'])
  const count = async () =>
    Number((await database.pool.query(`select count(*) from mails where kind = 'payment_plan'`)).rows[0].count)
  const before = await count()
  const nobody = await planFor(debtor)
  assert.deepEqual((nobody.answer.body as { warnings: string[] }).warnings, [silent])
  assert.equal(await count(), before)
  // A copy to the debtor itself is one mail to one address.
  await planFor({ primary_email_address: 'same@example.com' }, { cc_email_address: 'same@example.com' })
  const same = await mailTo(service, 'same@example.com', 'payment_plan')
  assert.deepEqual([(await kept(same.id)).to, (await kept(same.id)).cc], [['same@example.com'], []])
})

test('a debtor with more addresses than a mail can have gets it at the first of them', async () => {
  const many = Array.from({ length: 60 }, (_, n) => `many${n}@example.com`)
  const overrides = { cc_email_address: 'archive@example.com' }
  const { answer } = await planFor({ primary_email_address: many.join(', ') }, overrides)
  assert.equal(answer.status, 201, answer.text)
  const { id } = await mailTo(service, 'archive@example.com', 'payment_plan')
  assert.deepEqual((await kept(id)).to, many.slice(0, 49))
})

test('a plan that is refused is mailed to nobody', async () => {
  const { answer } = await planFor({ primary_email_address: 'refused@example.com' }, { invoice_numbers: ['nothing'] })
  assert.equal(answer.status, 422)
  await until('all mails are out', async () => {
    const { rows } = await database.pool.query(`select count(*) from mails where status = 'queued'`)
    return rows[0].count === '0'
  })
  const { rows } = await database.pool.query(`select id from mails where 'refused@example.com' = any(to_addresses)`)
  assert.deepEqual(rows, [])
})

test('a debtor without a language gets it in the one that the administration chose', async () => {
  const chosen = JSON.stringify({ default_language: 'de', sender_email_address: 'answers@example.com' })
  const set = (settings: string) =>
    database.db.updateTable('administrations').set({ settings }).where('id', '=', administration_id).execute()
  await set(chosen)
  await planFor({ primary_email_address: 'german@example.com', language_code: null })
  const { id, subject } = await mailTo(service, 'german@example.com', 'payment_plan')
  assert.match(subject, /^Ihre Ratenzahlung mit /)
  const { rows } = await database.pool.query(`select parameters->>'reply_to' as reply_to from mails where id = $1`, [
    id,
  ])
  assert.deepEqual(rows, [{ reply_to: 'answers@example.com' }])
  await set('{}')
})
