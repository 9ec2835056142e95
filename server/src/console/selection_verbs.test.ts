import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const service = await startService()
const { given, database } = service
const { db } = database
const tenant = await given.tenant()
const stranger = await given.tenant()
const { administration_id } = tenant
const boss = await signedIn(service, tenant.company_id)
const outsider = await signedIn(service, stranger.company_id)
const rights = (role: 'restricted' | 'communication') => ({ company_role: null, rights: { [administration_id]: role } })
const reader = await signedIn(service, tenant.company_id, rights('restricted'))
const writer = await signedIn(service, tenant.company_id, rights('communication'))
const send = (path: string, body: object, who = boss) =>
  who.send(`POST /console/${path}`, { administration_id, ...body })

const labelsOf = async (family: 'debtor' | 'invoice', id: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(`${family}_labels`)} where ${sql.ref(`${family}_id`)} = ${id}::bigint
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}
const eventsOf = async (family: string, id: string): Promise<string[]> => {
  const { rows } = await sql<{ said: string }>`
    select event_name as said from events
    where resource_type = ${family} and resource_id = ${id}::bigint order by id`.execute(db)
  return rows.map(({ said }) => said)
}
const ownerOf = async (id: string) =>
  await db.selectFrom('debtors').select(['relation_manager', 'updated_at']).where('id', '=', id).executeTakeFirst()

test('many debtors get an owner, the others keep theirs, and a second time nothing changes', async () => {
  const ids = [await given.debtor(tenant), await given.debtor(tenant, { relation_manager: 'Bram' })]
  const other = await given.debtor(tenant, { relation_manager: 'Bram' })
  assert.equal((await send('debtors/assign', { debtor_ids: ids, relation_manager: ' Anna ' })).status, 200)
  const first = await ownerOf(ids[0] ?? '')
  assert.deepEqual([first?.relation_manager, (await ownerOf(other))?.relation_manager], ['Anna', 'Bram'])
  assert.equal((await send('debtors/assign', { debtor_ids: ids, relation_manager: 'Anna' })).status, 200)
  assert.deepEqual(await ownerOf(ids[0] ?? ''), first)
  assert.equal((await send('debtors/assign', { debtor_ids: ids })).status, 200)
  assert.equal((await ownerOf(ids[1] ?? ''))?.relation_manager, null)
})

test('a label is given besides those that are there, and taken away again', async () => {
  const debtor_id = await given.debtor(tenant)
  await given.row('debtor_labels', tenant, { debtor_id, name: 'gold' })
  const invoice_id = await given.invoice(tenant, debtor_id)
  for (let times = 0; times < 2; times++) {
    assert.equal((await send('debtors/label', { debtor_ids: [debtor_id, debtor_id], label: ' vip ' })).status, 200)
    assert.equal((await send('invoices/label', { invoice_ids: [invoice_id, invoice_id], label: 'check' })).status, 200)
  }
  assert.deepEqual(
    [await labelsOf('debtor', debtor_id), await labelsOf('invoice', invoice_id)],
    [['gold', 'vip'], ['check']],
  )
  for (let times = 0; times < 2; times++) {
    assert.equal((await send('debtors/label', { debtor_ids: [debtor_id], label: 'vip', remove: true })).status, 200)
    assert.equal(
      (await send('invoices/label', { invoice_ids: [invoice_id], label: 'check', remove: true })).status,
      200,
    )
  }
  assert.deepEqual([await labelsOf('debtor', debtor_id), await labelsOf('invoice', invoice_id)], [['gold'], []])
  assert.deepEqual(await eventsOf('debtor', debtor_id), ['label_added', 'label_removed'])
  assert.deepEqual(await eventsOf('invoice', invoice_id), ['label_added', 'label_removed'])
})

test('a debtor with fifty labels gets no more and is listed, and the others get it', async () => {
  const [full, full_with_it, other] = [
    await given.debtor(tenant),
    await given.debtor(tenant),
    await given.debtor(tenant),
  ]
  const names = Array.from({ length: 49 }, (_, place) => `label ${place}`)
  for (const debtor_id of [full, full_with_it])
    for (const name of [...names, debtor_id === full ? 'the last' : 'vip'])
      await given.row('debtor_labels', tenant, { debtor_id, name })
  const answer = await send('debtors/label', { debtor_ids: [full, full_with_it, other, full], label: 'vip' })
  assert.deepEqual([answer.status, answer.body], [200, { full_debtor_ids: [full] }])
  assert.deepEqual(new Set(await labelsOf('debtor', full)), new Set([...names, 'the last']))
  assert.deepEqual(await eventsOf('debtor', full), [])
  assert.deepEqual([(await labelsOf('debtor', full_with_it)).length, await labelsOf('debtor', other)], [50, ['vip']])
  const taken = await send('debtors/label', { debtor_ids: [full], label: 'the last', remove: true })
  assert.deepEqual(taken.body, { full_debtor_ids: [] })
  assert.deepEqual((await send('debtors/label', { debtor_ids: [full], label: 'vip' })).body, { full_debtor_ids: [] })
  assert.equal((await labelsOf('debtor', full)).length, 50)
})

test("what is another one's, missing or too much is refused, and nothing is half done", async () => {
  const debtor_id = await given.debtor(tenant)
  const invoice_id = await given.invoice(tenant, debtor_id)
  const foreign = await given.debtor(stranger)
  const foreign_invoice = await given.invoice(stranger, foreign)
  const cases: [path: string, body: object][] = [
    ['debtors/assign', { debtor_ids: [debtor_id], relation_manager: 'Thief' }],
    ['debtors/label', { debtor_ids: [debtor_id], label: 'thief' }],
    ['invoices/label', { invoice_ids: [invoice_id], label: 'thief' }],
  ]
  for (const [path, body] of cases) {
    for (const who of [outsider, reader, writer]) assert.equal((await send(path, body, who)).status, 403, path)
    const both = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        name === 'debtor_ids' ? [debtor_id, foreign] : name === 'invoice_ids' ? [invoice_id, foreign_invoice] : value,
      ]),
    )
    assert.equal((await send(path, both)).status, 404, path)
    const ids = path.startsWith('debtors') ? 'debtor_ids' : 'invoice_ids'
    assert.equal((await send(path, { ...body, [ids]: [] })).status, 422)
    assert.equal((await send(path, { ...body, [ids]: Array(1001).fill(debtor_id) })).status, 422)
  }
  const long = 'x'.repeat(101)
  assert.equal((await send('debtors/assign', { debtor_ids: [debtor_id], relation_manager: long })).status, 422)
  for (const label of ['', ' ', long])
    assert.equal((await send('debtors/label', { debtor_ids: [debtor_id], label })).status, 422)
  assert.equal((await ownerOf(debtor_id))?.relation_manager, null)
  assert.deepEqual([await labelsOf('debtor', debtor_id), await labelsOf('invoice', invoice_id)], [[], []])
})

test('an invoice with fifty labels gets none more', async () => {
  const invoice_id = await given.invoice(tenant, await given.debtor(tenant))
  for (let n = 1; n <= 50; n++) await given.row('invoice_labels', tenant, { invoice_id, name: `l${n}` })
  const label = (body: object) => send('invoices/label', { invoice_ids: [invoice_id], ...body })
  const answer = await label({ label: 'one more' })
  assert.equal(answer.status, 422, answer.text)
  assert.match(answer.text, /label: would be more than 50/)
  assert.equal((await label({ label: 'l50' })).status, 200, 'it is there')
  assert.equal((await label({ label: 'l50', remove: true })).status, 200)
  assert.equal((await label({ label: 'one more' })).status, 200)
})
