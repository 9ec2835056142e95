import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { chanceFrom } from './chance.ts'
import { givenIn } from './given.ts'
import { addressOf, data, nextCursor, startService, testDatabase } from './harness.ts'

/**
 * The copy is a database of its own that gets the state of the first one when the test says so, all at once: a replica
 * that is behind exactly as far as the test wants.
 */
const copy = await testDatabase()
const primary = await startService()
const both = await startService({ beside: primary, replica_url: addressOf(copy.connection) })
const tenant = await primary.given.tenant()
const { administration_id } = tenant
const token = await primary.given.token(tenant)
assert.deepEqual(await givenIn(copy.db).tenant(), tenant, 'rows of the copy belong to the same administration')

async function replicate(): Promise<void> {
  const state = await primary.database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const rows = async (table: string): Promise<string> =>
        (
          await sql<{
            rows: string
          }>`select coalesce(json_agg(t), '[]')::text as rows from ${sql.table(table)} t`.execute(db)
        ).rows[0]?.rows ?? '[]'
      return [
        { table: 'debtors', rows: await rows('debtors') },
        { table: 'administration_stamps', rows: await rows('administration_stamps') },
      ]
    })
  await copy.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    for (const { table, rows } of state) {
      const { rows: columns } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(db)
      const named = sql.join(columns.map(({ name }) => sql.ref(name)))
      await sql`delete from ${sql.table(table)}`.execute(db)
      await sql`insert into ${sql.table(table)} (${named})
        select ${named} from json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`.execute(db)
    }
  })
}

const numbers = Array.from({ length: 12 }, (_, index) => `D${String(index).padStart(2, '0')}`)
async function write(name: string, of: readonly string[]): Promise<void> {
  const debtors = of.map((debtor_number) => ({
    debtor_number,
    debtor_identifier: debtor_number,
    name,
    postal_address: { street_1: 'Quay 1', city: 'Exampletown', country_code: 'NL' },
  }))
  const answer = await primary.call('POST /v1/debtors', { token, json: { administration_id, debtors } })
  assert.deepEqual((answer.body as { errors: object }).errors, {})
}

const page = (from: typeof both, since: string, cursor: string | null) =>
  from.call(
    `GET /v1/debtors?administration_id=${administration_id}&updated_after=${since}&per_page=4` +
      (cursor === null ? '' : `&cursor=${cursor}`),
    { token },
  )
const names = (answer: Awaited<ReturnType<typeof page>>) =>
  data(answer).map(({ debtor_number, name }) => `${debtor_number} ${name}`)
const long_ago = '1970-01-01T00:00:00Z'

test('a pass begins on a copy that is behind, and what is missing there comes with the next one', async () => {
  await write('first', numbers)
  await replicate()
  await write('second', ['D01'])
  const [seen] = [names(await page(both, long_ago, null))]
  assert.deepEqual(seen, ['D00 first', 'D01 first', 'D02 first', 'D03 first'])
  assert.equal(names(await page(primary, long_ago, null))[1], 'D01 second')
  await replicate()
  assert.equal(names(await page(both, long_ago, null))[1], 'D01 second')
})

test('a later page never comes from a copy that is behind the first', async () => {
  await write('old', numbers)
  await replicate()
  await write('new', ['D01', 'D06'])
  const first = await page(primary, long_ago, null)
  assert.equal(names(first)[1], 'D01 new')
  // The copy would show D06 as it was, below what the client remembers in the end: it would never ask for it again.
  assert.equal(names(await page(both, long_ago, nextCursor(first)))[2], 'D06 new')
  await replicate()
  assert.equal(names(await page(both, long_ago, nextCursor(first)))[2], 'D06 new')
})

test('whoever looks for what they just wrote finds it', async () => {
  await replicate()
  await write('mine', ['D03'])
  const path = `/v1/debtors?administration_id=${administration_id}`
  assert.equal(names(await both.call(`GET ${path}`, { token }))[3], 'D03 mine')
  assert.deepEqual(names(await both.call(`GET ${path}&debtor_numbers=D03`, { token })), ['D03 mine'])
})

test('whatever is written and copied meanwhile, a client that follows misses nothing', async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const chance = chanceFrom(seed)
    const known = new Map<string, unknown>()
    let since = long_ago
    let cursor: string | null = null
    let highest = since
    const ask = async (): Promise<boolean> => {
      const answer = await page(chance.percent(50) ? both : primary, since, cursor)
      for (const one of data(answer)) {
        known.set(String(one.debtor_number), one.name)
        if (String(one.updated_at) > highest) highest = String(one.updated_at)
      }
      cursor = nextCursor(answer)
      if (cursor !== null) return false
      since = highest
      return data(answer).length === 0
    }
    for (let step = 0; step < 60; step++) {
      // Enough of them that a pass has several pages.
      const some = new Set(Array.from({ length: 6 }, () => chance.pick(numbers)))
      if (chance.percent(50)) await write(`${seed}-${step}`, [...some])
      if (chance.percent(8)) await replicate()
      await ask()
    }
    await replicate()
    for (let passes = 0; !(await ask()); passes++) assert.ok(passes < 50)
    const { rows } = await sql<{ debtor_number: string; name: string }>`
      select debtor_number, name from debtors where administration_id = ${administration_id}::bigint`.execute(
      primary.database.db,
    )
    assert.deepEqual(known, new Map(rows.map((row) => [row.debtor_number, row.name])))
  }
})

test('without its copy the service goes on with the database', async () => {
  const lost = addressOf(copy.connection).replace(/\/dunlin_test_\w+/, '/dunlin_test_nowhere')
  const alone = await startService({ beside: primary, replica_url: lost })
  for (let time = 0; time < 3; time++) assert.equal(data(await page(alone, long_ago, null)).length, 4)
})
