import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '../../test/harness.ts'
import { type Reference, removalOrder, tenantTables } from './tenant_tables.ts'

const points = (table: string, to: string, loose = false): Reference => ({ table, to, columns: [`${to}_id`], loose })

test('whoever points goes before what it points at', () => {
  const { order, loosened } = removalOrder(['a', 'b', 'c'], [points('a', 'b'), points('b', 'c'), points('a', 'c')])
  assert.deepEqual(order, ['a', 'b', 'c'])
  assert.deepEqual(loosened, [])
})

test('a circle is opened where a column may be empty', () => {
  const { order, loosened } = removalOrder(['a', 'b'], [points('a', 'b'), points('b', 'a', true)])
  assert.deepEqual(order, ['a', 'b'])
  assert.deepEqual(loosened, [{ table: 'b', columns: ['a_id'] }])
})

test('a circle that cannot be opened is reported', () => {
  assert.throws(() => removalOrder(['a', 'b'], [points('a', 'b'), points('b', 'a')]), /point at each other/)
})

test('a table that points at itself lets go first', () => {
  const { order, loosened } = removalOrder(['a'], [points('a', 'a', true)])
  assert.deepEqual([order, loosened], [['a'], [{ table: 'a', columns: ['a_id'] }]])
})

test('in any order that is found, nothing that still holds points at what is gone', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const reference = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...names), fc.boolean())
    .map(([table, to, loose]) => points(table, to, loose))
  fc.assert(
    fc.property(fc.array(reference, { maxLength: 12 }), (references) => {
      let found: ReturnType<typeof removalOrder>
      try {
        found = removalOrder(names, references)
      } catch {
        return
      }
      assert.deepEqual([...found.order].sort(), names)
      const let_go = new Set(found.loosened.map(({ table, columns }) => `${table} ${columns}`))
      for (const { table, to, columns, loose } of references) {
        if (loose && let_go.has(`${table} ${columns}`)) continue
        assert.ok(found.order.indexOf(table) < found.order.indexOf(to), `${table} before ${to}`)
      }
    }),
  )
})

test('every table with administration_id is emptied, goes by itself, or outlives its administration on purpose', async () => {
  const { db, pool } = await testDatabase()
  const { tables, references } = await tenantTables(db)
  const { order } = removalOrder(tables, references)
  const { rows } = await pool.query<{ name: string; cascades: boolean }>(`
    select c.oid::regclass::text as name, exists (
             select from pg_constraint f
             where f.conrelid = c.oid and f.confrelid = 'administrations'::regclass and f.confdeltype = 'c') as cascades
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'administration_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  const kept = rows.filter((row) => !row.cascades && !order.includes(row.name)).map((row) => row.name)
  assert.deepEqual(kept, ['audit_entries'])
})
