import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../../test/harness.ts'
import { type Change, changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import { post, reverse } from '../../ledger/post.ts'
import { makePromise } from './make.ts'
import { endPromises, settlePromises } from './settle.ts'

const { given, database, call } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const real_now = new Date('2026-11-16T09:30:00Z')

const change = <T>(work: (change: Change) => Promise<T>): Promise<T> =>
  changeIn(database.db, { administration_id, actor: serviceActor('engine'), real_now }, work)

type Given = { debtor_id: string; invoice_ids: string[]; promise_id: string }

/** A promise about so many invoices of €121.00. */
async function promised(count: number, amount?: string): Promise<Given> {
  const debtor_id = await given.debtor(tenant)
  const invoice_ids: string[] = []
  for (let place = 0; place < count; place++) invoice_ids.push(await given.invoice(tenant, debtor_id))
  const wanted = { debtor_id, promised_on: '2026-11-20', origin: 'person', ...(amount ? { amount } : {}) } as const
  return { debtor_id, invoice_ids, promise_id: await change((one) => makePromise(one, wanted)) }
}

const pay = (invoice_id: string | undefined, amount: bigint, own: object = {}) =>
  change((one) => {
    const usual = { cost_type: 'principal', transaction_type: 'payment', payment_date: '2026-11-18' } as const
    return post(one, [{ invoice_id: invoice_id ?? '', amount, ...usual, ...own }])
  })

/** What became of a promise once its debtor was looked at. */
async function settled({ debtor_id, promise_id }: Given): Promise<string> {
  await change((one) => settlePromises(one, [debtor_id]))
  const { status } = await database.db
    .selectFrom('promises')
    .select('status')
    .where('id', '=', promise_id)
    .executeTakeFirstOrThrow()
  return status
}

test('a promise is kept when all that was promised has come in, over all of its invoices', async () => {
  const one = await promised(2)
  assert.equal(await settled(one), 'open')
  await pay(one.invoice_ids[0], 12_100n)
  assert.equal(await settled(one), 'open')
  await pay(one.invoice_ids[1], 12_099n)
  assert.equal(await settled(one), 'open', 'a cent is missing')
  await pay(one.invoice_ids[1], 1n)
  assert.equal(await settled(one), 'kept')
})

test('a part that was promised is enough, on whichever of the invoices it came in', async () => {
  const one = await promised(2, '60.00')
  await pay(one.invoice_ids[0], 3_500n)
  await pay(one.invoice_ids[1], 2_500n)
  assert.equal(await settled(one), 'kept')
})

test('what was paid before does not count, and what books enter late with an earlier day does', async () => {
  const debtor_id = await given.debtor(tenant)
  const invoice_id = await given.invoice(tenant, debtor_id)
  await pay(invoice_id, 6_000n)
  const wanted = { debtor_id, promised_on: '2026-11-20', amount: '50.00', origin: 'person' } as const
  const one = { debtor_id, invoice_ids: [invoice_id], promise_id: await change((own) => makePromise(own, wanted)) }
  assert.equal(await settled(one), 'open')
  await pay(invoice_id, 5_000n, { payment_date: '2026-11-02' })
  assert.equal(await settled(one), 'kept')
})

test('a payment that was reversed did not come in', async () => {
  const one = await promised(1)
  await pay(one.invoice_ids[0], 12_100n)
  await pay(one.invoice_ids[0], -12_100n, { transaction_type: 'reversal' })
  assert.equal(await settled(one), 'open')
})

test('costs that are charged meanwhile do not make a promise larger', async () => {
  const one = await promised(1)
  await pay(one.invoice_ids[0], -750n, { cost_type: 'administration_costs' })
  await pay(one.invoice_ids[0], 12_100n)
  assert.equal(await settled(one), 'kept')
})

test('costs that were waived, credited or never charged after all did not come in; those that were paid did', async () => {
  const one = await promised(1, '60.00')
  const costs = { cost_type: 'administration_costs', transaction_type: null } as const
  const [charge_id = ''] = await pay(one.invoice_ids[0], -4_000n, costs)
  await pay(one.invoice_ids[0], -4_000n, { ...costs, cost_type: 'interest_costs' })
  await pay(one.invoice_ids[0], 3_500n)
  await change((own) => reverse(own, one.invoice_ids[0] ?? '', [charge_id], '2026-11-18'))
  for (const transaction_type of ['credit', 'write_off'])
    await pay(one.invoice_ids[0], 1_500n, { cost_type: 'interest_costs', transaction_type })
  assert.equal(await settled(one), 'open')
  await pay(one.invoice_ids[0], 1_000n, { cost_type: 'interest_costs' })
  await pay(one.invoice_ids[0], 1_499n)
  assert.equal(await settled(one), 'open', 'a cent is missing')
  await pay(one.invoice_ids[0], 1n)
  assert.equal(await settled(one), 'kept')
})

test('a credit that leaves nothing open keeps the promise, and a promise about nothing is withdrawn', async () => {
  const credited = await promised(1)
  await pay(credited.invoice_ids[0], 12_100n, { transaction_type: 'credit' })
  assert.equal(await settled(credited), 'kept')
  const gone = await promised(1)
  await database.pool.query('delete from promise_invoices where promise_id = $1', [gone.promise_id])
  assert.equal(await settled(gone), 'withdrawn')
})

test('only promises of the debtors who were looked at are settled, and each is said once', async () => {
  const [one, other] = [await promised(1), await promised(1)]
  await pay(one.invoice_ids[0], 12_100n)
  await pay(other.invoice_ids[0], 12_100n)
  assert.equal(await settled(one), 'kept')
  assert.equal(await settled(one), 'kept')
  const statusOf = async ({ promise_id }: Given) =>
    (await database.db.selectFrom('promises').select('status').where('id', '=', promise_id).executeTakeFirstOrThrow())
      .status
  assert.equal(await statusOf(other), 'open')
  const events = await database.db
    .selectFrom('events')
    .select(['event_name', 'actor_service'])
    .where('resource_type', '=', 'promise')
    .where('resource_id', '=', one.promise_id)
    .orderBy('id')
    .execute()
  const expected = ['promise_created', 'promise_kept'].map((event_name) => ({ event_name, actor_service: 'engine' }))
  assert.deepEqual(events, expected)
})

test('a promise that is broken says so, and is not ended a second time', async () => {
  const one = await promised(1)
  await change((own) => endPromises(own, [one.promise_id], 'broken'))
  await change((own) => endPromises(own, [one.promise_id], 'withdrawn'))
  assert.equal(await settled(one), 'broken')
  const token = await given.token(tenant)
  const { body } = await call(`GET /v1/events?administration_id=${administration_id}&per_page=500`, { token })
  const { data } = body as { data: { event_name: string; resource_id: string; context: Record<string, unknown> }[] }
  const own = data.filter(
    ({ event_name, resource_id }) => /^promise_/.test(event_name) && resource_id === one.promise_id,
  )
  assert.deepEqual(
    own.map(({ event_name }) => event_name),
    ['promise_created', 'promise_broken'],
  )
  assert.deepEqual(own[1]?.context.invoice_ids, one.invoice_ids.map(Number))
})

test('a debtor promises at most fourteen days ahead by itself', async () => {
  const debtor_id = await given.debtor(tenant)
  await given.invoice(tenant, debtor_id)
  const by = (promised_on: string) => change((one) => makePromise(one, { debtor_id, promised_on, origin: 'portal' }))
  await assert.rejects(by('2026-12-01'), /promised_on: must not be after 2026-11-30/)
  await by('2026-11-30')
})
