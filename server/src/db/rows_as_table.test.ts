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

test('a column may hold lists, of any length', async () => {
  const lists = [['a', 'b,"c"\\'], [], ['null', null, '{}', 'line\nline'], null]
  const rows = lists.map((texts, n) => ({ n, texts, ids: texts?.map((_, place) => place) }))
  const { rows: read } = await sql`
    select n, texts, ids from ${asTable('one', rows, { n: 'integer', texts: 'text[]', ids: 'integer[]' })}
    order by one.n`.execute(db)
  assert.deepEqual(
    read,
    rows.map((row) => ({ ...row, ids: row.ids ?? null })),
  )
})

test('whatever JSON holds comes through', async () => {
  const documents = [{ text: 'a "b" \\ \\" \n\t\u0001 é😀' }, ['{}', 1, null, { a: [] }], [], {}]
  const rows = documents.map((details, n) => ({ n, details }))
  const { rows: read } =
    await sql`select n, details from ${asTable('one', rows, { n: 'integer', details: 'jsonb' })} order by n`.execute(db)
  assert.deepEqual(read, rows)
})

test('no rows are a table without any', async () => {
  const { rows } = await sql`select * from ${asTable('one', [], { id: 'bigint' })}`.execute(db)
  assert.deepEqual(rows, [])
})
