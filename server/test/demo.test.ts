import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { operations } from '../src/api/operations.ts'
import { addDocuments } from '../src/demo/documents.ts'
import { demoState, fillDemo, findDemo } from '../src/demo/fill.ts'
import { contexts } from '../src/events/contexts.ts'
import { openStore } from '../src/files/store.ts'
import { families } from '../src/resources/index.ts'
import { data, startService } from './harness.ts'
import { obeys } from './obeys.ts'

const service = await startService()
const { call, given, database } = service
const tenants = await fillDemo(database, { now: new Date(), debtors: 60, payloads: contexts })
const token = await given.token({ company_id: tenants.company.id })
const lists = operations(families).filter(({ doing, auth }) => doing.do === 'list' && auth === 'Bearer')

test('the demo has something in every family, and all of it obeys the description', async () => {
  assert.equal(tenants.administrations.length, 2)
  for (const operation of lists) {
    const { doing, path } = operation
    if (doing.do !== 'list') continue
    const fields = doing.resource.selectable.includes('list')
      ? `&fields=${encodeURIComponent(JSON.stringify({ only: Object.keys(doing.resource.fields) }))}`
      : ''
    let found = 0
    for (const { id } of tenants.administrations) {
      for (const chosen of new Set(['', fields])) {
        const answer = await call(`GET ${path}?administration_id=${id}&per_page=500${chosen}`, { token })
        obeys(operation, answer)
        found += data(answer).length
      }
    }
    assert.ok(found > 0, `${operation.name} has nothing to show`)
  }
})

test('a stored document says what the same fields say when they are asked for', async () => {
  for (const { doing, path } of lists) {
    if (doing.do !== 'list' || !doing.resource.document || doing.resource.selectable.length === 0) continue
    const only = Object.entries(doing.resource.fields).filter(([, field]) => !field.definition.on_request)
    const fields = encodeURIComponent(JSON.stringify({ only: only.map(([name]) => name) }))
    for (const { id } of tenants.administrations) {
      const query = `administration_id=${id}&per_page=500`
      const stored = data(await call(`GET ${path}?${query}`, { token }))
      const asked = data(await call(`GET ${path}?${query}&fields=${fields}`, { token }))
      assert.deepEqual(stored, asked)
      assert.deepEqual(Object.keys(stored[0] ?? {}), Object.keys(asked[0] ?? {}))
    }
  }
})

test('money adds up: what is open is the total less what was paid, in both currencies', async () => {
  const { rows } = await sql`
    select i.id from invoices i left join payments p
      on p.administration_id = i.administration_id and p.invoice_id = i.id and p.cost_type = 'principal'
    group by i.administration_id, i.id
    having i.total_amount - coalesce(sum(p.total_amount), 0) <> i.open_amount
        or i.book_total_amount - coalesce(sum(p.total_book_amount), 0) <> i.book_open_amount`.execute(database.db)
  assert.deepEqual(rows, [])
})

test('the ledger of the demo makes every amount, and its cases follow', async () => {
  const of = (cost_type: string) => sql`coalesce(sum(amount) filter (where cost_type = ${sql.lit(cost_type)}), 0)`
  const charged = (cost_type: string, column = 'amount') =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where cost_type = ${sql.lit(cost_type)} and kind = 'charge'), 0)`
  const { rows: invoices } = await sql`
    select i.id from invoices i join (
      select administration_id, invoice_id, ${charged('principal')} as total, ${of('principal')} as open,
             ${charged('principal', 'book_amount')} as book_total,
             sum(book_amount) filter (where cost_type = 'principal') as book_open,
             ${charged('administration_costs')} as administration_total, ${of('administration_costs')} as administration_open,
             ${charged('interest_costs')} as interest_total, ${of('interest_costs')} as interest_open,
             ${charged('debt_collection_costs')} as collection_total, ${of('debt_collection_costs')} as collection_open
      from ledger_entries group by administration_id, invoice_id
    ) sums on sums.administration_id = i.administration_id and sums.invoice_id = i.id
    where (i.total_amount, i.open_amount, i.book_total_amount, i.book_open_amount, i.administration_costs_total,
           i.administration_costs_open, i.interest_costs_total, i.interest_costs_open,
           i.debt_collection_costs_total, i.debt_collection_costs_open)
       <> (sums.total, sums.open, sums.book_total, sums.book_open, sums.administration_total, sums.administration_open,
           sums.interest_total, sums.interest_open, sums.collection_total, sums.collection_open)`.execute(database.db)
  assert.deepEqual(invoices, [])
  const { rows: without } = await sql`
    select i.id from invoices i where i.total_amount <> 0 and not exists (
      select 1 from ledger_entries e where e.administration_id = i.administration_id and e.invoice_id = i.id
    )`.execute(database.db)
  assert.deepEqual(without, [])
  const { rows: cases } = await sql`
    select c.id from credit_cases c join (
      select administration_id, active_credit_case_id as id,
             sum(open_amount + interest_costs_open + debt_collection_costs_open) as open,
             sum(interest_costs_total) as interest, sum(debt_collection_costs_total) as collection
      from invoices group by administration_id, active_credit_case_id
    ) i on i.administration_id = c.administration_id and i.id = c.id
    where c.open_amount <> i.open or c.interest_costs <> i.interest or c.debt_collection_costs <> i.collection`.execute(
    database.db,
  )
  assert.deepEqual(cases, [])
})

test('every state that the trade knows is there', async () => {
  const words = async (text: ReturnType<typeof sql>): Promise<string[]> => {
    const { rows } = await (text as ReturnType<typeof sql<{ word: string }>>).execute(database.db)
    return rows.map((row) => row.word).sort()
  }
  assert.deepEqual(await words(sql`select distinct coalesce(completed_status, 'open') as word from tasks`), [
    'cleaned_up',
    'failed',
    'open',
    'succeeded',
  ])
  assert.equal((await words(sql`select distinct claim_status as word from order_lines`)).length, 6)
  assert.equal((await words(sql`select distinct status as word from psp_transactions`)).length, 7)
  assert.deepEqual(
    await words(sql`select distinct sender_type || case when read_at is null then ' unread' else ' read' end as word
                    from messages`),
    ['creditor read', 'creditor unread', 'debtor read', 'debtor unread'],
  )
})

test('the demo is found again, and is not made twice', async () => {
  assert.equal(await demoState(database), 'complete')
  assert.deepEqual(await findDemo(database), tenants)
  await assert.rejects(fillDemo(database, { now: new Date() }), /only be made in an empty database/)
})

test('the newest invoices have documents that say what they say, and a second start adds none', async () => {
  const store = await openStore({ data_dir: service.data_dir, files_url: null, now: new Date() })
  const ids = tenants.administrations.map(({ id }) => id)
  const added = await addDocuments(database.db, store, ids, new Date())
  assert.equal(added, 2 * 60)
  assert.equal(await addDocuments(database.db, store, ids, new Date()), 0)
  const fields = encodeURIComponent(
    JSON.stringify({ only: ['invoice_number', 'total_amount', 'flow_code', 'document_url'] }),
  )
  const page = `administration_id=${ids[0]}&per_page=500&fields=${fields}`
  const invoices = data(await call(`GET /v1/invoices?${page}`, { token }))
  assert.ok(invoices.every(({ flow_code }) => typeof flow_code === 'string' && flow_code !== ''))
  const shown = invoices.filter(({ document_url }) => document_url !== null)
  assert.equal(shown.length, 60)
  for (const { document_url, invoice_number, total_amount } of shown.slice(-5)) {
    const file = await call(`GET ${String(document_url).slice(service.app.base_url.length)}`)
    assert.equal(file.headers.get('content-type'), 'application/pdf')
    assert.ok(file.text.startsWith('%PDF-1.4'))
    assert.ok(file.text.includes(`(Invoice ${invoice_number})`))
    assert.ok(file.text.includes(`(${total_amount})`))
  }
})

test('events of the demo contain their whole records', async () => {
  const events = data(
    await call(`GET /v1/events?administration_id=${tenants.administrations[0]?.id}&per_page=500`, { token }),
  )
  const members = {
    ...{ invoice: 'amount_open', credit_case: 'invoices', payment_plan: 'payment_terms', task: 'subject' },
    ...{ promise: 'invoice_ids', dispute: 'reason' },
  }
  const seen = new Set(events.map(({ resource_type }) => String(resource_type)))
  assert.deepEqual([...seen].sort(), Object.keys(members).sort())
  for (const { resource_type, context } of events) {
    const payload = context as Record<string, unknown>
    assert.ok(members[resource_type as keyof typeof members] in payload, JSON.stringify(payload).slice(0, 200))
    assert.ok('administration' in payload)
  }
})
