import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startEmbedded } from './embedded.ts'
import { aboutData, givenOther, givenStarted, givenTestFolder, query, quick, serverPid, until } from './given.ts'
import { commandOf } from './processes.ts'

test('the first start makes a durable database behind a socket of its own, and stop ends it', async (t) => {
  const trial = await givenTestFolder(t)
  const embedded = await startEmbedded({ data_dir: trial.data_dir, log: () => undefined })
  trial.later(() => embedded.stop())

  const [row] = await query(
    embedded.connection,
    `select current_user::text as who, current_database()::text as what, current_setting('fsync') as fsync,
            current_setting('listen_addresses') as addresses, current_setting('timezone') as zone`,
  )

  assert.deepEqual(row, { who: 'dunlin', what: 'dunlin', fsync: 'on', addresses: '', zone: 'UTC' })
  assert.equal(embedded.adopted, false)
  assert.deepEqual(aboutData(embedded.notices), [])
  assert.equal((await stat(embedded.connection.host)).mode & 0o777, 0o700)
  const pid = await serverPid(trial)
  await embedded.stop()
  assert.equal(await commandOf(pid), '')
  assert.deepEqual(await readdir(embedded.connection.host), [])
})

test('text sorts by code point and every language has upper and lower case', async (t) => {
  const { connection } = await givenStarted(await givenTestFolder(t))

  const [row] = await query(
    connection,
    `select lower('ÉÖŁ') as lower, (select string_agg(v, '' order by v) from unnest('{b,a,B,é}'::text[]) v) as sorted`,
  )

  assert.deepEqual(row, { lower: 'éöł', sorted: 'Babé' })
})

test('a later start keeps the data', async (t) => {
  const trial = await givenTestFolder(t)
  const first = await givenStarted(trial)
  await query(first.connection, 'create table kept as select 42 as answer')
  await first.stop()

  const second = await givenStarted(trial)

  assert.deepEqual(await query(second.connection, 'select answer from kept'), [{ answer: 42 }])
})

test('settings that are asked for win, except those that keep others out', async (t) => {
  const trial = await givenTestFolder(t)
  const settings = { ...quick, work_mem: '9MB', max_connections: '20', listen_addresses: '127.0.0.1' }
  const embedded = await startEmbedded({ data_dir: trial.data_dir, log: () => undefined, settings })
  trial.later(() => embedded.stop())

  const [row] = await query(
    embedded.connection,
    `select current_setting('work_mem') as memory, current_setting('max_connections') as connections,
            current_setting('listen_addresses') as addresses`,
  )

  assert.deepEqual(row, { memory: '9MB', connections: '20', addresses: '' })
})

test('a server whose Dunlin was killed is found running and adopted', async (t) => {
  const trial = await givenTestFolder(t)
  const other = await givenOther(trial)
  await query(other.connection, 'create table kept as select 42 as answer')
  const pid = await serverPid(trial)
  await other.kill()

  const embedded = await givenStarted(trial)

  assert.equal(embedded.adopted, true)
  assert.equal(await serverPid(trial), pid)
  assert.deepEqual(await query(embedded.connection, 'select answer from kept'), [{ answer: 42 }])
  await embedded.stop()
  assert.equal(await commandOf(pid), '')
})

test('of two processes on one folder the first to stop leaves the server to the other', async (t) => {
  const trial = await givenTestFolder(t)
  const embedded = await givenStarted(trial)
  const other = await givenOther(trial)
  const pid = await serverPid(trial)
  assert.equal(other.adopted, true)

  await embedded.stop()

  assert.deepEqual(await query(other.connection, 'select 1 as one'), [{ one: 1 }])
  assert.equal(await serverPid(trial), pid)
  // It ends by itself, so nothing of ours keeps its event loop alive.
  await other.leave()
  assert.equal(other.process.exitCode, 0)
  assert.equal(await commandOf(pid), '')
})

test('one process may start it twice, and the server goes with the last stop', async (t) => {
  const trial = await givenTestFolder(t)
  const [first, second] = await Promise.all([givenStarted(trial), givenStarted(trial)])

  await Promise.all([first.stop(), first.stop()])

  assert.deepEqual(await query(second.connection, 'select 1 as one'), [{ one: 1 }])
  const pid = await serverPid(trial)
  await second.stop()
  assert.equal(await commandOf(pid), '')
})

test('processes that start at the same moment on an empty folder share one server', async (t) => {
  const trial = await givenTestFolder(t)

  const others = await Promise.all(Array.from({ length: 5 }, () => givenOther(trial)))

  assert.equal(others.filter((other) => !other.adopted).length, 1)
  assert.deepEqual(
    others.flatMap((other) => aboutData(other.notices)),
    [],
  )
  const pid = await serverPid(trial)
  await Promise.all(others.map((other) => other.leave()))
  await until(async () => (await commandOf(pid)) === '')
})

test('a killed process no longer counts as one that uses the server', async (t) => {
  const trial = await givenTestFolder(t)
  const embedded = await givenStarted(trial)
  const other = await givenOther(trial)
  await other.kill()
  const pid = await serverPid(trial)

  await embedded.stop()

  assert.equal(await commandOf(pid), '')
})

test('data of another version of PostgreSQL is refused and left alone', async (t) => {
  const trial = await givenTestFolder(t)
  await (await givenStarted(trial)).stop()
  await writeFile(join(trial.data_dir, 'postgres', 'PG_VERSION'), '14\n')
  const before = await readdir(join(trial.data_dir, 'postgres'))

  await assert.rejects(givenStarted(trial), /made by PostgreSQL 14.*Nothing was changed/)

  assert.deepEqual(await readdir(join(trial.data_dir, 'postgres')), before)
  assert.equal(await readFile(join(trial.data_dir, 'postgres', 'PG_VERSION'), 'utf8'), '14\n')
})

test('a wrong setting fails with what the server said', async (t) => {
  const trial = await givenTestFolder(t)
  const settings = { ...quick, max_connections: 'many' }

  await assert.rejects(
    startEmbedded({ data_dir: trial.data_dir, log: () => undefined, settings }),
    /invalid value.*max_connections/,
  )
})
