import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { business, follow, followed_now, followed_on, overdue } from '../../test/followed.ts'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const service = await startService({ now: () => followed_now })
const { given, database } = service
const { db } = database
const tenant = await given.tenant()
const stranger = await given.tenant()
const { administration_id } = tenant
await follow(service, tenant, { settings: { default_language: 'en' } })
const worker = await signedIn(service, tenant.company_id, { company_role: 'standard' })
const colleague = await signedIn(service, tenant.company_id, { company_role: 'standard' })
const writer = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [administration_id]: 'communication' },
})
const outsider = await signedIn(service, stranger.company_id)

const phone_number = '+31 85 000 01 42'
const base = `/console/administrations/${administration_id}/today`
type Made = { call_id: string; promise_id: string | null; dispute_ids: string[]; task_id: string | null }

const send = (name: string, body: object, who = worker) =>
  who.send(`POST /console/today/${name}`, { administration_id, ...body })
async function record(body: object): Promise<Made> {
  const answer = await send('record_call', { phone_number, ...body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Made
}
async function refused(body: object, problem: RegExp, status = 422): Promise<void> {
  const answer = await send('record_call', body)
  assert.equal(answer.status, status, answer.text)
  assert.match(answer.text, problem)
}
async function owing() {
  const debtor_id = await given.debtor(tenant, { ...business, call_phone_number: phone_number })
  return { debtor_id, invoice_id: await given.invoice(tenant, debtor_id, overdue) }
}
const notesOf = async (debtor_id: string) =>
  (await db.selectFrom('notes').select('content').where('debtor_id', '=', debtor_id).orderBy('id').execute()).map(
    ({ content }) => content,
  )
const taskOf = (id: string | null) =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', id ?? '0')
    .executeTakeFirst()
const callTask = (debtor_id: string, kind = 'call_reminder') =>
  given.task(tenant, { debtor_id, cause: `${kind} of ${debtor_id}`, expiry_date: followed_on })
async function isListed(debtor_id: string): Promise<boolean> {
  const { debtors } = (await worker.get(`${base}?tab=everybody`)).body as { debtors: { debtor_id: string }[] }
  return debtors.some((one) => one.debtor_id === debtor_id)
}

test('a promise on the phone is one, with a note, and the call task is done', async () => {
  const { debtor_id, invoice_id } = await owing()
  const [task_id, broken] = [await callTask(debtor_id), await callTask(debtor_id, 'promise_broken')]
  const about = { debtor_id, outcome: 'promise', invoice_ids: [invoice_id], note: 'Waits for a customer.' }
  const made = await record({ ...about, promised_on: '2026-11-20', amount: '100.00' })
  const promise = await db
    .selectFrom('promises')
    .selectAll()
    .where('id', '=', made.promise_id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [promise.amount, promise.promised_on, promise.origin, promise.remark, promise.created_by_user_id],
    ['100.00', '2026-11-20', 'person', 'Waits for a customer.', worker.id],
  )
  assert.deepEqual(await notesOf(debtor_id), [
    `Called ${phone_number}: promised €100.00 for 20 November 2026.\nWaits for a customer.`,
  ])
  for (const id of [task_id, broken]) assert.equal((await taskOf(id))?.completed_status, 'succeeded')
  assert.equal(await isListed(debtor_id), false)
})

test('a dispute on the phone holds its invoices, with an owner', async () => {
  const { debtor_id, invoice_id } = await owing()
  const other = await given.invoice(tenant, debtor_id, overdue)
  const about = { debtor_id, outcome: 'dispute', reason: 'quality', note: 'Two boxes were broken.' }
  const { dispute_ids } = await record({ ...about, invoice_ids: [invoice_id, other], owner_user_id: colleague.id })
  const rows = await db.selectFrom('disputes').selectAll().where('id', 'in', dispute_ids).orderBy('id').execute()
  assert.deepEqual(
    rows.map((row) => [row.invoice_id, row.reason, row.owner_user_id, row.description, row.taken_up_at !== null]),
    [invoice_id, other].map((id) => [id, 'quality', colleague.id, 'Two boxes were broken.', true]),
  )
  const mine = await owing()
  const [own = ''] = (await record({ ...about, debtor_id: mine.debtor_id, invoice_ids: [mine.invoice_id] })).dispute_ids
  const { owner_user_id } = await db.selectFrom('disputes').selectAll().where('id', '=', own).executeTakeFirstOrThrow()
  assert.equal(owner_user_id, worker.id)
})

test('no answer is a task to call again, and the call was not made', async () => {
  const { debtor_id } = await owing()
  const waiting = await callTask(debtor_id)
  const { task_id } = await record({ debtor_id, outcome: 'no_answer', day: '2026-11-18' })
  const task = await taskOf(task_id)
  assert.deepEqual(
    [task?.expiry_date, task?.assigned_to_user_id, task?.cause?.split(' ')[0]],
    ['2026-11-18', worker.id, 'call_back'],
  )
  assert.equal((await taskOf(waiting))?.completed_status, 'failed')
  assert.deepEqual(await notesOf(debtor_id), [
    `Called ${phone_number}: no answer. To be called again on 18 November 2026.`,
  ])
  const next = await record({ debtor_id, outcome: 'no_answer', assigned_to_user_id: colleague.id })
  assert.equal((await taskOf(task_id))?.completed_status, 'failed')
  const again = await taskOf(next.task_id)
  assert.deepEqual([again?.expiry_date, again?.assigned_to_user_id], ['2026-11-17', colleague.id])
})

test('a wrong number is not offered any more, until somebody is reached on it', async () => {
  const { debtor_id } = await owing()
  const panel = async () => (await worker.get(`${base}/${debtor_id}`)).body as Record<string, unknown>
  const { task_id, call_id } = await record({ debtor_id, outcome: 'wrong_number' })
  assert.equal((await taskOf(task_id))?.cause?.split(' ')[0], 'find_number')
  const shown = await panel()
  assert.deepEqual([shown.phone, shown.act], [null, 'find_number'])
  assert.deepEqual(shown.people, [{ name: null, phones: [{ number: phone_number, wrong: true }] }])
  assert.equal((await send('take_back_call', { call_id })).status, 200)
  assert.equal((await panel()).phone, phone_number)
  await record({ debtor_id, outcome: 'wrong_number' })
  await record({ debtor_id, outcome: 'other', note: 'It works after all.' })
  assert.equal((await panel()).phone, phone_number)
})

test('a call is taken back: promise, task and mark go, and what it completed is open again', async () => {
  const { debtor_id, invoice_id } = await owing()
  const task_id = await callTask(debtor_id)
  const about = { debtor_id, outcome: 'promise', invoice_ids: [invoice_id], promised_on: '2026-11-20' }
  const { call_id, promise_id } = await record(about)
  assert.equal((await send('take_back_call', { call_id }, colleague)).status, 403)
  assert.equal((await send('take_back_call', { call_id })).status, 200)
  assert.equal((await send('take_back_call', { call_id })).status, 200, 'a second time changes nothing')
  const { status } = await db.selectFrom('promises').selectAll().where('id', '=', promise_id).executeTakeFirstOrThrow()
  assert.equal(status, 'withdrawn')
  assert.equal((await taskOf(task_id))?.completed_at, null)
  assert.match((await notesOf(debtor_id))[0] ?? '', /Taken back\.$/)
  assert.equal(await isListed(debtor_id), true)
  const missed = await record({ debtor_id, outcome: 'no_answer' })
  assert.equal((await send('take_back_call', { call_id: missed.call_id })).status, 200)
  assert.equal(await taskOf(missed.task_id), undefined)
})

test('a dispute and a call of another day are not taken back', async () => {
  const { debtor_id, invoice_id } = await owing()
  const dispute = await record({ debtor_id, outcome: 'dispute', reason: 'other', invoice_ids: [invoice_id] })
  assert.equal((await send('take_back_call', { call_id: dispute.call_id })).status, 422)
  const { call_id } = await record({ debtor_id, outcome: 'other', note: 'x' })
  await sql`update calls set day = day - 1 where id = ${call_id}`.execute(db)
  assert.equal((await send('take_back_call', { call_id })).status, 422)
  assert.equal((await send('take_back_call', { call_id: '999999999' })).status, 404)
})

test('what is missing is said, and nothing is half done', async () => {
  const { debtor_id, invoice_id } = await owing()
  const other = await owing()
  await refused({ debtor_id, outcome: 'promise' }, /promised_on: say by which day/)
  await refused({ debtor_id, outcome: 'dispute' }, /reason: .*invoice_ids: /)
  await refused({ debtor_id, outcome: 'wrong_number' }, /phone_number: say which/)
  await refused({ debtor_id, outcome: 'other' }, /note: write down/)
  await refused({ debtor_id, outcome: 'no_answer', day: '2026-11-15' }, /day: is in the past/)
  await refused({ debtor_id, outcome: 'promise', promised_on: '2026-11-20', amount: '500.00' }, /amount: is more than/)
  await refused({ debtor_id, outcome: 'no_answer', assigned_to_user_id: outsider.id }, /assigned_to_user_id/)
  const mixed = { outcome: 'dispute', reason: 'other', invoice_ids: [invoice_id, other.invoice_id] }
  await refused({ debtor_id, ...mixed }, /is no invoice of this debtor/)
  await refused({ debtor_id: await given.debtor(stranger), outcome: 'other', note: 'x' }, /no such debtor/)
  assert.deepEqual(await notesOf(debtor_id), [])
  assert.equal(await isListed(debtor_id), true)
})

test('only those who work there record calls', async () => {
  const { debtor_id } = await owing()
  const body = { debtor_id, outcome: 'other', note: 'x' }
  assert.equal((await send('record_call', body, writer)).status, 403)
  assert.equal((await send('record_call', body, outsider)).status, 403)
  const own = await outsider.send('POST /console/today/record_call', {
    ...{ administration_id: stranger.administration_id, ...body },
  })
  assert.equal(own.status, 422)
  assert.deepEqual(await notesOf(debtor_id), [])
})

test('what follows is what the engine then does', async () => {
  const { debtor_id, invoice_id } = await owing()
  const ask = async (query: string) => {
    const answer = await worker.get(`${base}/${debtor_id}/what_follows?${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body as Record<string, unknown>
  }
  const promised = await ask(`outcome=promise&invoice_ids=${invoice_id}&promised_on=2026-11-20`)
  // Friday, and three sending days of grace.
  assert.equal(promised.held_until, '2026-11-25')
  assert.deepEqual([promised.step, promised.day], ['reminder_1', '2026-11-26'])
  const nothing = await ask('outcome=no_answer')
  assert.deepEqual([nothing.held_until, nothing.step, nothing.day], [null, 'reminder_1', followed_on])
  const disputed = await ask(`outcome=dispute&invoice_ids=${invoice_id}`)
  assert.deepEqual([disputed.step, disputed.day], [null, null])
  await record({ debtor_id, outcome: 'promise', invoice_ids: [invoice_id], promised_on: '2026-11-20' })
  const { body } = await worker.get(
    `/console/administrations/${administration_id}/outlooks?family=debtors&id=${debtor_id}`,
  )
  const [outlook] = (body as { outlooks: Record<string, unknown>[] }).outlooks
  assert.deepEqual([outlook?.step, outlook?.day], ['reminder_1', '2026-11-26'])
})
