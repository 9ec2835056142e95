import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import { pause } from '../../../test/pause.ts'
import { startEmbedded } from './embedded.ts'
import {
  givenOther,
  givenStarted,
  givenTestFolder,
  query,
  quick,
  serverPid,
  spawnOther,
  until,
  untilBack,
} from './given.ts'
import { commandOf, processExists } from './processes.ts'

test('a killed server is started again and has lost nothing', async (t) => {
  const trial = await givenTestFolder(t)
  const log: string[] = []
  const { connection } = await givenStarted(trial, { log })
  await query(connection, 'create table kept as select 42 as answer')
  for (let round = 0; round < 3; round += 1) {
    const pid = await serverPid(trial)

    process.kill(pid, 'SIGKILL')
    await untilBack(trial, connection, pid)
    // It may answer before the one that started it has noticed; if it goes before that, nothing is logged.
    await until(() => log.filter((line) => line.includes('is back')).length === round + 1)

    assert.deepEqual(await query(connection, 'select answer from kept'), [{ answer: 42 }])
  }
  assert.equal(log.filter((line) => line.includes('is gone; starting it again')).length, 3)
})

test('an adopted server that is killed is started again too', async (t) => {
  const trial = await givenTestFolder(t)
  const other = await givenOther(trial)
  await other.kill()
  const { connection } = await givenStarted(trial)
  const pid = await serverPid(trial)

  process.kill(pid, 'SIGKILL')

  await untilBack(trial, connection, pid)
})

test('with two processes a killed server comes back once and serves both', async (t) => {
  const trial = await givenTestFolder(t)
  const embedded = await givenStarted(trial)
  const other = await givenOther(trial)
  const pid = await serverPid(trial)

  process.kill(pid, 'SIGKILL')

  await untilBack(trial, embedded.connection, pid)
  const new_pid = await serverPid(trial)
  await pause(500, 'so long whoever noticed it later would take to start another one')
  assert.equal(await serverPid(trial), new_pid)
  await embedded.stop()
  assert.deepEqual(await query(other.connection, 'select 1 as one'), [{ one: 1 }])
})

test('a busy process of a killed server does not keep the next one away', async (t) => {
  const trial = await givenTestFolder(t)
  const { connection } = await givenStarted(trial)
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  const [backend] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
  const calculation = client.query('select count(*) from generate_series(1, 1000000000000)').catch(() => undefined)
  await until(async () => {
    const busy = `select from pg_stat_activity where pid = ${backend?.pid} and state = 'active'`
    return (await query(connection, busy)).length === 1
  })
  const pid = await serverPid(trial)

  process.kill(pid, 'SIGKILL')

  await untilBack(trial, connection, pid)
  await calculation
  assert.equal(await commandOf(backend?.pid ?? 0), '')
})

test('after Dunlin and its server are killed together the next start has everything', async (t) => {
  const trial = await givenTestFolder(t)
  const other = await givenOther(trial)
  await query(other.connection, 'create table kept as select 42 as answer')
  process.kill(await serverPid(trial), 'SIGKILL')
  await other.kill()

  const embedded = await givenStarted(trial)

  assert.equal(embedded.adopted, false)
  assert.deepEqual(await query(embedded.connection, 'select answer from kept'), [{ answer: 42 }])
})

test('stop during the restart of a killed server ends it for good', async (t) => {
  const trial = await givenTestFolder(t)
  const embedded = await givenStarted(trial)
  const pid = await serverPid(trial)
  process.kill(pid, 'SIGKILL')
  await until(() => !processExists(pid))

  await embedded.stop()

  await pause(500, 'so long a server that was on its way would take to come')
  await assert.rejects(query(embedded.connection, 'select 1'))
})

test('a file that names a process number now used by another does not hinder the start', async (t) => {
  const trial = await givenTestFolder(t)
  const file = join(trial.data_dir, 'postgres', 'postmaster.pid')
  const first = await givenStarted(trial)
  await query(first.connection, 'create table kept as select 42 as answer')
  const text = await readFile(file, 'utf8')
  await first.stop()
  // The bystander belongs to the same user as the server, for whom PostgreSQL takes it for another server.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const bystander = spawn('sleep', ['60'], { ...account, stdio: 'ignore' })
  trial.later(() => bystander.kill('SIGKILL'))
  await once(bystander, 'spawn')
  const named = text.replace(/^\d+/, String(bystander.pid))
  await writeFile(file, named)
  await writeFile(join(first.connection.host, '.s.PGSQL.5432.lock'), named)

  const second = await givenStarted(trial)

  assert.deepEqual(await query(second.connection, 'select answer from kept'), [{ answer: 42 }])
  await second.stop()
  assert.equal(bystander.exitCode, null)
  assert.equal(bystander.signalCode, null)
})

test('an empty file of a server that was killed while writing it does not hinder the start', async (t) => {
  const trial = await givenTestFolder(t)
  await (await givenStarted(trial)).stop()
  await writeFile(join(trial.data_dir, 'postgres', 'postmaster.pid'), '')

  const { connection } = await givenStarted(trial)

  assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }])
})

test('a kill while the database is being made leaves nothing broken', async (t) => {
  const trial = await givenTestFolder(t)
  const other = spawnOther(trial)
  const unfinished = async (): Promise<string[]> =>
    (await readdir(trial.data_dir).catch(() => [])).filter((name) => name.includes('.new-'))
  await until(async () => (await unfinished()).length > 0)
  const begun = async (): Promise<boolean> => {
    const [folder = ''] = await unfinished()
    return (await readdir(join(trial.data_dir, folder)).catch(() => [])).length > 5
  }
  await until(begun)
  other.kill('SIGKILL')
  await once(other, 'exit')
  assert.equal((await unfinished()).length, 1)

  const { connection } = await givenStarted(trial)

  assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }])
  assert.deepEqual(await unfinished(), [])
})

test('a folder that is no database is refused and left alone', async (t) => {
  const trial = await givenTestFolder(t)
  await mkdir(join(trial.data_dir, 'postgres'), { recursive: true })
  await writeFile(join(trial.data_dir, 'postgres', 'letter.txt'), 'Dear reader')

  await assert.rejects(
    startEmbedded({ data_dir: trial.data_dir, log: () => undefined, settings: quick }),
    /not a database/,
  )

  assert.deepEqual(await readdir(join(trial.data_dir, 'postgres')), ['letter.txt'])
})
