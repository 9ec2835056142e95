import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const now = new Date('2026-11-16T10:00:00Z')
const service = await startService({ now: () => now })
const { given, database } = service
const { db } = database
const tenant = await given.tenant()
const { administration_id } = tenant
const stranger = await given.tenant()
const boss = await signedIn(service, tenant.company_id)
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [administration_id]: 'restricted' },
})
const outsider = await signedIn(service, stranger.company_id)

const play = (debtor_id: string, act: string, more: object = {}) =>
  boss.send('POST /console/sandbox/play', { administration_id, debtor_id, act, ...more })

async function owing(...amounts: string[]): Promise<string> {
  const debtor_id = await given.debtor(tenant)
  for (const [place, amount] of amounts.entries())
    await given.invoice(tenant, debtor_id, {
      ...{ invoice_number: `P-${debtor_id}-${place + 1}`, due_date: `2026-10-0${place + 1}` },
      ...{ total_amount: amount, open_amount: amount, sent_at: '2026-09-01T09:00:00Z' },
    })
  return debtor_id
}

const openOf = async (debtor_id: string): Promise<string[]> =>
  (
    await db.selectFrom('invoices').select('open_amount').where('debtor_id', '=', debtor_id).orderBy('id').execute()
  ).map(({ open_amount }) => open_amount)

test('where days are real nobody plays a debtor', async () => {
  const debtor_id = await owing('100.00')
  const answer = await play(debtor_id, 'pays')
  assert.equal(answer.status, 409)
  assert.match(answer.text, /is no sandbox/)
  assert.deepEqual(await openOf(debtor_id), ['100.00'])
  await sql`update administrations set sandbox = true, days_ahead = 3 where id = ${administration_id}::bigint`.execute(
    db,
  )
})

test('a debtor pays all, on the day of the sandbox', async () => {
  const debtor_id = await owing('100.01', '50.00')
  const answer = await play(debtor_id, 'pays')
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, { amount: '150.01', currency_code: 'EUR', day: null, number: null })
  assert.deepEqual(await openOf(debtor_id), ['0.00', '0.00'])
  const again = await play(debtor_id, 'pays')
  assert.equal(again.status, 409)
  assert.match(again.text, /Nothing is open/)
  const { diary, received_amount } = (await boss.get(`/console/administrations/${administration_id}/sandbox`)).body as {
    received_amount: string
    diary: { kind: string; day: string; invoices: number; amount: string }[]
  }
  const paid = diary.find(({ kind }) => kind === 'payment')
  assert.deepEqual([paid?.day, paid?.invoices, paid?.amount, received_amount], ['2026-11-19', 2, '150.01', '150.01'])
})

test('a part is half of the oldest invoice', async () => {
  const debtor_id = await owing('100.01', '50.00')
  assert.deepEqual((await play(debtor_id, 'pays_part')).body, {
    ...{ amount: '50.00', currency_code: 'EUR', day: null, number: `P-${debtor_id}-1` },
  })
  assert.deepEqual(await openOf(debtor_id), ['50.01', '50.00'])
})

test('a promise, a dispute, a message and terms are what they are when a debtor makes them', async () => {
  const debtor_id = await owing('90.00', '10.00')
  const promised = await play(debtor_id, 'promises')
  assert.deepEqual(promised.body, { amount: '100.00', currency_code: 'EUR', day: '2026-11-26', number: null })
  const promise = await db
    .selectFrom('promises')
    .selectAll()
    .where('debtor_id', '=', debtor_id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([promise.origin, promise.status, promise.amount], ['portal', 'open', '100.00'])
  assert.equal((await play(debtor_id, 'promises')).status, 422, 'an invoice is part of one open promise')

  assert.deepEqual((await play(debtor_id, 'disputes', { text: 'Broken.' })).body, {
    ...{ amount: null, currency_code: null, day: null, number: `P-${debtor_id}-1` },
  })
  const dispute = await db
    .selectFrom('disputes')
    .selectAll()
    .where('debtor_id', '=', debtor_id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([dispute.origin, dispute.description, dispute.opened_on], ['portal', 'Broken.', '2026-11-19'])

  assert.equal((await play(debtor_id, 'writes')).status, 422, 'nothing was said')
  assert.equal((await play(debtor_id, 'writes', { text: 'Who are you?' })).status, 200)
  const messages = await db
    .selectFrom('messages')
    .select('content')
    .where('debtor_id', '=', debtor_id)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    messages.map(({ content }) => content),
    ['Broken.', 'Who are you?'],
  )

  const other = await owing('100.00')
  const asked = await play(other, 'asks_terms')
  assert.deepEqual(asked.body, { amount: '100.00', currency_code: 'EUR', day: '2026-12-19', number: null }, asked.text)
  const { rows } = await sql<{ amount: string }>`
    select t.total_amount::text as amount from payment_plan_terms t join payment_plans p
      on p.administration_id = t.administration_id and p.id = t.payment_plan_id
    where p.debtor_id = ${other}::bigint order by t.due_date`.execute(db)
  assert.deepEqual(
    rows.map(({ amount }) => amount),
    ['33.33', '33.33', '33.34'],
  )
})

test('only those who work there play, and only their own debtors', async () => {
  const debtor_id = await owing('100.00')
  const body = { administration_id, debtor_id, act: 'pays' }
  assert.equal((await reader.send('POST /console/sandbox/play', body)).status, 403)
  assert.ok([403, 404].includes((await outsider.send('POST /console/sandbox/play', body)).status))
  const foreign = await given.debtor(stranger)
  assert.equal((await play(foreign, 'pays')).status, 404)
  assert.equal((await play(debtor_id, 'vanishes')).status, 422)
  assert.deepEqual(await openOf(debtor_id), ['100.00'])
})

test('the last mail to a debtor comes back: its letter counts for nothing, and the diary says so', async () => {
  const debtor_id = await owing('100.00')
  const none = await play(debtor_id, 'bounces')
  assert.equal(none.status, 409)
  assert.match(none.text, /No letter was mailed/)
  const letter_id = await given.row('letters', tenant, {
    ...{ debtor_id, step: 'reminder_1', channel: 'mail', language_code: 'nl', status: 'sent', day: '2026-11-18' },
    ...{ sent_on: '2026-11-18', sent_at: '2026-11-16T09:00:00Z', created_at: 'stamp', updated_at: 'stamp' },
    ...{ recipients: JSON.stringify([{ kind: 'to', email_address: 'gone@example.com' }]), data: JSON.stringify({}) },
  })
  const answer = await play(debtor_id, 'bounces')
  assert.equal(answer.status, 200, answer.text)
  const marked = await db
    .selectFrom('undeliverable_addresses')
    .select(['address', 'until'])
    .where('administration_id', '=', administration_id)
    .execute()
  assert.deepEqual(marked, [{ address: 'gone@example.com', until: null }])
  const { diary } = (await boss.get(`/console/administrations/${administration_id}/sandbox`)).body as {
    diary: { kind: string; id: string }[]
  }
  assert.ok(diary.some(({ kind, id }) => kind === 'bounce' && id === letter_id))
})

test('a debtor goes bankrupt: it gets the label that stops everything, a task says so, and once is enough', async () => {
  const debtor_id = await owing('100.00')
  await given.row('debtor_labels', tenant, { debtor_id, name: 'Key account' })
  const answer = await play(debtor_id, 'goes_bankrupt')
  assert.equal(answer.status, 200, answer.text)
  const labels = await db.selectFrom('debtor_labels').select('name').where('debtor_id', '=', debtor_id).execute()
  assert.deepEqual(labels.map(({ name }) => name).sort(), ['Key account', 'stop'])
  const task = await db.selectFrom('tasks').select('cause').where('debtor_id', '=', debtor_id).executeTakeFirst()
  assert.match(task?.cause ?? '', /^stop_label /)
  assert.equal((await play(debtor_id, 'goes_bankrupt')).status, 409)
})
