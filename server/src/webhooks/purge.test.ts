import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fillEveryFamily } from '../../test/every_family.ts'
import { givenIn } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { purgeDeliveries } from './purge.ts'

const { db } = await testDatabase()
const given = givenIn(db)
const { webhook_deliveries: id } = await fillEveryFamily(given, await given.tenant())
const now = new Date()
const agedBy = (days: number) =>
  sql`
  update webhook_deliveries set created_at = ${now.toISOString()}::timestamptz - ${days}::integer * interval '1 day'
  where id = ${id}::bigint`.execute(db)

test('deliveries go after 30 days with their answers, but not while they wait', async () => {
  await sql`insert into webhook_attempts (delivery_id, attempt_id, attempt, attempted_at, duration_ms, url)
            values (${id}::bigint, gen_random_uuid(), 1, now(), 1, 'https://example.com/')`.execute(db)
  await agedBy(29)
  assert.equal((await purgeDeliveries(db, now)).webhook_deliveries, 0)
  await agedBy(31)
  await sql`update webhook_deliveries set status = 'waiting', next_attempt_at = now()`.execute(db)
  assert.equal((await purgeDeliveries(db, now)).webhook_deliveries, 0)
  await sql`update webhook_deliveries set status = 'failed', next_attempt_at = null`.execute(db)
  assert.equal((await purgeDeliveries(db, now)).webhook_deliveries, 1)
  assert.deepEqual(await db.selectFrom('webhook_attempts').select('id').execute(), [])
  assert.equal((await purgeDeliveries(db, now)).webhook_deliveries, 0)
})
