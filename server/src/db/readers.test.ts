import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { startProxy } from '../../faults/proxy.ts'
import { testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { connect } from './connect.ts'
import { rawRows } from './raw_rows.ts'
import { readersOf } from './readers.ts'
import { socketOf } from './tap.ts'

// Connections that are kept for pages, when everything goes wrong around them.

const { pool: other, connection } = await testDatabase()

/** A pool as the service has it, of few connections. */
function fewConnections(connections: number, at: Parameters<typeof connect>[0] = connection): { pool: pg.Pool } {
  const { pool } = connect(at, { connections, application: 'dunlin readers', silence_ms: 60_000 })
  test.after(() => (pool.ending ? undefined : pool.end()))
  return { pool }
}

async function read(pool: pg.Pool, text: string, values: unknown[] = [], name?: string): Promise<string[]> {
  const found: string[] = []
  await rawRows(pool, { text, values, ...(name ? { name } : {}) }, ({ bytes, starts, ends }) => {
    found.push(bytes.toString('utf8', starts[0], ends[0]))
  })
  return found
}

/** What is in the pool while nobody uses it: all connections are either the pool's or spare. */
const counts = (pool: pg.Pool) => ({
  total: pool.totalCount,
  unused: pool.idleCount + readersOf(pool).spares(),
  waiting: pool.waitingCount,
})

test('many more pages than connections are all answered, each with its own rows', async () => {
  const { pool } = fewConnections(2)
  const text = 'select $1::text || n from generate_series(1, $2::integer) n'
  const all = await Promise.all(
    Array.from({ length: 500 }, async (_, n) => {
      const found = await read(pool, text, [`${n} `, (n % 50) + 1], n % 3 === 0 ? 'many_pages' : undefined)
      return found.length === (n % 50) + 1 && found.every((one, place) => one === `${n} ${place + 1}`)
    }),
  )
  assert.ok(all.every(Boolean))
  const { total, unused, waiting } = counts(pool)
  assert.ok(total <= 2 && unused === total && waiting === 0, JSON.stringify(counts(pool)))
})

test('pages and transactions share a pool of one, and neither starves', async () => {
  const { pool } = fewConnections(1)
  const write = async (): Promise<void> => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('select 1')
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  await Promise.all(Array.from({ length: 120 }, (_, n) => (n % 3 === 0 ? write() : read(pool, 'select 1'))))
  assert.deepEqual(counts(pool), { total: 1, unused: 1, waiting: 0 })
})

test('a statement that takes too long is reported, also after rows came, and the connection goes on', async () => {
  const { pool } = fewConnections(1)
  await pool.query(`set statement_timeout = '150ms'`)
  const [pid] = await read(pool, 'select pg_backend_pid()')
  const slow = `select repeat('x', 9000) || case when n > 20 then pg_sleep(1)::text else '' end from generate_series(1, 40) n`
  for (let time = 0; time < 3; time++)
    await assert.rejects(read(pool, slow), (error: { code?: string }) => error.code === '57014')
  assert.deepEqual(await read(pool, 'select pg_backend_pid()'), [pid])
})

test('a connection that ends while it is spare is not handed out, and leaves its place to another', async () => {
  const { pool } = fewConnections(2)
  const [pid] = await read(pool, 'select pg_backend_pid()')
  assert.equal(readersOf(pool).spares(), 1)
  await other.query('select pg_terminate_backend($1::integer)', [pid])
  await until('it is noticed', () => readersOf(pool).spares() === 0)
  assert.equal(pool.totalCount, 0)
  assert.notDeepEqual(await read(pool, 'select pg_backend_pid()'), [pid])
  assert.deepEqual(counts(pool), { total: 1, unused: 1, waiting: 0 })
})

test('a connection gets no more listeners, however many pages are read on it', async () => {
  const { pool } = fewConnections(1)
  const listeners = async (): Promise<Record<string, number>> => {
    const client = await pool.connect()
    const stream = socketOf(client)
    const names = ['error', 'end', 'close', 'data', 'timeout', 'drain']
    const found = names.map((name) => [name, client.listenerCount(name) + stream.listenerCount(name)])
    client.release()
    return Object.fromEntries(found)
  }
  await read(pool, 'select 1')
  const before = await listeners()
  for (let n = 0; n < 100; n++) {
    await read(pool, 'select 1')
    await pool.query('select 1')
    await assert.rejects(read(pool, 'select 1 / 0'))
  }
  assert.deepEqual(await listeners(), before)
})

test('what breaks off in the middle of a row is reported, and nothing of it is in the next page', async () => {
  const proxy = await startProxy(connection)
  test.after(proxy.close)
  const { pool } = fewConnections(2, proxy.url)
  const text = 'select repeat($1::text, 3000) from generate_series(1, 400)'
  for (const bytes of [1, 4, 5, 6, 7, 11, 2_999, 3_005, 3_009, 65_536, 65_537, 400_000]) {
    assert.deepEqual(new Set(await read(pool, text, ['a'])), new Set(['a'.repeat(3_000)]))
    proxy.truncate(bytes)
    await assert.rejects(read(pool, text, ['b']), String(bytes))
    const next = await read(pool, text, ['c'])
    assert.ok(next.length === 400 && next.every((one) => one === 'c'.repeat(3_000)), String(bytes))
  }
  proxy.cut()
  await until('all are gone', () => pool.totalCount === 0)
})

test('while the database is away pages are refused, and are read again when it is back', async () => {
  const proxy = await startProxy(connection)
  test.after(proxy.close)
  const { pool } = fewConnections(3, proxy.url)
  await Promise.all([1, 2, 3].map(() => read(pool, 'select pg_sleep(0.05)')))
  proxy.refuse(true)
  proxy.cut()
  const away = await Promise.allSettled(Array.from({ length: 30 }, () => read(pool, 'select 1')))
  assert.ok(away.every(({ status }) => status === 'rejected'))
  proxy.refuse(false)
  const back = await Promise.all(Array.from({ length: 30 }, () => read(pool, 'select 1')))
  assert.ok(back.every(([one]) => one === '1'))
  const { total, unused, waiting } = counts(pool)
  assert.ok(total <= 3 && unused === total && waiting === 0, JSON.stringify(counts(pool)))
})

test('a pool ends while pages are read and others wait, and every one of them gets an answer or an error', async () => {
  const { pool } = fewConnections(2)
  await read(pool, 'select 1')
  const under_way = Array.from({ length: 6 }, () => read(pool, 'select pg_sleep(0.1)'))
  const ended = pool.end()
  const settled = await Promise.allSettled(under_way)
  await ended
  assert.equal(settled.length, 6)
  assert.equal(readersOf(pool).spares(), 0)
})
