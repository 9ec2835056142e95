import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../test/harness.ts'
import { asTable } from './rows_as_table.ts'

const { db } = await testDatabase()

test('whatever a text holds comes through a list as it was', async () => {
  const texts = ['', ' ', 'null', 'NULL', '{}', '{a,b}', 'a,b', '"', '\\', '\\"', "'", 'line\nline', 'é€😀', '$1', null]
  const rows = texts.map((text, n) => ({ n, text }))
  const { rows: read } =
    await sql`select * from ${asTable('one', rows, { n: 'integer', text: 'text' })} order by n`.execute(db)
  assert.deepEqual(read, rows)
})

test('values of every kind keep what they are', async () => {
  const rows = [
    { id: '9007199254740993', amount: '0.10', done: true, on: '2026-02-28', at: new Date(0), details: { a: ['"'] } },
    { id: null, amount: null, done: null, on: null, at: null, details: null },
    {},
  ]
  const types = { id: 'bigint', amount: 'numeric', done: 'boolean', on: 'date', at: 'timestamptz', details: 'jsonb' }
  const { rows: read } = await sql`
    select id::text, amount::text, done, "on"::text, at = 'epoch' as at, details from ${asTable('one', rows, types)}`.execute(
    db,
  )
  const nothing = { id: null, amount: null, done: null, on: null, at: null, details: null }
  assert.deepEqual(read, [{ ...rows[0], at: true }, nothing, nothing])
})

test('no rows are a table without any', async () => {
  const { rows } = await sql`select * from ${asTable('one', [], { id: 'bigint' })}`.execute(db)
  assert.deepEqual(rows, [])
})
