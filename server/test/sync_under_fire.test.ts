import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type Transaction } from 'kysely'
import { client, withDatabase } from '../src/db/connect.ts'
import type { Tables } from '../src/db/schema.ts'
import { nextStamp } from '../src/db/stamp.ts'
import { addressOf, data, nextCursor, startService } from './harness.ts'
import { pause } from './pause.ts'
import { until } from './until.ts'

/** Seconds of fire; the suite takes a few, `SYNC_SECONDS=30` takes longer. */
const seconds = Number(process.env.SYNC_SECONDS ?? 5)
const debtors_count = 300

/** A streaming standby of TEST_DATABASE_URL: then whoever follows changes is answered from there. */
const standby = process.env.TEST_REPLICA_URL ?? ''

const primary = await startService()
const { given, database } = primary
const replica_url = standby && addressOf(withDatabase(standby, nameOf(database)))
const { call } = replica_url ? await startService({ beside: primary, replica_url }) : primary
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
await given.debtors(tenant, debtors_count)

const ids = (
  await database.db.selectFrom('debtors').select('id').where('administration_id', '=', administration_id).execute()
).map((row) => row.id)
const pick = (): string => ids[Math.floor(Math.random() * ids.length)] ?? ''

/** Writes as the service does: the stamp first, then the row, and sometimes a long time until the commit. */
async function write(slow: boolean): Promise<void> {
  await database.db.transaction().execute(async (trx: Transaction<Tables>) => {
    if (slow) await pause(Math.random() * 20, 'a writer that begins slowly')
    const updated_at = await nextStamp(trx, administration_id)
    await trx
      .updateTable('debtors')
      .set({ remark: sql`coalesce(remark, '0')::integer + 1`, updated_at })
      .where('administration_id', '=', administration_id)
      .where('id', '=', pick())
      .execute()
    if (slow) await pause(Math.random() * 60, 'a writer that commits late')
  })
}

/** A client that follows the rule: keep the highest updated_at seen, ask with it next time. Small pages, so many. */
function follower(per_page: number) {
  const seen = new Map<string, string>()
  let since = '1970-01-01T00:00:00Z'
  let passes = 0
  return {
    seen,
    passes: () => passes,
    pass: async (): Promise<void> => {
      let highest = since
      for (let cursor = ''; ; ) {
        const fields = encodeURIComponent('{"only":["id","remark","updated_at"]}')
        const query = `updated_after=${since}&per_page=${per_page}&fields=${fields}${cursor}`
        const answer = await call(`GET /v1/debtors?administration_id=${administration_id}&${query}`, { token })
        for (const one of data(answer)) {
          seen.set(String(one.id), `${one.remark} ${one.updated_at}`)
          if (String(one.updated_at) > highest) highest = String(one.updated_at)
        }
        const next = nextCursor(answer)
        if (next === null) break
        cursor = `&cursor=${next}`
      }
      since = highest
      passes++
    },
  }
}

function nameOf({ connection }: typeof database): string {
  return new URL(addressOf(connection)).pathname.slice(1)
}

/** Waits until the standby has what the primary has. */
async function arrive(): Promise<void> {
  if (!replica_url) return
  const stamp = 'select stamp::text from administration_stamps where administration_id = $1::bigint'
  const wanted = (await database.pool.query<{ stamp: string }>(stamp, [administration_id])).rows[0]?.stamp
  const own = client(replica_url, 'dunlin test')
  await own.connect()
  await until(
    'the standby has everything',
    async () => (await own.query<{ stamp: string }>(stamp, [administration_id])).rows[0]?.stamp === wanted,
  )
  await own.end()
}

test('a client that follows updated_at has every change in the end, whoever wrote meanwhile', {
  timeout: (seconds + 60) * 1000,
}, async () => {
  const last = Date.now() + seconds * 1000
  let writes = 0
  const writer = async (slow: boolean): Promise<void> => {
    while (Date.now() < last) {
      await write(slow)
      writes++
    }
  }
  const followers = [follower(3), follower(50), follower(500)]
  const read = async (one: (typeof followers)[number]): Promise<void> => {
    while (Date.now() < last) await one.pass()
  }
  await Promise.all([writer(true), writer(true), writer(false), writer(false), ...followers.map(read)])
  const { rows } = await sql<{ id: string; state: string }>`
    select id, remark || ' ' || to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as state
    from debtors where administration_id = ${administration_id}::bigint and remark is not null`.execute(database.db)
  await arrive()
  assert.ok(writes > 20, `only ${writes} writes`)
  for (const one of followers) {
    await one.pass()
    const missed = rows.filter((row) => one.seen.get(row.id) !== row.state)
    assert.deepEqual(missed, [], `${missed.length} changes missed in ${one.passes()} passes, ${writes} writes`)
  }
})
