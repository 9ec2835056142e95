import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../test/harness.ts'
import { event_days, purgeEvents } from './purge_events.ts'

const { call, given, database } = await startService()
const { db } = database
const now = new Date('2026-11-14T03:20:00Z')
const daysAgo = (count: number): string => new Date(now.getTime() - count * 86_400_000).toISOString()

async function givenEvents(ages: readonly number[]) {
  const tenant = await given.tenant()
  const debtor_id = await given.debtor(tenant)
  const ids: string[] = []
  for (const age of ages) {
    const about = { resource_type: 'debtor', resource_id: debtor_id, context: '{}' }
    const event = { event_name: 'debtor_new_comment', event_time: daysAgo(age), ...about }
    ids.push(await given.row('events', tenant, event))
  }
  const token = await given.token(tenant)
  const feed = (query = '') => call(`GET /v1/events?administration_id=${tenant.administration_id}${query}`, { token })
  return { ids, feed, tenant }
}
const idsIn = async (answer: ReturnType<typeof call>) => data(await answer).map(({ id }) => id)

test('events go when they are older than they are kept, and no others', async () => {
  const old = await givenEvents([900, event_days + 1, event_days, event_days - 0.1, 3])
  const young = await givenEvents([700, 1])
  assert.equal((await purgeEvents(db, now)).events, 3)
  assert.deepEqual(await idsIn(old.feed()), old.ids.slice(3))
  assert.deepEqual(await idsIn(young.feed()), young.ids)
  assert.equal((await purgeEvents(db, now)).events, 0)
})

test('a client that comes back too late is told to sync again; one that saw the last that went is not', async () => {
  const { ids, feed } = await givenEvents([900, 800, 790, 20, 10])
  const [first = '', second = '', third = '', fourth = ''] = ids
  assert.deepEqual(await idsIn(feed(`&cursor=${first}`)), ids.slice(1))
  await purgeEvents(db, now)
  for (const cursor of ['0', first, second]) {
    const answer = await feed(`&cursor=${cursor}`)
    assert.equal(answer.status, 410, answer.text)
    assert.deepEqual(answer.body, {
      code: 'gone',
      message: 'cursor: what followed it is not kept any more; sync again, and begin anew',
    })
  }
  // Nothing was missed after these, and whoever begins anew begins with what there is.
  assert.deepEqual(await idsIn(feed(`&cursor=${third}`)), ids.slice(3))
  assert.deepEqual(await idsIn(feed(`&cursor=${fourth}`)), ids.slice(4))
  assert.deepEqual(await idsIn(feed()), ids.slice(3))
  // An administration of which nothing was removed takes every cursor.
  const other = await givenEvents([5])
  assert.deepEqual(await idsIn(other.feed('&cursor=0')), other.ids)
})

test('many go in batches, and an interrupted run goes on where it was', async () => {
  const { ids, feed } = await givenEvents([905, 904, 903, 902, 901, 5])
  // As if it had ended after the first batch.
  const last = ids[1] ?? ''
  await db.deleteFrom('events').where('id', 'in', ids.slice(0, 2)).execute()
  const { tenant } = await givenEvents([])
  await given.row('events', tenant, {
    event_name: 'debtor_new_comment',
    event_time: daysAgo(900),
    resource_type: 'debtor',
    resource_id: last,
  })
  assert.equal((await purgeEvents(db, now, 2)).events, 4)
  assert.equal((await feed(`&cursor=${ids[3]}`)).status, 410)
  assert.deepEqual(await idsIn(feed(`&cursor=${ids[4]}`)), ids.slice(5))
})

test('a page that is read while events are removed is whole, or is refused', async () => {
  const { ids, feed, tenant } = await givenEvents(Array.from({ length: 60 }, (_, index) => 1_000 - index))
  const [first = ''] = ids
  const asking = Array.from({ length: 30 }, async () => {
    const answer = await feed(`&cursor=${first}&per_page=500`)
    if (answer.status !== 410) assert.deepEqual(await idsIn(Promise.resolve(answer)), ids.slice(1))
    return answer.status
  })
  await purgeEvents(db, now, 7)
  const statuses = await Promise.all(asking)
  assert.ok(statuses.every((status) => status === 200 || status === 410))
  assert.equal((await feed(`&cursor=${first}`)).status, 410)
  const noted = await db
    .selectFrom('removed_events')
    .select('last_id')
    .where('administration_id', '=', tenant.administration_id)
    .execute()
  assert.deepEqual(noted, [{ last_id: ids.at(-1) }])
})

test('events of companies go as well', async () => {
  const { company_id } = await given.tenant()
  const event = { company_id, event_name: 'company_updated' }
  const rows = [event_days + 1, 5].map((age) => ({ ...event, event_time: daysAgo(age) }))
  await db.insertInto('company_events').values(rows).execute()
  await purgeEvents(db, now)
  const left = await db.selectFrom('company_events').select('event_time').where('company_id', '=', company_id).execute()
  assert.deepEqual(
    left.map(({ event_time }) => new Date(event_time).toISOString()),
    [daysAgo(5)],
  )
})
