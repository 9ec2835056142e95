import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'
import type { Role } from '../api/principal.ts'

const service = await startService({ now: () => new Date('2026-11-16T09:00:00Z') })
const { given, database, call } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const withRole = (role: Role) =>
  signedIn(service, tenant.company_id, { company_role: null, rights: { [administration_id]: role } })
const worker = await withRole('standard')
const colleague = await withRole('standard')
const writer = await withRole('communication')
const reader = await withRole('restricted')
const outsider = await signedIn(service, stranger.company_id)
const debtor_id = await given.debtor(tenant)
const invoice_id = await given.invoice(tenant, debtor_id)
const foreign_debtor = await given.debtor(stranger)

type Row = Record<string, unknown>
const shown = async (family: 'notes' | 'tasks' | 'notifications') =>
  data(await call(`GET /v1/${family}?administration_id=${administration_id}`, { token }))
const eventsOf = async (resource_id: string, resource_type: string) =>
  (
    await database.db
      .selectFrom('events')
      .select('event_name')
      .where('resource_id', '=', resource_id)
      .where('resource_type', '=', resource_type)
      .orderBy('id')
      .execute()
  ).map(({ event_name }) => event_name)

test('a note is written in the name of who writes it, shown by the interface, and marked as done', async () => {
  const note = { administration_id, content: 'Prefers to be called.', invoice_id }
  const made = await writer.send('POST /console/notes', note)
  assert.equal(made.status, 201, made.text)
  const { id } = made.body as { id: string }
  const [one] = await shown('notes')
  assert.deepEqual(
    [one?.id, one?.content, one?.debtor_id, one?.invoice_id, (one?.user as Row | undefined)?.id],
    [id, note.content, debtor_id, invoice_id, writer.id],
  )
  const done = await writer.send(`PATCH /console/notes/${id}/mark_completed`, { administration_id })
  assert.notEqual((done.body as Row).completed_at, null)
  assert.deepEqual(
    (await writer.send(`PATCH /console/notes/${id}/mark_completed`, { administration_id })).body,
    done.body,
  )
  assert.equal((await reader.send('POST /console/notes', note)).status, 403)
  assert.equal((await outsider.send('POST /console/notes', note)).status, 403)
  for (const about of [{}, { debtor_id, invoice_id }, { debtor_id: foreign_debtor }]) {
    const wrong = { administration_id, content: 'x', ...about }
    assert.equal((await writer.send('POST /console/notes', wrong)).status, 422)
  }
  assert.equal((await shown('notes')).length, 1)
})

test('a task is made for a colleague or oneself, blocks what it is about, and its maker deletes it', async () => {
  const task = { administration_id, subject: 'Ask the warehouse', expiry_date: '2026-11-20', invoice_id }
  const made = await worker.send('POST /console/tasks', { ...task, blocks_dossiers: true })
  assert.equal(made.status, 201, made.text)
  const { id, assigned_to_user } = made.body as { id: string; assigned_to_user: Row }
  assert.equal(assigned_to_user.id, worker.id, 'without anybody else it is for its maker')
  assert.deepEqual(await eventsOf(invoice_id, 'invoice'), ['invoice_blocked'])
  const other = await worker.send('POST /console/tasks', { ...task, assigned_to_user_id: colleague.id })
  assert.equal((other.body as { assigned_to_user: Row }).assigned_to_user.id, colleague.id)
  for (const wrong of [{ assigned_to_user_id: outsider.id }, { expiry_date: 'soon' }, { invoice_id: '999999' }]) {
    assert.equal((await worker.send('POST /console/tasks', { ...task, ...wrong })).status, 422, JSON.stringify(wrong))
  }
  assert.equal((await writer.send('POST /console/tasks', task)).status, 403)
  const remove = (who: typeof worker) => who.send(`PATCH /console/tasks/${id}/delete`, { administration_id })
  assert.equal((await remove(colleague)).status, 403)
  assert.equal((await remove(worker)).status, 200)
  assert.equal((await remove(worker)).status, 404)
  assert.equal((await shown('tasks')).length, 1)
  assert.deepEqual(await eventsOf(id, 'task'), ['todo_list_item_created', 'todo_list_item_deleted'])
  assert.deepEqual(await eventsOf(invoice_id, 'invoice'), ['invoice_blocked', 'invoice_resumed'])
})

test('a notification is acknowledged once, by whoever was first', async () => {
  const stamps = { created_at: 'stamp', updated_at: 'stamp' }
  const id = await given.row('notifications', tenant, {
    ...{ notification_type: 'mail_bounced', resource_type: 'debtor', debtor_id, ...stamps },
  })
  const acknowledge = (who: typeof worker) =>
    who.send(`PATCH /console/notifications/${id}/acknowledge`, { administration_id })
  assert.equal((await acknowledge(reader)).status, 403)
  assert.equal((await acknowledge(writer)).status, 200)
  const again = (await acknowledge(worker)).body as { acknowledged_by_user: Row }
  assert.equal(again.acknowledged_by_user.id, writer.id)
})

test('a write of invoices tells staff about refused records and exceeded credit limits, once a day', async () => {
  const own = await given.tenant()
  const books = await given.token(own)
  await given.debtor(own, { debtor_number: 'D-limit', credit_limit_amount: '50.00' })
  const invoice = (invoice_number: string, more: object = {}) => ({
    ...{ invoice_number, debtor_number: 'D-limit', invoice_date: '2026-10-01', due_date: '2026-10-31' },
    ...{ currency_code: 'EUR', amount_total: '100.00', amount_open: '100.00' },
    ...{ book_amount_total: '100.00', book_amount_open: '100.00', ...more },
  })
  const write = (...invoices: object[]) =>
    call('POST /v1/invoices', { token: books, json: { administration_id: own.administration_id, invoices } })
  await write(invoice('A'), invoice('B', { amount_open: '200.00', book_amount_open: '200.00' }))
  await write(invoice('B', { amount_open: '200.00', book_amount_open: '200.00' }))
  const raised = data(await call(`GET /v1/notifications?administration_id=${own.administration_id}`, { token: books }))
  assert.deepEqual(
    raised.map(({ notification_type, resource_type }) => [notification_type, resource_type]),
    [
      ['credit_limit_exceeded', 'debtor'],
      ['import_invalid', 'administration'],
    ],
  )
  assert.match(String((raised[1]?.details as Row | undefined)?.problem), /^B: /)
})

test('a task is taken over, handed on and put off by whoever works there, and not once it is completed', async () => {
  const id = await given.task(tenant, { debtor_id, expiry_date: '2026-11-16' })
  const verb = (name: string, body: object, who = worker) =>
    who.send(`PATCH /console/tasks/${id}/${name}`, { administration_id, ...body })
  const row = () => database.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.equal((await verb('assign', {})).status, 200)
  assert.equal((await row()).assigned_to_user_id, worker.id)
  assert.equal((await verb('assign', { assigned_to_user_id: colleague.id })).status, 200)
  assert.equal((await row()).assigned_to_user_id, colleague.id)
  assert.equal((await verb('put_off', { expiry_date: '2026-11-20' })).status, 200)
  assert.equal((await row()).expiry_date, '2026-11-20')
  assert.deepEqual(await eventsOf(id, 'task'), Array(3).fill('todo_list_item_updated'))
  assert.equal((await verb('put_off', { expiry_date: '2026-11-15' })).status, 422)
  assert.equal((await verb('assign', { assigned_to_user_id: outsider.id })).status, 422)
  for (const [name, body] of [
    ['assign', {}],
    ['put_off', { expiry_date: '2026-11-21' }],
  ] as const) {
    for (const who of [writer, reader, outsider]) assert.equal((await verb(name, body, who)).status, 403)
    const theirs = { ...body, administration_id: stranger.administration_id }
    assert.equal((await verb(name, theirs, outsider)).status, 404)
  }
  await verb('mark_completed', {})
  assert.equal((await verb('assign', {})).status, 422)
  assert.equal((await verb('put_off', { expiry_date: '2026-11-21' })).status, 422)
  assert.equal((await row()).expiry_date, '2026-11-20')
})
