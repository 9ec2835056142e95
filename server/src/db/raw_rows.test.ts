import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../../test/harness.ts'
import { type RawStatement, rawRows } from './raw_rows.ts'
import { tappedSocket } from './tap.ts'

const { pool, connection } = await testDatabase()
const config: pg.PoolConfig = typeof connection === 'string' ? { connectionString: connection } : connection

/** One pool that reads through our own socket, and one whose socket is tapped while it is in use, as with TLS. */
const pools = {
  'our own socket': new pg.Pool({ ...config, max: 4, stream: tappedSocket }),
  "the driver's socket": new pg.Pool({ ...config, max: 4 }),
}

/** The rows of a statement as texts; a field without a value is an empty text. */
async function read(from: pg.Pool, statement: RawStatement): Promise<string[][]> {
  const rows: string[][] = []
  await rawRows(from, statement, ({ bytes, starts, ends }) => {
    rows.push(starts.map((start, field) => bytes.toString('utf8', start, ends[field])))
  })
  return rows
}

const texts = (count: number, length: number): RawStatement => ({
  text: `select n::text, repeat(chr(97 + n % 26), $2::integer) || n from generate_series(1, $1::integer) n`,
  values: [count, length],
})

const expected = (count: number, length: number): string[][] =>
  Array.from({ length: count }, (_, index) => {
    const n = index + 1
    return [String(n), String.fromCharCode(97 + (n % 26)).repeat(length) + n]
  })

for (const [name, tapped] of Object.entries(pools)) {
  // Idle connections that break are dropped, as in the pool of the service.
  tapped.on('error', () => {})
  test.after(() => tapped.end())

  test(`${name}: rows of every size arrive whole`, async () => {
    const sizes: [number, number][] = [
      ...[0, 1, 2, 99, 1000, 20_000].map((count): [number, number] => [count, 7]),
      ...[0, 1, 1000, 8191, 8192, 65_000, 65_536, 300_000].map((length): [number, number] => [40, length]),
      // Sizes that move the cuts between chunks through all places of a message, its header included.
      ...Array.from({ length: 60 }, (_, more): [number, number] => [700, 150 + more]),
    ]
    for (const [count, length] of sizes) {
      assert.deepEqual(await read(tapped, texts(count, length)), expected(count, length), `${count} of ${length}`)
    }
  })

  test(`${name}: fields without a value, without a character, and with many bytes a character`, async () => {
    const text = `select null::text, '', 'Zeeë 漢字 🐦', null::text, $1::text`
    assert.deepEqual(await read(tapped, { text, values: ['«ß»'] }), [['', '', 'Zeeë 漢字 🐦', '', '«ß»']])
    const long = '🐦'.repeat(50_000)
    assert.deepEqual(await read(tapped, { text: 'select $1::text from generate_series(1, 3)', values: [long] }), [
      [long],
      [long],
      [long],
    ])
  })

  test(`${name}: a statement with fewer fields than the one before shows no field of that one`, async () => {
    const one = new pg.Pool({ ...tapped.options, max: 1 })
    assert.deepEqual(await read(one, { text: `select 'a', 'b', 'c'`, values: [] }), [['a', 'b', 'c']])
    assert.deepEqual(await read(one, { text: `select 'd'`, values: [] }), [['d']])
    await one.end()
  })

  test(`${name}: an error of a statement is reported, and the connection goes on`, async () => {
    const one = new pg.Pool({ ...tapped.options, max: 1 })
    const pid = async (): Promise<unknown> => (await one.query('select pg_backend_pid() as pid')).rows[0].pid
    const before = await pid()
    const wrong = { text: 'select nowhere', values: [], name: 'wrong' }
    for (let time = 0; time < 3; time++) await assert.rejects(read(one, wrong), /column "nowhere" does not exist/)
    // Here rows come first, and then the error.
    const late = { text: 'select repeat($1::text, 2000), 1 / (500 - n) from generate_series(1, 900) n', values: ['x'] }
    await assert.rejects(read(one, late), /division by zero/)
    assert.equal((await read(one, texts(300, 300))).length, 300)
    assert.equal(await pid(), before)
    await one.end()
  })

  test(`${name}: an error of the function that takes the rows is reported, and the pool goes on`, async () => {
    const take = (): void => {
      throw new Error('no room')
    }
    await assert.rejects(rawRows(tapped, texts(2000, 100), take), /no room/)
    assert.deepEqual(await read(tapped, texts(3, 3)), expected(3, 3))
  })

  test(`${name}: a connection that breaks while rows come is reported, and the pool goes on`, async () => {
    const text = `select pg_terminate_backend(pg_backend_pid()), repeat('x', 9000) from generate_series(1, 50)`
    await assert.rejects(read(tapped, { text, values: [] }))
    assert.deepEqual(await read(tapped, texts(3, 3)), expected(3, 3))
  })

  test(`${name}: the ordinary driver works before, between and after`, async () => {
    const one = new pg.Pool({ ...tapped.options, max: 1 })
    const ordinary = { text: `select n, repeat('y', 3000) as y from generate_series(1, $1::integer) n`, values: [400] }
    for (let time = 0; time < 5; time++) {
      const { rows } = await one.query<{ n: number; y: string }>(ordinary)
      assert.equal(rows.length, 400)
      assert.ok(rows.every(({ n, y }, index) => n === index + 1 && y.length === 3000))
      assert.deepEqual(await read(one, texts(400, 300)), expected(400, 300))
      await assert.rejects(one.query('select nowhere'))
      assert.deepEqual(await read(one, texts(1, 100_000)), expected(1, 100_000))
    }
    await one.end()
  })

  test(`${name}: many at once, raw and ordinary in turns on a few connections`, async () => {
    const work = Array.from({ length: 400 }, async (_, n) => {
      const length = (n * 37) % 900
      if (n % 20 === 7) return assert.rejects(tapped.query('select 1 / 0'))
      if (n % 20 === 13) return assert.rejects(read(tapped, { text: 'select 1 / $1::integer', values: [0] }))
      if (n % 2 === 0) return assert.deepEqual(await read(tapped, texts(120, length)), expected(120, length))
      const { rows } = await tapped.query<{ text: string }>('select repeat($1::text, $2::integer) as text', [
        'z',
        n * 99,
      ])
      return assert.equal(rows[0]?.text, 'z'.repeat(n * 99))
    })
    await Promise.all(work)
  })

  test(`${name}: a named statement is prepared once a connection, and its name is not for another text`, async () => {
    const one = new pg.Pool({ ...tapped.options, max: 1 })
    const named = { ...texts(2, 2), name: 'raw_rows_texts' }
    for (let time = 0; time < 4; time++) assert.deepEqual(await read(one, named), expected(2, 2))
    const { rows } = await one.query(
      `select custom_plans + generic_plans as plans from pg_prepared_statements where name = 'raw_rows_texts'`,
    )
    assert.deepEqual(rows, [{ plans: '4' }])
    await assert.rejects(read(one, { ...named, text: 'select 1' }), /must be unique/)
    assert.deepEqual(await read(one, named), expected(2, 2))
    await one.end()
  })
}

test('the pool of the service reads rows too', async () => {
  assert.deepEqual(await read(pool, texts(500, 500)), expected(500, 500))
})
