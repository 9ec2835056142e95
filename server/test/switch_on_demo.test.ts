import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fillDemo } from '../src/demo/fill.ts'
import { addDays, type Day } from '../src/domain/days.ts'
import { dryRun } from '../src/follow_up/dry_run/dry_run.ts'
import { scheduleAll, scheduleWaiting } from '../src/follow_up/look/schedule.ts'
import { workIn } from '../src/follow_up/look/work.ts'
import { applySettings } from '../src/follow_up/switch.ts'
import { engineChanges } from './engine_change.ts'
import { booksWrote, workingAt } from './given_engine.ts'
import { testDatabase } from './harness.ts'

// Two years of invoices that nobody followed up, some of them paused, disputed, in cases or long paid, and an engine
// that is switched on.

/** A Monday. */
const first: Day = '2026-11-16'
const days = 12
const at = (day: Day): Date => new Date(`${day}T10:00:00Z`)

const database = await testDatabase()
const { db } = database
const change = engineChanges(db)
const { administrations } = await fillDemo(database, { now: at(first), debtors: 250 })
const administration_id = administrations[0]?.id ?? ''

async function workOn(day: Day): Promise<void> {
  const working = workingAt(db, { administration_id }, at(day))
  await booksWrote(db, { administration_id }, at(day))
  for (const _ of ['once', 'and again']) {
    assert.equal(await workIn(working), 'done')
    await sql`
      update letters set status = 'sent', sent_on = day, sent_at = ${at(day).toISOString()}::timestamptz
      where administration_id = ${administration_id}::bigint and status = 'waiting'`.execute(db)
    await scheduleAll({ db, administration_id })
  }
}

async function lettersByDay(): Promise<{ day: Day; letters: number }[]> {
  const { rows } = await sql<{ day: Day; letters: number }>`
    select day::text, count(*)::integer as letters from letters
    where administration_id = ${administration_id}::bigint and day >= ${first}::date group by 1 order by 1`.execute(db)
  return rows
}

test('the demo switched on does what the dry run said, and nobody gets an avalanche', async () => {
  await booksWrote(db, { administration_id }, at(first))
  const before = await lettersByDay()
  const said = await dryRun(db, administration_id, { today: first, days })
  assert.ok(said && said.after.letters > 20, 'there is a good deal to do')
  assert.deepEqual(await lettersByDay(), before, 'and nothing was done by asking')
  await change(administration_id, (one) => applySettings(one, { engine_enabled: true }))
  if (said.surges) {
    await workOn(first)
    assert.deepEqual(await lettersByDay(), [], 'more than usual waits for a person')
  }
  for (let day = first; day < addDays(first, days); day = addDays(day, 1)) {
    await sql`update engine_states set surge_released_on = ${day}::date
      where administration_id = ${administration_id}::bigint`.execute(db)
    await scheduleWaiting({ db, administration_id })
    await workOn(day)
  }
  const happened = await lettersByDay()
  assert.deepEqual(happened, said.after.days)
  assert.ok(happened.every(({ letters }) => letters <= (said.cap ?? 0)))
  const { rows } = await sql<{ most: number }>`
    select max(count)::integer as most from (select count(*) from letters
      where administration_id = ${administration_id}::bigint and bundled
        and day between ${first}::date and ${addDays(first, 6)}::date group by debtor_id) of_debtors`.execute(db)
  assert.equal(rows[0]?.most, 1, 'nobody has two within a week')
})
