import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../test/harness.ts'
import { kept_plan } from './kept_plans.ts'

const { db } = await testDatabase()

test('a connection plans a statement that asks for it once, and any other each time', async () => {
  await db.connection().execute(async (one) => {
    const double = async (value: number) =>
      (
        await sql<{ twice: number }>`
        ${kept_plan} select ${value}::integer * 2 as twice`.execute(one)
      ).rows
    assert.deepEqual([await double(2), await double(21)], [[{ twice: 4 }], [{ twice: 42 }]])
    assert.deepEqual((await sql`select ${2}::integer as other`.execute(one)).rows, [{ other: 2 }])
    const { rows } = await sql<{ statement: string; runs: number }>`
      select btrim(statement) as statement, (generic_plans + custom_plans)::integer as runs
      from pg_prepared_statements where name like 'dunlin\_kept\_%'`.execute(one)
    assert.deepEqual(
      rows.map(({ runs }) => runs),
      [2],
    )
    assert.match(rows[0]?.statement ?? '', /select \$1::integer \* 2 as twice/)
  })
})

test('what the statement answers follows the tables when they change', async () => {
  await db.connection().execute(async (one) => {
    await sql`create temporary table gulls (name text)`.execute(one)
    const count = async () =>
      (await sql<{ gulls: number }>`${kept_plan} select count(*)::integer as gulls from gulls`.execute(one)).rows
    assert.deepEqual(await count(), [{ gulls: 0 }])
    await sql`insert into gulls values ('herring')`.execute(one)
    await sql`alter table gulls add column wings integer default 2`.execute(one)
    assert.deepEqual(await count(), [{ gulls: 1 }])
  })
})
