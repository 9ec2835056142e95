import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { readsInOrder } from '../../test/plans.ts'
import { searchable } from '../../test/searchable.ts'
import { givenPerson, signedIn, visitor } from '../../test/visitor.ts'
import { readTaskFilter } from './task_filter.ts'
import { taskPage, taskWay } from './task_list.ts'

const service = await startService({ now: () => new Date('2026-11-15T23:30:00Z') })
const { given, database } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const boss = await signedIn(service, tenant.company_id)
const outsider = await signedIn(service, stranger.company_id)
const colleague = await givenPerson(service, tenant.company_id)
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })
const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'F-1' })
const of = (person: { id: string; email_address: string }, name: string) => ({
  assigned_to_user_id: person.id,
  assigned_to_user_name: name,
  assigned_to_user_email_address: person.email_address,
})
const done = (completed_at: string) => ({ completed_at, completed_status: 'succeeded' })
await given.task(tenant, { subject: 'later', expiry_date: '2026-12-24', ...of(colleague, 'Robin') })
await given.task(tenant, { subject: 'late', expiry_date: '2026-11-10', invoice_id, blocks_dossiers: true })
await given.task(tenant, { subject: 'today', expiry_date: '2026-11-16', debtor_id, ...of(boss, 'Boss') })
await given.task(tenant, { subject: 'done first', ...of(boss, 'Boss'), ...done('2026-11-01T10:00:00.123456Z') })
await given.task(tenant, { subject: 'done last', ...of(colleague, 'Robin'), ...done('2026-11-02T10:00:00Z') })
await given.task(stranger, { subject: 'of somebody else' })

type Task = { id: string; subject: string; days_left: number } & Record<string, unknown>
type Page = { tasks: Task[]; cursor: string | null }
const path = (query: string, { administration_id } = tenant): string =>
  `/console/administrations/${administration_id}/tasks${query}`
async function list(show: string, whose: string, cursor = ''): Promise<Page> {
  const answer = await boss.get(path(`?show=${show}&whose=${whose}&cursor=${encodeURIComponent(cursor)}`))
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Page
}
const subjects = async (show: string, whose: string) => (await list(show, whose)).tasks.map(({ subject }) => subject)

test('what is late stands first, then today, then later; what was done last comes first', async () => {
  assert.deepEqual(await subjects('open', 'everybody'), ['late', 'today', 'later'])
  assert.deepEqual(await subjects('open', 'mine'), ['today'])
  assert.deepEqual(await subjects('done', 'everybody'), ['done last', 'done first'])
  assert.deepEqual(await subjects('done', 'mine'), ['done first'])
})

test('each shows what it is about and how many days are left, on the calendar of the administration', async () => {
  const { tasks } = await list('open', 'everybody')
  assert.deepEqual(
    tasks.map(({ days_left }) => days_left),
    // In Amsterdam it is the 16th already.
    [-6, 0, 38],
  )
  const [late, today] = tasks
  assert.deepEqual(
    [late?.debtor_id, late?.debtor_name, late?.invoice_id, late?.invoice_number, late?.blocks_dossiers],
    [debtor_id, 'Bakery Morning Star', invoice_id, 'F-1', true],
  )
  assert.deepEqual([today?.debtor_id, today?.invoice_id, today?.assigned_to], [debtor_id, null, 'Boss'])
})

test('any column orders the list, marks and words narrow it down, and totals count what would be left', async () => {
  await searchable(database.db, tenant.administration_id)
  const ask = async (query: string) => {
    const answer = await boss.get(path(`?${query}`))
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as Page).tasks.map(({ subject }) => subject)
  }
  assert.deepEqual(await ask('show=open&whose=everybody&order=subject_desc'), ['today', 'later', 'late'])
  assert.deepEqual(await ask('show=open&whose=everybody&order=owner_asc'), ['late', 'today', 'later'])
  assert.deepEqual(await ask('show=open&whose=everybody&order=debtor_desc'), ['today', 'late', 'later'])
  assert.deepEqual(await ask('show=open&whose=everybody&order=due_desc&marks=late'), ['late'])
  assert.deepEqual(await ask('show=open&whose=everybody&marks=blocks,with_invoice'), ['late'])
  assert.deepEqual(await ask('show=open&whose=nobody'), ['late'])
  assert.deepEqual(await ask(`show=open&whose=everybody&assigned_to=${colleague.id}`), ['later'])
  assert.deepEqual(await ask('show=open&whose=everybody&text=LATE'), ['late', 'later'])
  assert.deepEqual(await ask('show=open&whose=everybody&text=morning'), ['late', 'today'])
  const answer = await boss.get(path('/totals?show=open&whose=everybody'))
  const { marks, ...totals } = answer.body as { marks: { mark: string; count: number }[] }
  assert.deepEqual(totals, {
    ...{ tasks: 3, open_tasks: 3, own_tasks: 1, unassigned_tasks: 1 },
    owners: [
      { user_id: boss.id, name: 'Boss', count: 1 },
      { user_id: colleague.id, name: 'Robin', count: 1 },
    ],
  })
  assert.deepEqual(Object.fromEntries(marks.map(({ mark, count }) => [mark, count])), {
    ...{ late: 1, today: 1, next_7: 1, blocks: 1, with_invoice: 1, with_case: 0 },
  })
  assert.equal((await outsider.get(path('/totals?show=open&whose=everybody'))).status, 403)
})

test('pages follow each other in both orders, and lose nothing', async () => {
  for (let n = 0; n < 60; n++) {
    await given.task(tenant, { expiry_date: `2027-01-0${1 + (n % 7)}`, ...of(boss, 'Boss') })
    await given.task(tenant, { ...of(boss, 'Boss'), ...done(`2026-10-01T10:00:00.00000${n % 7}Z`) })
  }
  for (const [show, whose, count] of [
    ['open', 'everybody', 63],
    ['open', 'mine', 61],
    ['done', 'everybody', 62],
    ['done', 'mine', 61],
    ['open', 'everybody&order=subject_asc', 63],
    ['open', 'everybody&order=owner_desc', 63],
    ['done', 'everybody&order=debtor_asc&per_page=20', 62],
  ] as const) {
    const seen: string[] = []
    let cursor: string | null = ''
    do {
      const page: Page = await list(show, whose, cursor)
      seen.push(...page.tasks.map(({ id }) => id))
      cursor = page.cursor
    } while (cursor !== null)
    assert.equal(seen.length, count, `${show} ${whose}`)
    assert.equal(new Set(seen).size, count, `${show} ${whose}`)
  }
})

test('a page reads an index in its order, wherever it begins', async () => {
  const { administration_id } = tenant
  // Which of two indexes is better for one person's tasks depends on how many persons there are.
  await sql`analyze tasks`.execute(database.db)
  const day = { value: '2026-12-01', id: '5' }
  const moment = { value: '2026-10-01T10:00:00.000001Z', id: '5' }
  for (const [show, user_id, after, index] of [
    ['open', null, day, 'tasks_open_by_day'],
    ['open', colleague.id, day, 'tasks_open'],
    ['done', null, moment, 'tasks_done'],
    ['done', colleague.id, moment, 'tasks_done_by'],
  ] as const) {
    const filter = readTaskFilter(
      { administration_id, today: '2026-11-16', user_id: user_id ?? '' },
      { show, whose: user_id === null ? 'everybody' : 'mine' },
    )
    for (const place of [null, after]) {
      await readsInOrder(database.db, taskPage(filter, taskWay(filter, null), place), index)
    }
  }
})

test('a task is shown with what was said of it, and by whom', async () => {
  const task_id = await given.task(tenant, { subject: 'Call', description: 'x'.repeat(900), invoice_id })
  const said = { task_id, created_at: '2026-11-01T10:00:00Z' }
  await given.row('task_comments', tenant, { ...said, content: 'Nobody answered.', user_id: boss.id })
  await given.row('task_comments', tenant, { ...said, content: 'Called again.' })
  const task = (await boss.get(path(`/${task_id}`))).body as Task & { comments: Record<string, unknown>[] }
  assert.equal(String(task.description).length, 900)
  assert.deepEqual(
    task.comments.map(({ content, person, created_at }) => [content, String(person).slice(0, 5), created_at]),
    [
      ['Nobody answered.', 'Robin', '2026-11-01T10:00:00Z'],
      ['Called again.', 'null', '2026-11-01T10:00:00Z'],
    ],
  )
  const { tasks } = await list('open', 'everybody')
  assert.equal(String(tasks.find(({ id }) => id === task_id)?.description).length, 400)
})

test('what is not of this list is refused, and strangers see nothing', async () => {
  const foreign = await given.task(stranger)
  for (const query of [
    '?show=open&whose=mine&cursor=x',
    '?show=open&whose=mine&cursor=2026-02-30%201',
    '?show=open&whose=mine&cursor=2026-10-01T10:00:00.000001Z%201',
    '?show=done&whose=mine&cursor=2026-12-01%201',
    '?show=done&whose=mine&cursor=2026-10-01T25:00:00.000001Z%201',
    '?show=paid&whose=mine',
    '?show=open&whose=yours',
    '?show=open',
    '?show=open&whose=mine&order=completed_asc',
    '?show=open&whose=mine&marks=mine',
  ]) {
    assert.equal((await boss.get(path(query))).status, 422, query)
  }
  const task_id = await given.task(tenant)
  for (const query of ['?show=open&whose=everybody', `/${task_id}`]) {
    assert.equal((await visitor(service).get(path(query))).status, 401)
    assert.equal((await outsider.get(path(query))).status, 403)
  }
  // A task of another company is not found under an administration of one's own either.
  assert.equal((await boss.get(path(`/${foreign}`))).status, 404)
  assert.equal((await outsider.get(path(`/${task_id}`, stranger))).status, 404)
})
