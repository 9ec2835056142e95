import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { demoFollowed } from '../src/commands/demo_followed/index.ts'
import { fillDemo } from '../src/demo/fill.ts'
import { addDays, dayIn } from '../src/domain/days.ts'
import { openStore } from '../src/files/store.ts'
import { workIn } from '../src/follow_up/look/work.ts'
import { countWaiting } from '../src/follow_up/outbox/outbox.ts'
import { workingAt } from './given_engine.ts'
import { testDatabase } from './harness.ts'

// A Tuesday, in the hours in which letters go out.
const now = new Date('2026-11-17T10:00:00Z')
const database = await testDatabase()
const { db } = database
const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-followed-'))
after(() => rm(data_dir, { recursive: true, force: true }))
const tenants = await fillDemo(database, { now, debtors: 5 })
const store = await openStore({ data_dir, files_url: null, now })
const reading = { database, replica: null, base_url: () => '', now: () => now, store }
const owner = { company_id: tenants.company.id, email_address: tenants.user.email_address }
const administration_id = await demoFollowed(reading, owner)

const workOn = async (at: Date): Promise<void> => {
  assert.equal(await workIn(workingAt(db, { administration_id }, at)), 'done')
}

async function countOf(what: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await (what as ReturnType<typeof sql<{ count: number }>>).execute(db)
  return rows[0]?.count ?? Number.NaN
}
const here = sql`administration_id = ${administration_id}::bigint`

test('on the morning of the demo letters wait for approval, and the rest of the story is there', async () => {
  await workOn(now)
  const { approval, cap, surge, stopped } = await countWaiting(db, administration_id, 100)
  assert.deepEqual({ approval, cap, surge, stopped }, { approval: 5, cap: 0, surge: 0, stopped: 0 })
  const today = dayIn(now, 'Europe/Amsterdam')
  const story = {
    broken: await countOf(sql`select count(*)::integer from promises where ${here} and status = 'broken'`),
    promised: await countOf(sql`select count(*)::integer from promises where ${here} and status = 'open'`),
    disputed: await countOf(sql`select count(*)::integer from disputes where ${here} and ended_at is null`),
    proposed: await countOf(sql`select count(*)::integer from payment_plans where ${here} and proposed_by = 'debtor'`),
    unread: await countOf(sql`select count(*)::integer from messages where ${here} and read_at is null`),
    bounced: await countOf(sql`select count(*)::integer from undeliverable_addresses where ${here}`),
    to_do: await countOf(sql`select count(*)::integer from tasks
      where ${here} and completed_at is null and expiry_date = ${today}::date`),
  }
  const wanted = { broken: 1, promised: 1, disputed: 1, proposed: 1, unread: 2, bounced: 1, to_do: 2 }
  assert.deepEqual(story, wanted)
})

test('no letter leaves by itself, however long nobody looks', async () => {
  const letters = () => countOf(sql`select count(*)::integer from letters where ${here}`)
  const before = await letters()
  const today = dayIn(now, 'Europe/Amsterdam')
  for (const days of [1, 8, 30]) await workOn(new Date(`${addDays(today, days)}T10:00:00Z`))
  assert.equal(await letters(), before)
  assert.equal(await countOf(sql`select count(*)::integer from mails where ${here}`), 0)
})

test('a second start finds it, and makes nothing twice', async () => {
  assert.equal(await demoFollowed(reading, owner), administration_id)
  const named = sql`select count(*)::integer from administrations where name = 'Stormvogel Service B.V.'`
  assert.equal(await countOf(named), 1)
})

test('it belongs to the company of the demo, and nobody of the other one has a role in it', async () => {
  const strangers = sql`
    select count(*)::integer from user_administrations m join users u on u.id = m.user_id
    where m.administration_id = ${administration_id}::bigint and u.company_id <> ${tenants.company.id}::bigint`
  assert.equal(await countOf(strangers), 0)
  const own = sql`select count(*)::integer from administrations
    where id = ${administration_id}::bigint and company_id = ${tenants.company.id}::bigint`
  assert.equal(await countOf(own), 1)
})
