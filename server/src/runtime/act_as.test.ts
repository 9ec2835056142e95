import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'
import { Refusal } from '../api/errors.ts'
import { openStore } from '../files/store.ts'
import { blocking } from '../resources/invoices/blocking.ts'
import { order_actions } from '../resources/orders/actions.ts'
import { task_actions } from '../resources/tasks.actions.ts'
import { actAs } from './act_as.ts'
import type { Reading } from './reads.ts'

const now = new Date('2026-11-14T09:30:00Z')
const service = await startService({ now: () => now })
const { given, database, call } = service
const { db } = database
const tenant = await given.tenant()
const { administration_id } = tenant
const other = await given.tenant()
const token = await given.token(tenant, { name: 'Bookkeeping' })
const boss = await signedIn(service, tenant.company_id)
const debtor_id = await given.debtor(tenant)
const reading: Reading = {
  database,
  replica: null,
  base_url: () => service.app.base_url,
  now: () => now,
  store: await openStore({ data_dir: service.data_dir, files_url: null, now }),
}
const engine = { service: 'engine', administration_id } as const

const actionOf = (actions: typeof task_actions, name: string) => actions[name] ?? assert.fail(name)
const complete = actionOf(task_actions, 'mark_completed')
const block = actionOf(blocking, 'block')

const eventsOf = (resource_type: string, resource_id: string) =>
  db
    .selectFrom('events')
    .select(['event_name', 'event_time', 'actor_user_id', 'actor_service'])
    .where('administration_id', '=', administration_id)
    .where('resource_type', '=', resource_type)
    .where('resource_id', '=', resource_id)
    .orderBy('id')
    .execute()

test('the service performs verbs as a token does, in one transaction with one stamp, and events name it', async () => {
  const task_id = await given.task(tenant, { debtor_id })
  const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'E-1' })
  const twin_id = await given.task(tenant, { debtor_id })
  const { stamp, answers } = await actAs(reading, engine, async ({ perform, stamp: made }) => {
    const body = { completed_status: 'succeeded', comment: 'They paid.' }
    const task = await perform(complete, { id: task_id, body })
    const blocked = await perform(block, { body: { invoice_numbers: ['E-1', 'E-2'] } })
    return { stamp: made, answers: { task, blocked } }
  })
  assert.deepEqual(answers.blocked, { success: true, count: 1, errors: { not_found: ['E-2'] } })
  const json = { administration_id, completed_status: 'succeeded', comment: 'They paid.' }
  const byToken = await call(`PATCH /v1/tasks/${twin_id}/mark_completed`, { token, json })
  const alike = ({ id: _, subject: __, created_at: ___, updated_at: ____, ...rest }: Record<string, unknown>) => rest
  assert.deepEqual(
    alike(answers.task as Record<string, unknown>),
    alike(byToken.body as Record<string, unknown>),
    'what is answered is what a token is answered',
  )
  const by_engine = { event_time: stamp, actor_user_id: null, actor_service: 'engine' }
  assert.deepEqual(await eventsOf('task', task_id), [{ event_name: 'todo_list_item_updated', ...by_engine }])
  assert.deepEqual(await eventsOf('invoice', invoice_id), [{ event_name: 'invoice_blocked', ...by_engine }])
  const invoice = await db.selectFrom('invoices').select('updated_at').where('id', '=', invoice_id).execute()
  assert.deepEqual(invoice, [{ updated_at: stamp }])
  const [of_token] = await eventsOf('task', twin_id)
  const user = await db
    .selectFrom('users')
    .select(['kind', 'name'])
    .where('id', '=', of_token?.actor_user_id ?? '0')
    .executeTakeFirstOrThrow()
  assert.equal(of_token?.actor_service, null)
  assert.notEqual(user.kind, 'person')
})

test('the timeline says who it was: the token, the person, or the part of the service', async () => {
  const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'T-1' })
  const numbers = { invoice_numbers: ['T-1'] }
  await actAs(reading, engine, ({ perform }) => perform(block, { body: numbers }))
  await call('PATCH /v1/invoices/resume', { token, json: { administration_id, ...numbers } })
  const answer = await boss.get(
    `/console/administrations/${administration_id}/timeline?family=invoices&id=${invoice_id}`,
  )
  const { entries } = answer.body as { entries: { name: string; person: string | null; service: string | null }[] }
  const token_user = await db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.system_user_id')
    .select('users.name')
    .where('api_tokens.name', '=', 'Bookkeeping')
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    entries.map(({ name, person, service }) => ({ name, person, service })),
    [
      { name: 'invoice_resumed', person: token_user.name, service: null },
      { name: 'invoice_blocked', person: null, service: 'engine' },
    ],
  )
  const feed = await call(`GET /v1/events?administration_id=${administration_id}`, { token })
  const [first] = (feed.body as { data: object[] }).data
  assert.ok(first !== undefined && !('actor_service' in first), 'what clients see of an event has not changed')
})

test('whoever follows changes is woken by what the service does', async () => {
  let woken = 0
  const silence = database.whenChanged(() => void woken++)
  await actAs(reading, engine, async () => assert.equal(woken, 0))
  silence()
  assert.equal(woken, 1)
})

test('a verb that refuses leaves nothing, and what was done beside it stays', async () => {
  const task_id = await given.task(tenant, { debtor_id })
  const foreign = await given.task(other)
  await actAs(reading, engine, async ({ perform }) => {
    await perform(complete, { id: task_id })
    await assert.rejects(perform(complete, { id: foreign }), Refusal)
    await assert.rejects(perform(complete, { id: task_id, body: { completed_status: 'perhaps' } }), Refusal)
    await assert.rejects(perform(actionOf(order_actions, 'upload')), /cannot be a part of another/)
  })
  const rows = await db.selectFrom('tasks').select('completed_status').where('id', 'in', [task_id, foreign]).execute()
  assert.deepEqual(new Set(rows.map(({ completed_status }) => completed_status)), new Set(['succeeded', null]))
})

test('what throws after verbs undoes all of them, and an administration that is gone is refused', async () => {
  const task_id = await given.task(tenant, { debtor_id })
  const failing = actAs(reading, engine, async ({ perform }) => {
    await perform(complete, { id: task_id })
    throw new Error('the power went')
  })
  await assert.rejects(failing, /the power went/)
  assert.deepEqual(await eventsOf('task', task_id), [])
  const gone = await given.tenant()
  await db
    .updateTable('administrations')
    .set({ status: 'deleted', deleted_at: now.toISOString() })
    .where('id', '=', gone.administration_id)
    .execute()
  const there = { service: 'engine', administration_id: gone.administration_id } as const
  await assert.rejects(
    actAs(reading, there, async () => {}),
    Refusal,
  )
})

test('the service acts within the transaction of whoever calls it, and goes with it', async () => {
  const task_id = await given.task(tenant, { debtor_id })
  const undone = db.transaction().execute(async (trx) => {
    await actAs(reading, { ...engine, db: trx }, ({ perform }) => perform(complete, { id: task_id }))
    throw new Error('changed its mind')
  })
  await assert.rejects(undone, /changed its mind/)
  assert.deepEqual(await eventsOf('task', task_id), [])
})
