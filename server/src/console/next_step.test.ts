import assert from 'node:assert/strict'
import { test } from 'node:test'
import { business, follow, followed_now, followed_on, overdue } from '../../test/followed.ts'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'
import { decideNow } from '../follow_up/outbox/decide_now.ts'

const service = await startService({ now: () => followed_now })
const { given, database } = service
const { db } = database
const tenant = await given.tenant()
const stranger = await given.tenant()
const { administration_id } = tenant
await follow(service, tenant, { approval: ['reminder_2'] })
const worker = await signedIn(service, tenant.company_id, { company_role: 'standard' })
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [administration_id]: 'restricted' },
})
const outsider = await signedIn(service, stranger.company_id)

const decide = async (debtor_id: string) => {
  const place = { db, administration_id, today: followed_on } as const
  const decision = (await decideNow(place, [debtor_id])).decisions.get(debtor_id)
  assert.ok(decision)
  return decision
}
async function dossier(invoice: object = {}) {
  const debtor_id = await given.debtor(tenant, business)
  const invoice_id = await given.invoice(tenant, debtor_id, { ...overdue, ...invoice })
  const outlook = async () => {
    const found = (await decide(debtor_id)).outlooks.find(({ id }) => id === invoice_id)
    assert.ok(found)
    return found
  }
  return { debtor_id, invoice_id, outlook, letters: async () => (await decide(debtor_id)).letters }
}
const verb = (who: typeof worker, name: string, body: object) =>
  who.send(`POST /console/next_step/${name}`, { administration_id, family: 'invoices', ...body })
const does = async (name: string, body: object): Promise<void> => {
  const answer = await verb(worker, name, body)
  assert.equal(answer.status, 200, answer.text)
}
const audited = async (action: string) =>
  (
    await db
      .selectFrom('audit_entries')
      .select(['details', 'user_id'])
      .where('action', '=', action)
      .where('administration_id', '=', administration_id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.details
const wasTouched = async (debtor_id: string): Promise<boolean> =>
  (await db.selectFrom('touched_dossiers').selectAll().where('debtor_id', '=', debtor_id).execute()).length === 1

test('the next step is moved to another day, and again, and the audit says by whom', async () => {
  const { invoice_id: id, debtor_id, outlook } = await dossier()
  assert.deepEqual([(await outlook()).step, (await outlook()).day], ['reminder_1', followed_on])
  await does('move', { id, step: 'reminder_1', day: '2026-11-25' })
  assert.deepEqual([(await outlook()).day, (await outlook()).because.at(1)?.reason], ['2026-11-25', 'moved'])
  await does('move', { id, step: 'reminder_1', day: '2026-11-26' })
  assert.equal((await outlook()).day, '2026-11-26')
  assert.ok(await wasTouched(debtor_id))
  assert.deepEqual(await audited('next_step_moved'), {
    record: `invoices ${id}`,
    step: 'reminder_1',
    day: '2026-11-26',
  })
})

test('a day that is over or too far away is refused, and so is a step that is not next any more', async () => {
  const { invoice_id: id } = await dossier()
  const past = await verb(worker, 'move', { id, step: 'reminder_1', day: '2026-11-15' })
  assert.deepEqual([past.status, /day: must not be before today/.test(past.text)], [422, true])
  assert.equal((await verb(worker, 'move', { id, step: 'reminder_1', day: '2028-01-01' })).status, 422)
  const other = await verb(worker, 'skip', { id, step: 'reminder_2' })
  assert.deepEqual([other.status, /The next step is reminder_1 by now/.test(other.text)], [409, true])
})

test('a step that is left out is followed by the next one, once, and stays in the history', async () => {
  const { invoice_id: id, debtor_id, outlook } = await dossier()
  await does('skip', { id, step: 'reminder_1' })
  assert.equal((await outlook()).step, 'reminder_2')
  const step = await db.selectFrom('steps').selectAll().where('invoice_id', '=', id).executeTakeFirstOrThrow()
  assert.deepEqual(
    [step.step, step.skipped, step.origin, step.reasons, step.letter_id],
    ['reminder_1', true, 'person', [{ reason: 'skipped' }], null],
  )
  const invoice = await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.equal(invoice.reminder_1_at, null, 'nothing was sent')
  assert.equal((await verb(worker, 'skip', { id, step: 'reminder_1' })).status, 409)
  assert.ok(await wasTouched(debtor_id))
  assert.deepEqual(await audited('next_step_skipped'), { record: `invoices ${id}`, step: 'reminder_1' })
})

test('what is no letter and no call cannot be left out', async () => {
  const { invoice_id: id, outlook } = await dossier({ due_date: '2026-06-01' })
  await does('reset', { id, step: 'collectable' })
  assert.equal((await outlook()).step, 'collectable')
  const answer = await verb(worker, 'skip', { id, step: 'collectable' })
  assert.deepEqual([answer.status, /cannot be left out/.test(answer.text)], [409, true])
})

test('sending now passes the day and the approval, and is refused with what else holds it', async () => {
  const early = await dossier({ due_date: '2026-11-12' })
  assert.equal((await early.outlook()).day, '2026-11-19')
  await does('send_now', { id: early.invoice_id, step: 'reminder_1' })
  assert.deepEqual([(await early.outlook()).day, (await early.letters())[0]?.approval], [followed_on, 'given'])
  const paused = await dossier({ paused_at: '2026-11-10T08:00:00Z', paused_by_user: true })
  const answer = await verb(worker, 'send_now', { id: paused.invoice_id, step: 'reminder_1' })
  assert.deepEqual([answer.status, /cannot go today: invoice_paused/.test(answer.text)], [409, true])
  const rows = await db.selectFrom('step_decisions').selectAll().where('invoice_id', '=', paused.invoice_id).execute()
  assert.deepEqual(rows, [], 'what was refused left nothing')
})

test('a flow begins anew in another round, and a day that was chosen before does not count there', async () => {
  const { invoice_id: id, outlook } = await dossier()
  await does('move', { id, step: 'reminder_1', day: '2026-12-01' })
  await does('skip', { id, step: 'reminder_1' })
  await does('reset', { id, step: 'reminder_1' })
  const { step, round, day } = await outlook()
  assert.deepEqual([step, round, day], ['reminder_1', 2, followed_on])
  await does('reset', { id, step: 'reminder_1' })
  assert.equal((await outlook()).round, 3)
  assert.equal((await verb(worker, 'reset', { id, step: 'summons' })).status, 422)
  const paid = await dossier({ open_amount: '0.00', book_open_amount: '0.00' })
  assert.equal((await verb(worker, 'reset', { id: paid.invoice_id, step: 'reminder_1' })).status, 409)
})

test('a case is put back while it runs, and not once it was handed over', async () => {
  const { debtor_id } = await dossier()
  const id = await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: '100000001', credit_case_number: '100 000 001', currency_code: 'EUR' },
    ...{ total_amount: '121.00', open_amount: '121.00', started_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
  })
  const back = { family: 'credit_cases', id, step: 'summons' }
  await does('reset', back)
  await db.updateTable('credit_cases').set({ forwarded_to_bailiff_at: followed_on }).where('id', '=', id).execute()
  const answer = await verb(worker, 'reset', back)
  assert.deepEqual([answer.status, /was handed over/.test(answer.text)], [409, true])
})

test('a hold is lifted where a person may, and otherwise it is said what to do instead', async () => {
  const old = await dossier({ invoice_date: '2025-01-02', due_date: '2025-02-01', sent_at: '2025-01-02T08:00:00Z' })
  assert.deepEqual(
    (await old.outlook()).holds.map(({ reason }) => reason),
    ['too_old'],
  )
  await does('lift_hold', { id: old.invoice_id, hold: 'too_old' })
  assert.deepEqual((await old.outlook()).holds, [])
  assert.equal((await verb(worker, 'lift_hold', { id: old.invoice_id, hold: 'too_old' })).status, 409)
  const paused = await dossier({ paused_at: '2026-11-10T08:00:00Z', paused_by_user: true })
  const answer = await verb(worker, 'lift_hold', { id: paused.invoice_id, hold: 'invoice_paused' })
  assert.deepEqual([answer.status, /To lift invoice_paused, resume the invoice/.test(answer.text)], [409, true])
})

test('silence of the books is lifted for all, for some days', async () => {
  const { invoice_id: id, outlook } = await dossier()
  await db.updateTable('engine_states').set({ books_written_at: '2026-11-01T08:00:00Z' }).execute()
  assert.deepEqual(
    (await outlook()).holds.map(({ reason }) => reason),
    ['books_stale'],
  )
  await does('lift_hold', { id, hold: 'books_stale' })
  assert.deepEqual((await outlook()).holds, [])
  const state = await db.selectFrom('engine_states').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([state.books_stale_lifted_until, state.rules_version], ['2026-11-21', '2'])
  await db.updateTable('engine_states').set({ books_written_at: followed_now.toISOString() }).execute()
})

test('whoever only reads may not, and nobody else finds the record', async () => {
  const { invoice_id: id } = await dossier()
  for (const [name, body] of [
    ['move', { step: 'reminder_1', day: '2026-11-25' }],
    ['send_now', { step: 'reminder_1' }],
    ['skip', { step: 'reminder_1' }],
    ['reset', { step: 'reminder_1' }],
    ['lift_hold', { hold: 'too_old' }],
  ] as const) {
    assert.equal((await verb(reader, name, { id, ...body })).status, 403, name)
    assert.equal((await verb(outsider, name, { id, ...body })).status, 403, name)
    const elsewhere = { administration_id: stranger.administration_id, family: 'invoices', id, ...body }
    assert.equal((await outsider.send(`POST /console/next_step/${name}`, elsewhere)).status, 404, name)
  }
})
