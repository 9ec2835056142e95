import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { signedIn, visitor } from '../../test/visitor.ts'
import type { Role } from '../api/principal.ts'

const service = await startService()
const { given, database, call } = service
const tenant = await given.tenant()
const sibling = await given.tenant({ company_id: tenant.company_id })
const stranger = await given.tenant()
const { administration_id } = tenant
const withRole = (role: Role) =>
  signedIn(service, tenant.company_id, { company_role: null, rights: { [administration_id]: role } })
const boss = await withRole('administrator')
const worker = await withRole('standard')
const writer = await withRole('communication')
const reader = await withRole('restricted')
const outsider = await signedIn(service, stranger.company_id)
const debtor_id = await given.debtor(tenant)
const keys = await given.debtorKeys(tenant, debtor_id)

async function proposal(): Promise<{ id: string; invoice_id: string }> {
  const invoice_id = await given.invoice(tenant, debtor_id)
  const id = await given.row('payment_plans', tenant, {
    debtor_id,
    ...keys,
    proposed_at: 'stamp',
    created_at: 'stamp',
    updated_at: 'stamp',
  })
  await given.row('payment_plan_invoices', tenant, { payment_plan_id: id, invoice_id })
  await given.row('payment_plan_terms', tenant, {
    payment_plan_id: id,
    total_amount: '121.00',
    amount_due: '121.00',
    due_date: '2027-01-01',
  })
  return { id, invoice_id }
}

const eventsOf = async (resource_id: string) =>
  (await database.db.selectFrom('events').select('event_name').where('resource_id', '=', resource_id).execute()).map(
    ({ event_name }) => event_name,
  )

test('whoever works there completes a task and opens it again, and followers hear of it', async () => {
  const id = await given.task(tenant, { blocks_dossiers: true })
  const done = await worker.send(`PATCH /console/tasks/${id}/mark_completed`, {
    administration_id,
    completed_status: 'failed',
    completed_status_message: 'Nobody answered.',
    comment: 'Called twice.',
    resume_dossiers: true,
  })
  assert.equal(done.status, 200, done.text)
  const task = done.body as Record<string, unknown>
  assert.deepEqual([task.completed_status, task.completed_status_message], ['failed', 'Nobody answered.'])
  const comment = await database.db.selectFrom('task_comments').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([comment.content, comment.user_id], ['Called twice.', worker.id])
  const again = await boss.send(`PATCH /console/tasks/${id}/unmark_completed`, { administration_id })
  assert.equal((again.body as Record<string, unknown>).completed_at, null)
  assert.deepEqual(await eventsOf(id), ['todo_list_item_updated', 'todo_list_item_updated'])
})

test('whoever writes there adds a comment to a task, in their own name', async () => {
  const id = await given.task(tenant)
  const said = await writer.send(`POST /console/tasks/${id}/comment`, { administration_id, comment: 'They will call.' })
  assert.equal(said.status, 201, said.text)
  const { comments } = (await reader.get(`/console/administrations/${administration_id}/tasks/${id}`)).body as {
    comments: { content: string }[]
  }
  assert.deepEqual(
    comments.map(({ content }) => content),
    ['They will call.'],
  )
  const { user_id } = await database.db
    .selectFrom('task_comments')
    .select('user_id')
    .where('task_id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(user_id, writer.id)
  assert.deepEqual(await eventsOf(id), ['todo_list_item_updated'])
})

test('a message is marked as read in the name of who read it, and as unread again', async () => {
  const id = await given.message(tenant, { debtor_id })
  const mark = (who: typeof writer, read: boolean) =>
    who.send('PATCH /console/messages', { administration_id, messages: [{ id, read }] })
  const row = () => database.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.deepEqual((await mark(writer, true)).body, { success: true, count: 1, errors: {} })
  assert.equal((await row()).read_by_user_id, writer.id)
  assert.equal((await mark(boss, false)).status, 200)
  const { read_at, read_by_user_name } = await row()
  assert.deepEqual([read_at, read_by_user_name], [null, null])
  assert.equal((await mark(reader, true)).status, 403)
  assert.equal((await row()).read_at, null)
})

test('a proposed plan is approved or rejected, and a running one ended', async () => {
  const one = await proposal()
  const verb = (id: string, name: string, who = worker) =>
    who.send(`PATCH /console/payment_plans/${id}/${name}`, { administration_id })
  const approved = await verb(one.id, 'approve')
  assert.equal(approved.status, 200, approved.text)
  assert.equal((approved.body as { active: boolean }).active, true)
  const invoice = () =>
    database.db.selectFrom('invoices').selectAll().where('id', '=', one.invoice_id).executeTakeFirstOrThrow()
  assert.equal((await invoice()).active_payment_plan_id, one.id)
  assert.equal((await verb(one.id, 'approve')).status, 422)
  assert.equal((await verb(one.id, 'deactivate')).status, 200)
  assert.equal((await invoice()).active_payment_plan_id, null)
  const two = await proposal()
  const rejected = (await verb(two.id, 'reject', boss)).body as { rejected_by_user: { id: string } }
  assert.equal(rejected.rejected_by_user.id, boss.id)
})

test('a role that is not for it, strangers, visitors and tokens are refused, and change nothing', async () => {
  const task_id = await given.task(tenant)
  const message_id = await given.message(tenant)
  const { id: plan_id } = await proposal()
  const token = await given.token(tenant)
  const writes: [line: string, body: object, refused: Role[]][] = [
    [`PATCH /console/tasks/${task_id}/mark_completed`, {}, ['communication', 'restricted']],
    [`PATCH /console/tasks/${task_id}/unmark_completed`, {}, ['communication', 'restricted']],
    [`POST /console/tasks/${task_id}/comment`, { comment: 'Hello.' }, ['restricted']],
    ['PATCH /console/messages', { messages: [{ id: message_id, read: true }] }, ['restricted']],
    ...['approve', 'reject', 'deactivate'].map((verb): [string, object, Role[]] => [
      `PATCH /console/payment_plans/${plan_id}/${verb}`,
      {},
      ['communication', 'restricted'],
    ]),
  ]
  for (const [line, members, refused] of writes) {
    const body = { administration_id, ...members }
    for (const role of refused) {
      const who = role === 'communication' ? writer : reader
      assert.equal((await who.send(line, body)).status, 403, `${line} ${role}`)
    }
    assert.equal((await outsider.send(line, body)).status, 403, line)
    assert.equal((await worker.send(line, { ...body, ...sibling })).status, 403, line)
    assert.equal((await visitor(service).send(line, body)).status, 401, line)
    // A page that does not send its token back is not one of ours, and other software has no page.
    assert.equal((await call(line, { token, json: body })).status, 403, line)
    assert.equal((await call(line, { json: body, headers: worker.headers() })).status, 403, line)
    // Within an administration of one's own, what belongs to others is not there.
    const elsewhere = await outsider.send(line, { ...members, administration_id: stranger.administration_id })
    if (line.endsWith('messages')) {
      assert.deepEqual(Object.keys((elsewhere.body as { errors: object }).errors), [message_id])
    } else assert.equal(elsewhere.status, 404, line)
  }
  const task = await database.db.selectFrom('tasks').selectAll().where('id', '=', task_id).executeTakeFirstOrThrow()
  const plan = await database.db
    .selectFrom('payment_plans')
    .selectAll()
    .where('id', '=', plan_id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([task.completed_at, plan.active, plan.rejected_at], [null, null, null])
})

test('no other verb of the interface is open to pages', async () => {
  const body = { administration_id }
  for (const line of ['POST /console/payment_plans', 'PATCH /console/invoices', 'POST /console/debtors']) {
    assert.ok([404, 405].includes((await boss.send(line, body)).status), line)
  }
})

test('whoever works there pauses and resumes a debtor, an invoice and a case, in their own name', async () => {
  const own = await given.debtor(tenant)
  const invoice_id = await given.invoice(tenant, own)
  const case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id: own, case_number: '987654321', credit_case_number: '987 654 321', currency_code: 'EUR' },
    ...{ total_amount: '1.00', open_amount: '1.00', started_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
  })
  for (const [line, action] of [
    [`debtors/${own}`, 'debtors_paused'],
    [`invoices/${invoice_id}`, 'invoices_paused'],
    [`credit_cases/${case_id}`, 'credit_cases_paused'],
  ] as const) {
    const body = { administration_id, until: '2099-01-01' }
    for (const who of [writer, reader]) {
      assert.equal((await who.send(`PATCH /console/${line}/pause`, body)).status, 403, line)
      assert.equal((await who.send(`PATCH /console/${line}/resume`, body)).status, 403, line)
    }
    const paused = await worker.send(`PATCH /console/${line}/pause`, body)
    assert.equal(paused.status, 200, paused.text)
    assert.notEqual((paused.body as { paused_at: string | null }).paused_at, null)
    const { user_id, details } = await database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', action)
      .executeTakeFirstOrThrow()
    assert.deepEqual([user_id, (details as { until?: string }).until], [worker.id, '2099-01-01'])
    if (line.startsWith('invoices')) assert.equal((paused.body as { paused_by_user: boolean }).paused_by_user, true)
    const resumed = await boss.send(`PATCH /console/${line}/resume`, { administration_id })
    assert.equal((resumed.body as { paused_at: string | null }).paused_at, null)
  }
})

test('only who administers there pauses the whole administration', async () => {
  const body = { administration_id, reminding_only: true }
  assert.equal((await worker.send('PATCH /console/administrations/pause', body)).status, 403)
  const paused = await boss.send('PATCH /console/administrations/pause', body)
  assert.equal(paused.status, 200, paused.text)
  assert.notEqual((paused.body as { reminding_paused_at: string | null }).reminding_paused_at, null)
  assert.equal((await boss.send('PATCH /console/administrations/resume', { administration_id })).status, 200)
})
