import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../test/harness.ts'

const { call, given, database } = await startService()
const tenant = await given.tenant()
const other = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant, { name: 'Bookkeeping' })

const completed = {
  completed_at: '2026-11-10T10:00:00Z',
  completed_status: 'failed',
  completed_status_message: 'Nobody answered.',
}
const show = async (id: string, query = '') =>
  (await call(`GET /v1/tasks/${id}?administration_id=${administration_id}${query}`, { token })).body as Record<
    string,
    unknown
  >
const events = (id: string) =>
  database.db.selectFrom('events').select('event_name').where('resource_id', '=', id).execute()

test('unmarking a completed task opens it: all three completion members become null', async () => {
  const id = await given.task(tenant, completed)
  const before = await show(id)
  const answer = await call(`PATCH /v1/tasks/${id}/unmark_completed`, {
    token,
    form: `administration_id=${administration_id}`,
  })
  assert.equal(answer.status, 200)
  const task = answer.body as Record<string, unknown>
  assert.equal(task.id, id)
  assert.deepEqual([task.completed_at, task.completed_status, task.completed_status_message], [null, null, null])
  assert.ok(String(task.updated_at) > String(before.updated_at))
  assert.deepEqual(await show(id), task)
  assert.deepEqual(await events(id), [{ event_name: 'todo_list_item_updated' }])
})

test('unmarking an open task changes nothing, and makes no event', async () => {
  const id = await given.task(tenant)
  const before = await show(id)
  const answer = await call(`PATCH /v1/tasks/${id}/unmark_completed`, { token, json: { administration_id } })
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, before)
  assert.deepEqual(await events(id), [])
})

test('a write takes fields as JSON text in a form, and as an object in a JSON body', async () => {
  const id = await given.task(tenant, completed)
  const fields = encodeURIComponent('{"only":["id",{"assigned_to_user":["name"]}]}')
  const form = `administration_id=${administration_id}&fields=${fields}`
  const one = await call(`PATCH /v1/tasks/${id}/unmark_completed`, { token, form })
  assert.deepEqual(one.body, { id, assigned_to_user: null })
  const json = { administration_id, fields: { only: ['subject'] } }
  const two = await call(`PATCH /v1/tasks/${id}/unmark_completed`, { token, json })
  assert.deepEqual(Object.keys(two.body as object), ['subject'])
})

test('marking a task as completed defaults to succeeded; a second time changes nothing', async () => {
  const id = await given.task(tenant)
  const mark = (json: object) =>
    call(`PATCH /v1/tasks/${id}/mark_completed`, { token, json: { administration_id, ...json } })
  const first = (await mark({ comment: 'Called, will pay.' })).body as Record<string, unknown>
  assert.equal(first.completed_status, 'succeeded')
  assert.match(String(first.completed_at), /Z$/)
  const second = (await mark({ completed_status: 'failed', comment: 'Again.' })).body
  assert.deepEqual(second, first)
  const { comments } = await show(id, `&fields=${encodeURIComponent('{"only":[{"comments":["content"]}]}')}`)
  assert.deepEqual(comments, [{ content: 'Called, will pay.' }])
  assert.equal((await events(id)).length, 1)
})

test('a wrong completed_status is refused, and the task stays open', async () => {
  const id = await given.task(tenant)
  const json = { administration_id, completed_status: 'done' }
  const answer = await call(`PATCH /v1/tasks/${id}/mark_completed`, { token, json })
  assert.equal(answer.status, 422)
  assert.match(answer.text, /completed_status: must be one of succeeded, failed, cleaned_up/)
  assert.equal((await show(id)).completed_at, null)
})

test('a comment answers with a batch result, and moves the task for whoever follows it', async () => {
  const id = await given.task(tenant)
  const before = await show(id)
  const answer = await call(`POST /v1/tasks/${id}/comment`, {
    token,
    json: { administration_id, comment: 'Left a message.' },
  })
  assert.equal(answer.status, 201)
  assert.deepEqual(answer.body, { success: true, count: 1, errors: {} })
  assert.ok(String((await show(id)).updated_at) > String(before.updated_at))
  const { comments } = (await show(id, `&fields=${encodeURIComponent('{"only":["comments"]}')}`)) as {
    comments: object[]
  }
  assert.deepEqual(Object.keys(comments[0] ?? {}), ['id', 'content', 'created_at'])
  const empty = await call(`POST /v1/tasks/${id}/comment`, { token, json: { administration_id } })
  assert.equal(empty.status, 422)
  assert.equal((empty.body as { message: string }).message, 'comment: is missing')
})

test('a task of another administration is not found, and is left as it is', async () => {
  const mine = await given.tenant({ company_id: tenant.company_id })
  const there = await given.task(mine, completed)
  const foreign = await given.task(other, completed)
  for (const id of [there, foreign, '999999', 'abc', '99999999999999999999']) {
    const answer = await call(`PATCH /v1/tasks/${id}/unmark_completed`, { token, json: { administration_id } })
    assert.equal(answer.status, 404, id)
    assert.deepEqual(answer.body, { code: 'not_found', message: 'There is no such task.' })
  }
  const json = { administration_id: other.administration_id }
  assert.equal((await call(`PATCH /v1/tasks/${foreign}/unmark_completed`, { token, json })).status, 403)
  const rows = await database.db
    .selectFrom('tasks')
    .select('completed_status')
    .where('id', 'in', [there, foreign])
    .execute()
  assert.deepEqual(rows, [{ completed_status: 'failed' }, { completed_status: 'failed' }])
})

test('a list shows open and completed tasks, and ids picks some', async () => {
  const fresh = await given.tenant({ company_id: tenant.company_id })
  const ids = [await given.task(fresh), await given.task(fresh, completed), await given.task(fresh)]
  const list = (query: string) => call(`GET /v1/tasks?administration_id=${fresh.administration_id}${query}`, { token })
  assert.deepEqual(
    data(await list('')).map((one) => one.id),
    ids,
  )
  assert.deepEqual(
    data(await list(`&ids=${ids[2]},${ids[1]}`)).map((one) => one.id),
    [ids[1], ids[2]],
  )
})
