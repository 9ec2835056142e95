import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../../test/harness.ts'
import { type Change, changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import { emitMany, type Happening } from '../../events/emit_many.ts'
import { letter_languages } from '../../settings/administration_settings.ts'
import { writeSteps } from './steps.ts'
import { cleanTasks, makeTasks, type NewTask } from './tasks.ts'
import { task_kinds } from './words/staff.ts'

const now = new Date('2026-11-16T09:00:00Z')
const service = await startService({ now: () => now })
const { call, given, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)

type Row = Record<string, unknown>
const engine = { administration_id, actor: serviceActor('engine'), real_now: now }
const inChange = <T>(work: (change: Change) => Promise<T>) => changeIn(database.db, engine, work)
const emitting = (work: (change: Change) => Promise<Happening[]>) =>
  inChange(async (change) => {
    const happened = await work(change)
    await emitMany(change, happened)
    return happened.map(({ event_name }) => event_name)
  })
async function make(...tasks: NewTask[]): Promise<{ ids: string[]; events: string[] }> {
  let ids: string[] = []
  const events = await emitting(async (change) => {
    const made = await makeTasks(change, tasks)
    ids = made.task_ids
    return made.happened
  })
  return { ids, events }
}
async function one(table: 'tasks' | 'invoices', id: string): Promise<Row> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where id = ${id}::bigint`.execute(database.db)
  return rows[0] ?? {}
}
async function eventsOf(id: string, type: 'invoice' | 'task' = 'invoice'): Promise<string[]> {
  const { rows } = await sql<{ event_name: string }>`
    select event_name from events where resource_id = ${id}::bigint and resource_type = ${type} order by id`.execute(
    database.db,
  )
  return rows.map(({ event_name }) => event_name)
}
const setLanguage = (language: string) =>
  sql`update administrations set settings = ${JSON.stringify({ default_language: language })}::jsonb
      where id = ${administration_id}::bigint`.execute(database.db)
const verb = (id: string, name: string, json: object = {}) =>
  call(`PATCH /v1/tasks/${id}/${name}`, { token, json: { administration_id, ...json } })
const settle = (invoice_id: string) => {
  const stamps = { created_at: 'stamp', updated_at: 'stamp' }
  const paid = { total_amount: '121.00', total_book_amount: '121.00', payment_date: '2026-11-16' }
  return given.row('payments', tenant, {
    invoice_id,
    invoice_number: 'F',
    transaction_type: 'payment',
    ...paid,
    ...stamps,
  })
}

test('a call becomes a task with the number to call, in the language of the administration, once', async () => {
  await setLanguage('nl')
  const debtor_id = await given.debtor(tenant, { name: 'Bakkerij Brood', call_phone_number: '020 123 45 67' })
  const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'F-CALL' })
  const task: NewTask = { kind: 'call_reminder', key: `${invoice_id} 1`, debtor_id, invoice_id }
  const made = await make(task)
  assert.deepEqual(made.events, ['todo_list_item_created'])
  const row = await one('tasks', made.ids[0] ?? '')
  assert.equal(row.subject, 'Bel Bakkerij Brood, factuur F-CALL')
  assert.match(String(row.description), /^Bel 020 123 45 67\. €\s121,00 staat open, te betalen op 1 oktober 2026\./)
  assert.deepEqual([row.debtor_id, row.invoice_id, row.expiry_date], [debtor_id, invoice_id, '2026-11-16'])
  assert.deepEqual(await make(task), { ids: made.ids, events: [] }, 'the same cause makes no second one')
  const shown = await call(`GET /v1/tasks/${made.ids[0]}?administration_id=${administration_id}`, { token })
  assert.equal(shown.status, 200)
})

test('every kind has words in every language, with and without what may be missing', async () => {
  const debtor_id = await given.debtor(tenant)
  const invoice_id = await given.invoice(tenant, debtor_id)
  for (const language of letter_languages) {
    await setLanguage(language)
    const tasks = task_kinds.flatMap((kind): NewTask[] => [
      { kind, key: `${language} with`, debtor_id, invoice_id },
      { kind, key: `${language} without`, debtor_id },
    ])
    const { ids } = await make(...tasks)
    assert.equal(new Set(ids).size, tasks.length)
    for (const id of ids) {
      const { subject, description } = await one('tasks', id)
      const text = `${subject} ${description}`
      assert.ok(text.length > 20)
      assert.doesNotMatch(text, /undefined|null|NaN|\{| {2}|, \.|^ /, text)
    }
  }
})

test('a task that blocks holds its invoice until it is done, and comes back when it is opened again', async () => {
  const debtor_id = await given.debtor(tenant)
  const invoice_id = await given.invoice(tenant, debtor_id)
  const other = await given.invoice(tenant, debtor_id)
  const made = await make({ kind: 'no_address', key: debtor_id, debtor_id, invoice_id, blocks: true })
  assert.deepEqual(made.events, ['todo_list_item_created', 'invoice_blocked'])
  assert.deepEqual((await one('invoices', invoice_id)).block_reasons, ['task'])
  const id = made.ids[0] ?? ''
  await verb(id, 'mark_completed')
  assert.deepEqual((await one('invoices', invoice_id)).block_reasons, [])
  await verb(id, 'unmark_completed')
  await verb(id, 'mark_completed', { resume_dossiers: true })
  assert.deepEqual(await eventsOf(invoice_id), [
    'invoice_blocked',
    'invoice_resumed',
    'invoice_blocked',
    'invoice_resumed',
  ])
  await verb(id, 'unmark_completed')
  assert.deepEqual((await one('invoices', invoice_id)).block_reasons, [], 'it was lifted for good')
  const whole = await make({ kind: 'stop_label', key: `${debtor_id} x`, debtor_id, blocks: true })
  assert.deepEqual(whole.events, ['todo_list_item_created', 'invoice_blocked', 'invoice_blocked'])
  assert.deepEqual((await one('invoices', other)).block_reasons, ['task'])
})

test('a block stays where whoever completes its task says so', async () => {
  const debtor_id = await given.debtor(tenant)
  const invoice_id = await given.invoice(tenant, debtor_id)
  const { ids } = await make({ kind: 'no_address', key: debtor_id, debtor_id, invoice_id, blocks: true })
  const id = ids[0] ?? ''
  const reasons = async () => (await one('invoices', invoice_id)).block_reasons
  await verb(id, 'mark_completed', { resume_dossiers: false })
  assert.deepEqual(await reasons(), ['task'])
  await verb(id, 'mark_completed', { resume_dossiers: true })
  assert.deepEqual(await reasons(), ['task'], 'it was completed before')
  await verb(id, 'unmark_completed')
  assert.deepEqual(await reasons(), ['task'])
  await verb(id, 'mark_completed', { resume_dossiers: true })
  assert.deepEqual(await reasons(), [])
  assert.deepEqual(await eventsOf(invoice_id), ['invoice_blocked', 'invoice_resumed'])
  const free = await make({ kind: 'no_address', key: `${debtor_id} free`, debtor_id, invoice_id })
  await verb(free.ids[0] ?? '', 'mark_completed', { resume_dossiers: false })
  assert.deepEqual(await reasons(), [], 'it never blocked')
})

test('a call counts as made when its task succeeds, once', async () => {
  const debtor_id = await given.debtor(tenant)
  const called = async (): Promise<[task: string, invoice: string]> => {
    const invoice_id = await given.invoice(tenant, debtor_id)
    const { ids } = await make({ kind: 'call_reminder', key: `${invoice_id} 1`, debtor_id, invoice_id })
    const task_id = ids[0] ?? ''
    const flow = { flow_code: 'business', flow_version: 1, reasons: [] }
    await inChange((change) =>
      writeSteps(change, [{ debtor_id, invoice_id, step: 'call_reminder', round: 1, task_id, ...flow }]),
    )
    return [task_id, invoice_id]
  }
  const [task, invoice] = await called()
  await verb(task, 'mark_completed')
  assert.deepEqual(await eventsOf(invoice), ['invoice_call_reminder_performed'])
  await verb(task, 'unmark_completed')
  await verb(task, 'mark_completed')
  assert.equal((await eventsOf(invoice)).length, 1)
  const [failed, unreached] = await called()
  await verb(failed, 'mark_completed', { completed_status: 'failed' })
  assert.deepEqual(await eventsOf(unreached), [])
  const plain = await given.task(tenant, { debtor_id, invoice_id: unreached })
  await verb(plain, 'mark_completed')
  assert.deepEqual(await eventsOf(unreached), [], 'only the task of the step counts')
})

test('tasks of the service go when what they are about is settled, unless somebody worked on them', async () => {
  const debtor_id = await given.debtor(tenant)
  const [paid, open] = [await given.invoice(tenant, debtor_id), await given.invoice(tenant, debtor_id)]
  const task = (invoice_id: string, kind: NewTask['kind']): NewTask => ({
    kind,
    key: invoice_id,
    debtor_id,
    invoice_id,
  })
  const { ids } = await make(task(paid, 'call_reminder'), task(paid, 'end_of_flow'), task(open, 'call_reminder'))
  const [call_paid = '', worked_on = '', call_open = ''] = ids
  const by_hand = await given.task(tenant, { debtor_id, invoice_id: paid })
  await call(`POST /v1/tasks/${worked_on}/comment`, { token, json: { administration_id, comment: 'Hello.' } })
  await settle(paid)
  const clean = () => emitting((change) => cleanTasks(change, [debtor_id]))
  assert.deepEqual(await clean(), ['todo_list_item_deleted'])
  assert.equal((await one('tasks', call_paid)).completed_status, 'cleaned_up')
  for (const id of [worked_on, call_open, by_hand]) assert.equal((await one('tasks', id)).completed_at, null, id)
  assert.deepEqual(await eventsOf(call_paid, 'task'), ['todo_list_item_created', 'todo_list_item_deleted'])
  assert.deepEqual(await clean(), [], 'a second time finds nothing')
  const about_debtor = await make({ kind: 'promise_broken', key: 'p1', debtor_id })
  assert.deepEqual(await clean(), [])
  await settle(open)
  assert.deepEqual(await clean(), ['todo_list_item_deleted', 'todo_list_item_deleted'])
  assert.equal((await one('tasks', about_debtor.ids[0] ?? '')).completed_status, 'cleaned_up')
})

test('a debtor that gets the label stop makes one task, which goes with the label', async () => {
  await setLanguage('en')
  const write = async (labels: string[]) => {
    const debtor = { debtor_number: 'D-stop', debtor_identifier: 'stop', name: 'Stopped', labels }
    const answer = await call('POST /v1/debtors', { token, json: { administration_id, debtors: [debtor] } })
    assert.equal(answer.status, 201, answer.text)
  }
  const tasks = () =>
    database.db
      .selectFrom('tasks')
      .innerJoin('debtors', (join) =>
        join
          .onRef('debtors.administration_id', '=', 'tasks.administration_id')
          .onRef('debtors.id', '=', 'tasks.debtor_id'),
      )
      .select(['tasks.id', 'tasks.subject', 'tasks.completed_status'])
      .where('debtors.debtor_number', '=', 'D-stop')
      .orderBy('tasks.id')
      .execute()
  await write(['Stop', 'key account'])
  await write(['Stop'])
  const [first, ...others] = await tasks()
  assert.deepEqual([first?.subject, others], ['Find out what happens with Stopped', []])
  await write([])
  assert.equal((await tasks())[0]?.completed_status, 'cleaned_up')
  await write(['stop'])
  assert.deepEqual(
    (await tasks()).map(({ completed_status }) => completed_status),
    ['cleaned_up', null],
  )
  assert.deepEqual(await eventsOf(first?.id ?? '', 'task'), ['todo_list_item_created', 'todo_list_item_deleted'])
})
