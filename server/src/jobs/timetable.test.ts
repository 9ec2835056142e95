import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { timetable } from './start.ts'

const now = (): Date => new Date('2026-11-14T09:30:00Z')
const quick = { poll_s: 0.5, timetable: true }

test('what came due while nobody ran is done once, by one of the processes', async () => {
  const service = await startService({ now, jobs: { ...quick, timetable: false } })
  const { db } = service.database
  await sql`insert into failed_attempts values ('\\x01', '2026-01-01Z', 3)`.execute(db)
  // The timetable was set two days ago, and since then no process looked at it.
  const first = await startService({ beside: service, now, jobs: quick })
  await first.app.stop()
  await sql`update pgboss.schedule set created_on = now() - interval '2 days'`.execute(db)
  await sql`update pgboss.version set cron_on = now() - interval '2 days'`.execute(db)
  await sql`delete from pgboss.job`.execute(db)
  await Promise.all([1, 2].map(() => startService({ beside: service, now, jobs: quick })))
  const purges = async () =>
    (await sql<{ state: string }>`select state from pgboss.job where name = 'purge'`.execute(db)).rows
  await until('the purge ran', async () => (await purges()).some(({ state }) => state === 'completed'))
  assert.equal((await db.selectFrom('failed_attempts').selectAll().execute()).length, 0)
  const looked = async (): Promise<string> => {
    const { rows } = await sql<{ at: string }>`select cron_on::text as at from pgboss.version`.execute(db)
    return rows[0]?.at ?? ''
  }
  for (let looks = 0; looks < 2; looks++) {
    const before = await looked()
    await until('the timetable is looked at again', async () => (await looked()) !== before)
  }
  assert.deepEqual(await purges(), [{ state: 'completed' }])
  const { rows } = await sql`select name, cron, timezone from pgboss.schedule order by name`.execute(db)
  assert.deepEqual(
    rows,
    timetable.map(({ job, cron, timezone }) => ({ name: job, cron, timezone })),
  )
})
