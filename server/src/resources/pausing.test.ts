import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { lockWaits } from '../../test/servers.ts'
import { until } from '../../test/until.ts'
import { changeIn } from '../db/change.ts'
import { serviceActor } from '../domain/actor.ts'
import { emitMany } from '../events/emit_many.ts'
import { followBlocks } from '../follow_up/hold/blocks.ts'
import { endPauses } from '../follow_up/hold/pauses.ts'
import { post } from '../ledger/post.ts'

let now = new Date('2026-11-16T09:00:00Z')
const service = await startService({ now: () => now })
const { call, given, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)

type Row = Record<string, unknown>
const stamps = { created_at: 'stamp', updated_at: 'stamp' }
let cases = 100_000_000

async function act(line: string, json: object = {}, as = token) {
  const { status, body } = await call(`PATCH /v1/${line}`, { token: as, json: { administration_id, ...json } })
  return { status, body: body as Row }
}
const done = (count: number, errors: object = {}) => ({ status: 200, body: { success: true, count, errors } })
async function row(table: 'debtors' | 'invoices' | 'credit_cases' | 'administrations', id: string): Promise<Row> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where id = ${id}::bigint`.execute(database.db)
  return rows[0] ?? {}
}
async function eventsOf(...ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ event_name: string }>`
    select event_name from events where resource_id = any(${ids}::bigint[]) order by id`.execute(database.db)
  return rows.map(({ event_name }) => event_name)
}
async function newCase(
  debtor_id: string,
  invoice_id: string,
  columns: Row = {},
): Promise<[id: string, number: string]> {
  const case_number = String(++cases)
  const credit_case_number = `${case_number.slice(0, 3)} ${case_number.slice(3, 6)} ${case_number.slice(6)}`
  const numbers = { case_number, credit_case_number, currency_code: 'EUR' }
  const amounts = { total_amount: '121.00', open_amount: '121.00', started_at: 'stamp' }
  const id = await given.row('credit_cases', tenant, { debtor_id, ...numbers, ...amounts, ...stamps, ...columns })
  await sql`update invoices set active_credit_case_id = ${id}::bigint where id = ${invoice_id}::bigint`.execute(
    database.db,
  )
  return [id, credit_case_number]
}
const numbered = (debtor_number: string) => given.debtor(tenant, { debtor_number })

test('a verb on a record does not wait for whoever only refers to it, as the engine does while it looks', async () => {
  const debtor_id = await given.debtor(tenant)
  let status = 0
  let waits = false
  await database.db.transaction().execute(async (trx) => {
    await sql`select from debtors
      where administration_id = ${tenant.administration_id}::bigint and id = ${debtor_id}::bigint for key share`.execute(
      trx,
    )
    act(`debtors/${debtor_id}/pause`).then((answer) => (status = answer.status))
    await until('it is answered, or waits', async () => {
      waits = (await lockWaits(database.connection)) > 0
      return waits || status !== 0
    })
  })
  await until('it is answered', () => status !== 0)
  assert.deepEqual([status, waits], [200, false])
})

test('an invoice is paused and resumed, each once and with an event', async () => {
  const id = await given.invoice(tenant, await given.debtor(tenant), { invoice_number: 'P1' })
  const paused = await act(`invoices/${id}/pause`)
  assert.equal(paused.status, 200)
  assert.equal(paused.body.paused_by_user, false, 'software is no person')
  const first = await row('invoices', id)
  assert.equal((first.paused_at as Date | string | null) === null, false)
  await act(`invoices/${id}/pause`)
  assert.deepEqual(await row('invoices', id), first, 'a second time changes nothing')
  await act(`invoices/${id}/pause`, { until: '2026-12-01' })
  const dated = await row('invoices', id)
  assert.deepEqual([dated.paused_at, dated.paused_until], [first.paused_at, '2026-12-01'], 'paused all the time')
  const shown = await call(
    `GET /v1/invoices/${id}?administration_id=${administration_id}&fields={"only":["paused_until"]}`,
    { token },
  )
  assert.deepEqual(shown.body, { paused_until: '2026-12-01' })
  const resumed = await act(`invoices/${id}/resume`)
  assert.equal(resumed.body.paused_at, null)
  const free = await row('invoices', id)
  assert.equal(free.paused_until, null)
  await act(`invoices/${id}/resume`)
  assert.deepEqual(await row('invoices', id), free)
  assert.deepEqual(await eventsOf(id), ['invoice_paused', 'invoice_resumed'])
})

test('many invoices are paused by number or key, unknown ones are named', async () => {
  const debtor_id = await given.debtor(tenant)
  const ids = [
    await given.invoice(tenant, debtor_id, { invoice_number: 'M1' }),
    await given.invoice(tenant, debtor_id, { invoice_number: 'M2', invoice_identifier: 'key-M2' }),
  ]
  const which = { invoice_numbers: ['M1', 'nobody'], invoice_identifiers: ['key-M2'] }
  assert.deepEqual(await act('invoices/pause', { ...which, until: '2026-11-16' }), done(2, { not_found: ['nobody'] }))
  assert.deepEqual(await act('invoices/resume', which), done(2, { not_found: ['nobody'] }))
  assert.deepEqual(await eventsOf(...ids), ['invoice_paused', 'invoice_paused', 'invoice_resumed', 'invoice_resumed'])
  for (const json of [{}, { invoice_numbers: [] }]) assert.equal((await act('invoices/pause', json)).status, 422)
})

test('a day that is over, or none at all, is refused with what to do', async () => {
  const id = await given.invoice(tenant, await given.debtor(tenant))
  const over = await act(`invoices/${id}/pause`, { until: '2026-11-15' })
  assert.deepEqual([over.status, over.body.message], [422, 'until: is over; give 2026-11-16 or a later day, or none'])
  assert.equal((await act(`invoices/${id}/pause`, { until: '2026-02-30' })).status, 422)
  assert.equal((await row('invoices', id)).paused_at, null)
})

test('software that lifts its blocks leaves what a person paused, unless it asks for that', async () => {
  const paused = { paused_at: '2026-11-01T00:00:00Z', paused_by_user: true }
  const id = await given.invoice(tenant, await given.debtor(tenant), { invoice_number: 'H1', ...paused })
  assert.deepEqual(await act('invoices/block', { invoice_numbers: ['H1'] }), done(1))
  const said = ['is still paused by a person; send paused_by_user to resume it as well']
  const resumed = await act('invoices/resume', { invoice_numbers: ['H1'] })
  assert.deepEqual(resumed.body.warnings, { H1: said })
  const kept = await row('invoices', id)
  assert.deepEqual([kept.block_reasons, kept.paused_by_user], [[], true])
  assert.deepEqual(await eventsOf(id), ['invoice_blocked'], 'it does not go on yet')
  assert.deepEqual(await act('invoices/resume', { invoice_numbers: ['H1'], paused_by_user: true }), done(1))
  assert.equal((await row('invoices', id)).paused_at, null)
  assert.deepEqual(await eventsOf(id), ['invoice_blocked', 'invoice_resumed'])
})

test('an invoice in a case is not paused alone, and the case can be', async () => {
  const debtor_id = await given.debtor(tenant)
  const id = await given.invoice(tenant, debtor_id, { invoice_number: 'C1' })
  const [case_id, number] = await newCase(debtor_id, id)
  const problem = `is in credit case ${number}; pause the case instead`
  const one = await act(`invoices/${id}/pause`)
  assert.deepEqual([one.status, one.body.message], [422, `id: ${problem}`])
  assert.deepEqual(await act('invoices/pause', { invoice_numbers: ['C1'] }), done(0, { C1: [problem] }))
  assert.equal((await row('invoices', id)).paused_at, null)
  assert.deepEqual(await act('credit_cases/pause', { credit_case_numbers: [number], until: '2026-12-24' }), done(1))
  const paused = await row('credit_cases', case_id)
  assert.equal(paused.paused_until, '2026-12-24')
  assert.equal((await act(`credit_cases/${case_id}/resume`)).body.paused_at, null)
  const plain = number.replaceAll(' ', '')
  assert.deepEqual(await act('credit_cases/resume', { credit_case_numbers: [plain] }), done(1), 'as it is already')
})

test('a case that has ended is not paused, and one that waits for its costs stays paused when somebody said so', async () => {
  const debtor_id = await given.debtor(tenant)
  const [over] = await newCase(debtor_id, await given.invoice(tenant, debtor_id), { deactivated_at: 'stamp' })
  const refused = await act(`credit_cases/${over}/pause`)
  assert.deepEqual([refused.status, refused.body.message], [422, 'id: has ended, so nothing is sent for it'])
  const paid = '2026-11-01T00:00:00Z'
  const waiting = { principal_paid_at: paid, paused_at: paid }
  const [id] = await newCase(debtor_id, await given.invoice(tenant, debtor_id), waiting)
  await act(`credit_cases/${id}/pause`)
  const { paused_at, principal_paid_at } = await row('credit_cases', id)
  assert.notDeepEqual(paused_at, principal_paid_at)
})

test('a debtor that is paused blocks its open invoices, and lets them go on', async () => {
  const debtor_id = await numbered('D-pause')
  const open = await given.invoice(tenant, debtor_id)
  const blocked = await given.invoice(tenant, debtor_id, {
    blocked_at: '2026-11-01T00:00:00Z',
    block_reasons: ['interface'],
  })
  const settled = await given.invoice(tenant, debtor_id, { open_amount: '0.00', book_open_amount: '0.00' })
  assert.deepEqual(
    await act('debtors/pause', { debtor_numbers: ['D-pause', 'D-none'] }),
    done(1, { not_found: ['D-none'] }),
  )
  assert.deepEqual((await row('invoices', open)).block_reasons, ['debtor_paused'])
  assert.deepEqual((await row('invoices', blocked)).block_reasons, ['interface', 'debtor_paused'])
  assert.deepEqual((await row('invoices', settled)).block_reasons, [])
  assert.deepEqual(await act('debtors/pause', { debtor_numbers: ['D-pause'] }), done(1))
  assert.deepEqual(await eventsOf(open, blocked, settled), ['invoice_blocked'])
  assert.equal((await act(`debtors/${debtor_id}/resume`)).body.paused_at, null)
  assert.deepEqual((await row('invoices', blocked)).block_reasons, ['interface'])
  assert.deepEqual(await eventsOf(open, blocked), ['invoice_blocked', 'invoice_resumed'])
})

test('reminders of a debtor are paused alone, and resumed alone or with everything', async () => {
  const id = await numbered('D-remind')
  const invoice_id = await given.invoice(tenant, id)
  const paused = await act(`debtors/${id}/pause`, { reminding_only: true, until: '2026-12-31' })
  assert.deepEqual([paused.body.paused_at, paused.body.reminding_paused_at === null], [null, false])
  assert.equal((await row('debtors', id)).reminding_paused_until, '2026-12-31')
  assert.deepEqual(await eventsOf(invoice_id), [], 'invoices are still sent')
  await act(`debtors/${id}/pause`)
  const half = await act('debtors/resume', {
    debtor_identifiers: [(await row('debtors', id)).debtor_identifier],
    reminding_only: true,
  })
  assert.deepEqual(half, done(1))
  const rest = await row('debtors', id)
  assert.deepEqual([rest.paused_at === null, rest.reminding_paused_at], [false, null])
  await act(`debtors/${id}/pause`, { reminding_only: true })
  const free = await act(`debtors/${id}/resume`)
  assert.deepEqual([free.body.paused_at, free.body.reminding_paused_at], [null, null])
})

test('an administration is paused, wholly or its reminders, until a day, and looks at all its debtors anew', async () => {
  const place = await given.tenant()
  const own = await given.token(place)
  const state = { rules_version: '3', updated_at: '2026-11-01T00:00:00Z', administration_id: place.administration_id }
  await database.db.insertInto('engine_states').values(state).execute()
  const at = { administration_id: place.administration_id }
  const paused = await act('administrations/pause', { ...at, reminding_only: true, until: '2026-11-20' }, own)
  assert.deepEqual(
    [paused.status, paused.body.paused_at, paused.body.reminding_paused_until],
    [200, null, '2026-11-20'],
  )
  await act('administrations/pause', { ...at, reminding_only: true, until: '2026-11-20' }, own)
  const all = await act('administrations/pause', at, own)
  assert.equal(typeof all.body.paused_at, 'string')
  const resumed = await act('administrations/resume', at, own)
  assert.deepEqual(Object.values(resumed.body), [null, null, null, null])
  const { rules_version } = await database.db
    .selectFrom('engine_states')
    .select('rules_version')
    .where('administration_id', '=', place.administration_id)
    .executeTakeFirstOrThrow()
  assert.equal(String(rules_version), '7', 'two pauses and their ends; saying the same again is no change')
})

test('who paused what is kept, of what changed', async () => {
  const id = await numbered('D-audit')
  await act('debtors/pause', { debtor_numbers: ['D-audit'], until: '2026-12-01' })
  await act('debtors/pause', { debtor_numbers: ['D-audit'], until: '2026-12-01' })
  await act(`debtors/${id}/resume`)
  const entries = await database.db
    .selectFrom('audit_entries')
    .select(['action', 'details', 'api_token_id', 'administration_id'])
    .where(sql<boolean>`details -> 'name' ? 'D-audit'`)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    entries.map(({ action, details }) => [action, details]),
    [
      ['debtors_paused', { name: ['D-audit'], until: '2026-12-01' }],
      ['debtors_resumed', { name: ['D-audit'] }],
    ],
  )
  assert.ok(entries.every((one) => one.api_token_id !== null && one.administration_id === administration_id))
})

test('a token without the permission and another administration reach nothing', async () => {
  const debtor_id = await numbered('D-closed')
  const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'X1' })
  const [case_id, number] = await newCase(debtor_id, await given.invoice(tenant, debtor_id))
  const poor = await given.token(tenant, { permissions: ['debtors:read', 'invoices:read', 'credit_cases:read'] })
  const stranger = await given.tenant()
  const foreign = await given.token(stranger)
  const lines: [string, object][] = [
    [`debtors/${debtor_id}/pause`, {}],
    [`invoices/${invoice_id}/pause`, {}],
    [`credit_cases/${case_id}/pause`, {}],
    ['debtors/pause', { debtor_numbers: ['D-closed'] }],
    ['invoices/pause', { invoice_numbers: ['X1'] }],
    ['credit_cases/pause', { credit_case_numbers: [number] }],
    ['administrations/pause', {}],
  ]
  for (const [line, json] of lines) {
    for (const verb of [line, line.replace(/pause$/, 'resume')]) {
      assert.equal((await act(verb, json, poor)).status, 403, verb)
      assert.equal((await act(verb, json, foreign)).status, 403, verb)
      const elsewhere = await act(verb, { ...json, administration_id: stranger.administration_id }, foreign)
      if (verb.startsWith('administrations')) continue
      if (/\d/.test(verb)) assert.equal(elsewhere.status, 404, verb)
      else assert.equal(elsewhere.body.count, 0, verb)
    }
  }
  assert.equal((await row('debtors', debtor_id)).paused_at, null)
  assert.equal((await row('invoices', invoice_id)).paused_at, null)
})

test('a pause is over after its last day: flags are cleared, and what goes on gets an event', async () => {
  const place = await given.tenant()
  const own = await given.token(place)
  const at = { administration_id: place.administration_id }
  const debtor_id = await given.debtor(place)
  const of_debtor = await given.invoice(place, debtor_id)
  const invoice_id = await given.invoice(place, await given.debtor(place))
  const forever = await given.invoice(place, await given.debtor(place))
  await act(`debtors/${debtor_id}/pause`, { ...at, until: '2026-11-18' }, own)
  await act(`debtors/${debtor_id}/pause`, { ...at, until: '2026-11-19', reminding_only: true }, own)
  await act(`invoices/${invoice_id}/pause`, { ...at, until: '2026-11-18' }, own)
  await act(`invoices/${forever}/pause`, at, own)
  await act('administrations/pause', { ...at, until: '2026-11-18' }, own)
  const end = async (day: string) => {
    now = new Date(`${day}T04:00:00Z`)
    const changing = { administration_id: place.administration_id, actor: serviceActor('engine'), real_now: now }
    return changeIn(database.db, changing, async (change) => {
      const { happened, more } = await endPauses(change)
      await emitMany(change, happened)
      return { events: happened.map(({ event_name }) => event_name), more }
    })
  }
  assert.deepEqual(await end('2026-11-18'), { events: [], more: false }, 'the last day still counts')
  assert.notEqual((await row('debtors', debtor_id)).paused_at, null)
  assert.deepEqual(await end('2026-11-19'), { events: ['invoice_resumed', 'invoice_resumed'], more: false })
  const debtor = await row('debtors', debtor_id)
  assert.deepEqual([debtor.paused_at, debtor.paused_until, debtor.reminding_paused_until], [null, null, '2026-11-19'])
  assert.deepEqual((await row('invoices', of_debtor)).block_reasons, [])
  assert.equal((await row('invoices', invoice_id)).paused_at, null)
  const administration = await row('administrations', place.administration_id)
  assert.deepEqual([administration.paused_at, administration.paused_until], [null, null])
  assert.deepEqual(await end('2026-11-20'), { events: [], more: false })
  assert.equal((await row('debtors', debtor_id)).reminding_paused_at, null)
  assert.notEqual((await row('invoices', forever)).paused_at, null, 'until somebody resumes')
  assert.deepEqual(await end('2026-11-21'), { events: [], more: false })
})

test('a case that somebody resumed although costs are left does not wait again by itself', async () => {
  const debtor_id = await given.debtor(tenant)
  const costs = { debt_collection_costs_total: '40.00', debt_collection_costs_open: '40.00' }
  const invoice_id = await given.invoice(tenant, debtor_id, costs)
  const amounts = { total_amount: '161.00', open_amount: '161.00', debt_collection_costs: '40.00' }
  const [id] = await newCase(debtor_id, invoice_id, { ...amounts, open_interest_and_collection_costs: '40.00' })
  const pay = (cost_type: 'principal' | 'debt_collection_costs', amount: bigint) =>
    changeIn(database.db, { administration_id, actor: serviceActor('bank'), real_now: now }, (change) =>
      post(change, [{ invoice_id, cost_type, amount, payment_date: '2026-11-16', transaction_type: 'payment' }]),
    )
  await pay('principal', 12_100n)
  const waiting = await row('credit_cases', id)
  assert.deepEqual(waiting.paused_at, waiting.principal_paid_at)
  await act(`credit_cases/${id}/resume`)
  await pay('debt_collection_costs', 1_000n)
  assert.equal((await row('credit_cases', id)).paused_at, null)
})

test('working out holds makes an event of a block once, and none where a verb did so before', async () => {
  const id = await given.invoice(tenant, await numbered('D-follow'), { invoice_number: 'B1' })
  await act('invoices/block', { invoice_numbers: ['B1'] })
  const follow = (...holds: Parameters<typeof followBlocks>[1][number]['holds']) =>
    changeIn(database.db, { administration_id, actor: serviceActor('engine'), real_now: now }, async (change) => {
      const happened = await followBlocks(change, [{ invoice_id: id, holds }])
      await emitMany(change, happened)
      return happened.map(({ event_name }) => event_name)
    })
  assert.deepEqual(await follow('interface', 'calendar'), [])
  const before = await row('invoices', id)
  assert.deepEqual(await follow('interface'), [])
  assert.deepEqual(await row('invoices', id), before, 'what is so already is not touched')
  assert.deepEqual(await follow('interface', 'below_minimum'), [])
  assert.deepEqual((await row('invoices', id)).block_reasons, ['interface', 'below_minimum'])
  assert.deepEqual(await act('invoices/resume', { invoice_numbers: ['B1'] }), {
    status: 200,
    body: { success: true, count: 1, errors: {}, warnings: { B1: ['is still blocked: below_minimum'] } },
  })
  assert.deepEqual(await follow(), ['invoice_resumed'])
  assert.deepEqual(await follow('not_sent'), ['invoice_blocked'])
  assert.deepEqual(await eventsOf(id), ['invoice_blocked', 'invoice_resumed', 'invoice_blocked'])
})
