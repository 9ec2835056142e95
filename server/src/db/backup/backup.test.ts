import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import { givenIn } from '../../../test/given.ts'
import { addressOf, test_server, testDatabase } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { fillDemo } from '../../demo/fill.ts'
import { queues } from '../../jobs/index.ts'
import { enqueue } from '../../queue/enqueue.ts'
import { type Connection, client, connect, type Database, withDatabase } from '../connect.ts'
import { applyMigration, migrate, prepareMigrations } from '../migrate.ts'
import { readMigrations } from '../migration_files.ts'
import { nextStamp } from '../stamp.ts'
import type { Archive } from './archive.ts'
import { backup } from './backup.ts'
import { addFiles } from './files.ts'
import { restore } from './restore.ts'
import { readColumns, readTables } from './session.ts'
import { verifyBackup } from './verify.ts'

const folder = await mkdtemp(join(tmpdir(), 'dunlin-backup-'))
after(() => rm(folder, { recursive: true, force: true }))
const now = new Date('2026-11-15T06:00:00Z')
const fresh = (name: string): string => join(folder, `${name}-${randomUUID()}`)
const options = (file: string, files_folder: string | null = null) => ({ file, files_folder, version: '0.1.0', now })
const back = (file: string, replace = false) => ({ file, files_folder: fresh('files'), replace, queues })

/** A database without anything in it. */
async function emptyDatabase(): Promise<Connection> {
  const name = `dunlin_backup_${randomUUID().replaceAll('-', '')}`
  const own = client(withDatabase(test_server, 'postgres'))
  await own.connect()
  await own.query(`create database ${name}`)
  await own.end()
  after(async () => {
    const later = client(withDatabase(test_server, 'postgres'))
    await later.connect()
    await later.query(`drop database if exists ${name} with (force)`)
    await later.end()
  })
  return withDatabase(test_server, name)
}

async function using<T>(connection: Connection, work: (database: Database) => Promise<T>): Promise<T> {
  const database = connect(connection, { connections: 4, application: 'test' })
  return work(database).finally(() => database.close())
}

/** Everything that a database holds, as text: rows with their documents, and where counters stand. */
async function everything(connection: Connection): Promise<Record<string, string[]>> {
  const own = client(connection, 'test')
  await own.connect()
  try {
    const found: Record<string, string[]> = {}
    for (const table of await readTables(own)) {
      const { rows } = await own.query<{ row: string }>(`select r::text as row from ${table} r order by 1`)
      found[table] = rows.map(({ row }) => row)
    }
    const { rows } = await own.query(
      `select sequencename || ' ' || coalesce(last_value::text, 'unused') as row from pg_sequences
       where schemaname = 'public' order by 1`,
    )
    return { ...found, sequences: rows.map(({ row }) => row) }
  } finally {
    await own.end()
  }
}

const demo = await testDatabase()
await fillDemo(demo, { now, debtors: 12, progress: () => {} })
await enqueue(demo.db, 'send_mail', { mail_id: '7' })

test('everything comes back: rows, documents, counters, jobs and files', async () => {
  const files = fresh('files')
  const long = `ab/cd/${'f'.repeat(128)}`
  for (const path of [long, 'ab/ce/second', 'incoming/half', 'link_key']) {
    await mkdir(join(files, path, '..'), { recursive: true })
    await writeFile(join(files, path), `content of ${path}`)
  }
  const file = fresh('all')
  const manifest = await backup(demo.connection, options(file, files))
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal(manifest.files?.count, 3, 'what is still coming in stays out')
  assert.deepEqual(await verifyBackup(file), manifest)

  const target = await emptyDatabase()
  const restored = { ...back(file), files_folder: fresh('restored') }
  assert.deepEqual(await restore(target, restored), manifest)
  const [before, there] = [await everything(demo.connection), await everything(target)]
  assert.ok(Object.values(before).filter((rows) => rows.length > 0).length > 40, 'the demo has rows in every family')
  assert.deepEqual(there, before)
  assert.equal(await readFile(join(restored.files_folder, long), 'utf8'), `content of ${long}`)
  assert.deepEqual(await readdir(restored.files_folder), ['ab', 'link_key'])
  await using(target, async ({ pool, db }) => {
    const { rows } = await pool.query('select name, data from restored_jobs')
    assert.deepEqual(rows, [{ name: 'send_mail', data: { mail_id: '7' } }])
    assert.deepEqual(await migrate(target, queues), { applied: [], documents: [] })
    // It is a database to go on with: the next record gets a number of its own, and triggers are awake.
    const tenant = await givenIn(db).tenant()
    await givenIn(db).debtors(tenant, 1)
    const { rows: asleep } = await pool.query(
      `select tgname from pg_trigger where not tgisinternal and tgenabled = 'D'`,
    )
    assert.deepEqual(asleep, [])
    const { rows: places } = await pool.query(`select distinct attnum from pg_attribute
      where attrelid in ('contacts'::regclass, 'invoices'::regclass, 'tasks'::regclass) and attname = 'document'`)
    assert.deepEqual(places, [{ attnum: 3 }], 'rows were rendered as they came in, so no column had to move')
  })
})

test('the key comes back with the rows that it belongs to, for its owner alone, and not when these stay away', async () => {
  const files = fresh('files')
  await mkdir(files)
  await writeFile(join(files, 'link_key'), 'k'.repeat(32))
  const file = fresh('key')
  await backup(demo.connection, options(file, files))
  const there = fresh('there')
  await mkdir(there)
  await writeFile(join(there, 'link_key'), 'o'.repeat(32))
  const { connection: target, db, close } = await testDatabase()
  await givenIn(db).tenant()
  await close()
  await assert.rejects(restore(target, { ...back(file), files_folder: there }), /say --replace/)
  assert.equal(await readFile(join(there, 'link_key'), 'utf8'), 'o'.repeat(32))
  await restore(target, { ...back(file, true), files_folder: there })
  assert.equal(await readFile(join(there, 'link_key'), 'utf8'), 'k'.repeat(32), 'although another was as long')
  assert.equal((await stat(join(there, 'link_key'))).mode & 0o777, 0o600)
  assert.deepEqual(await readdir(there), ['link_key'])
})

test('odd things among the files are named and left out, and the backup can be restored', async () => {
  const files = fresh('odd')
  const elsewhere = fresh('elsewhere')
  await mkdir(join(files, 'ab', 'cd', 'too', 'deep'), { recursive: true })
  await mkdir(join(files, 'lost+found'))
  for (const name of ['ab/cd/whole', 'ab/cd/.nfs0001', 'ab/cd/copy of whole', 'readme'])
    await writeFile(join(files, name), name)
  await writeFile(elsewhere, 'on another disk')
  await symlink(elsewhere, join(files, 'ab/cd/linked'))
  await symlink(fresh('nowhere'), join(files, 'ab/cd/broken'))
  await symlink('circle', join(files, 'ab/cd/circle'))
  const socket = createServer().listen(join(files, 'ab/socket'))
  await once(socket, 'listening')
  const left_out: string[] = []
  const file = fresh('with-odd')
  const leaveOut = (path: string): void => void left_out.push(path)
  const manifest = await backup(demo.connection, { ...options(file, files), leaveOut })
  socket.close()
  assert.equal(manifest.files?.count, 2)
  assert.deepEqual(left_out.sort(), [
    ...['ab/cd/.nfs0001', 'ab/cd/broken', 'ab/cd/circle', 'ab/cd/copy of whole'],
    ...['ab/cd/too', 'ab/socket', 'lost+found', 'readme'],
  ])
  const restored = { ...back(file), files_folder: fresh('restored') }
  await restore(await emptyDatabase(), restored)
  assert.equal(await readFile(join(restored.files_folder, 'ab/cd/linked'), 'utf8'), 'on another disk')
})

test('a file that goes while the files are copied is none of the backup', async () => {
  const files = fresh('going')
  await mkdir(join(files, 'ab'), { recursive: true })
  for (const name of ['first', 'second']) await writeFile(join(files, 'ab', name), name)
  const added: string[] = []
  const archive: Archive = {
    add: () => Promise.reject(new Error('No table is copied here.')),
    addLong: async (name) => {
      added.push(name)
      await rm(join(files, 'ab', 'second'))
    },
  }
  const { count } = (await addFiles(archive, files, createHash('sha256'), assert.fail)) ?? assert.fail()
  assert.deepEqual([count, added], [1, ['files/ab/first']])
})

test('a backup shows one moment, whoever writes meanwhile', async () => {
  const source = await testDatabase()
  await fillDemo(source, { now, debtors: 40, progress: () => {} })
  const given = givenIn(source.db)
  const tenant = await given.tenant()
  const task_id = await given.task(tenant)
  let writing = true
  let count = 0
  const write = async (): Promise<void> => {
    for (; writing; count++) {
      await source.db.transaction().execute(async (trx) => {
        const stamp = await nextStamp(trx, tenant.administration_id)
        const common = { administration_id: tenant.administration_id, resource_type: 'Task', resource_id: task_id }
        await sql`insert into task_comments (administration_id, task_id, content, created_at)
                  values (${tenant.administration_id}, ${task_id}, ${`comment ${count}`}, ${stamp})`.execute(trx)
        await trx
          .insertInto('events')
          .values({ ...common, event_name: 'during', event_time: stamp })
          .execute()
      })
    }
  }
  const writers = [write(), write(), write()]
  const file = fresh('busy')
  await until('there are writes', () => count > 20)
  const before = count
  await backup(source.connection, options(file))
  const later = count
  writing = false
  await Promise.all(writers)
  assert.ok(later > before, 'nobody waited for the backup')

  const target = await emptyDatabase()
  await restore(target, back(file))
  await using(target, async ({ pool }) => {
    const { rows } = await pool.query(
      `
      select (select count(*)::integer from task_comments where content like 'comment %') as comments,
             (select count(*)::integer from events where event_name = 'during') as events,
             (select max(event_time) = (select stamp from administration_stamps where administration_id = $1)
              from events where event_name = 'during') as last,
             (select max(id) from events) < nextval(pg_get_serial_sequence('events', 'id')) as ahead`,
      [tenant.administration_id],
    )
    assert.equal(rows[0].comments, rows[0].events, 'nothing is half there')
    assert.ok(rows[0].comments >= before && rows[0].comments <= later + 3, `${before} ${rows[0].comments} ${later}`)
    assert.equal(rows[0].last, true, 'the stamps are of the same moment')
    assert.equal(rows[0].ahead, true, 'counters are not behind the rows')
  })
})

test('a file that is cut off or damaged is refused, and the database stays as it is', async () => {
  const file = fresh('whole')
  await backup(demo.connection, options(file))
  const bytes = await readFile(file)
  const { connection: target, db, close } = await testDatabase()
  await givenIn(db).tenant()
  await close()
  const before = await everything(target)
  const broken = fresh('broken')
  for (const length of [0, 10, 1000, Math.floor(bytes.length / 2), bytes.length - 20, bytes.length - 1]) {
    await writeFile(broken, bytes.subarray(0, length))
    await assert.rejects(
      restore(target, back(broken, true)),
      /cannot be used: it (ends too early|is no backup)/,
      `${length}`,
    )
  }
  for (const place of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
    const changed = Buffer.from(bytes)
    const at = Math.floor(bytes.length * place)
    changed[at] = (changed[at] ?? 0) ^ 0x10
    await writeFile(broken, changed)
    await assert.rejects(restore(target, back(broken, true)), /cannot be used: .*nothing was changed/, `${place}`)
  }
  await writeFile(broken, randomBytes(5000))
  await assert.rejects(restore(target, back(broken, true)), /is no backup of Dunlin; nothing was changed/)
  await assert.rejects(restore(target, back(fresh('nothing'), true)), /There is no file/)
  assert.deepEqual(await everything(target), before)
})

test('a database with data is replaced only when that is said, and one of something else never', async () => {
  const file = fresh('replace')
  await backup(demo.connection, options(file))
  const { connection: target, close } = await testDatabase()
  await close()
  // Made, and used by nobody yet: that is as good as empty.
  await restore(target, back(file))
  const before = await everything(target)
  await using(target, async ({ db }) => void (await givenIn(db).tenant()))
  await assert.rejects(restore(target, back(file)), /holds \d+ companies: restore into an empty one, or say --replace/)
  await restore(target, back(file, true))
  assert.deepEqual(await everything(target), before)

  const other = await emptyDatabase()
  await using(other, async ({ pool }) => void (await pool.query('create table orders (id bigint)')))
  await assert.rejects(restore(other, back(file, true)), /tables of something else/)
  await assert.rejects(backup(other, options(fresh('other'))), /There is no Dunlin in this database/)
  const served = connect(target, { connections: 1 })
  await served.pool.query('select 1')
  await assert.rejects(restore(target, back(file, true)), /in use by dunlin \(1 connections\): stop the service/)
  await served.close()
})

test('an older backup is restored as it was, and then brought up to date', async () => {
  const source = await emptyDatabase()
  const files = await readMigrations()
  const own: pg.Client = client(source)
  await own.connect()
  await prepareMigrations(own)
  for (const migration of files.filter(({ name }) => name < '0019')) await applyMigration(own, migration)
  await own.query(`insert into companies (id, name, status, created_at) values (5, 'Older', 'active', now())`)
  await own.query(`insert into users (id, company_id, kind, name, email_address, created_at, updated_at)
    values (8, 5, 'person', 'Robin', 'robin@example.com', now(), now())`)
  assert.ok(!(await readColumns(own)).has('deleted_invoices'), 'the table that a later migration brings')
  await own.end()
  const file = fresh('older')
  const manifest = await backup(source, options(file))
  assert.equal(manifest.migrations.at(-1)?.name, '0018_orders.sql')
  const target = await emptyDatabase()
  await restore(target, back(file))
  await using(target, async ({ db }) => {
    const user = await db.selectFrom('users').selectAll().where('id', '=', '8').executeTakeFirstOrThrow()
    assert.equal(user.email_address, 'robin@example.com')
    assert.deepEqual(await db.selectFrom('deleted_invoices').selectAll().execute(), [])
    const { rows } = await sql<{ name: string }>`select name from migrations where name like '%.sql'`.execute(db)
    assert.equal(rows.length, files.length)
    await givenIn(db).debtors(await givenIn(db).tenant(), 2)
  })
})

test('a backup of a newer Dunlin is refused with its name', async () => {
  const source = await testDatabase()
  await source.pool.query(`insert into migrations values ('9999_later.sql', 'x', now())`)
  const file = fresh('newer')
  await backup(source.connection, options(file))
  await assert.rejects(restore(await emptyDatabase(), back(file)), /newer Dunlin \(0\.1\.0, with 9999_later\.sql\)/)
})

test('a backup from before the first release is refused with what to do', async () => {
  const source = await testDatabase()
  await source.pool.query(`update migrations set name = '0001_companies_and_people.sql' where name like '0001%'`)
  const file = fresh('before')
  await backup(source.connection, options(file))
  const says = /^The backup was made by a Dunlin from before the first release, .* with the Dunlin that made it\.$/
  await assert.rejects(restore(await emptyDatabase(), back(file)), { message: says })
})

/** A database that takes seconds to back up: what cannot be compressed takes longest. */
const large = await testDatabase()
const { company_id: large_company } = await givenIn(large.db).tenant()
await large.pool.query(
  `insert into company_events (company_id, event_name, event_time, context)
  select $1::bigint, 'filler', now(), jsonb_build_object('text', (
    select string_agg(md5(random()::text || part::text), '') from generate_series(1, 100) part))
  from generate_series(1, 15000) one`,
  [large_company],
)

const bin = fileURLToPath(new URL('../../../bin/dunlin.js', import.meta.url))
const run = (connection: Connection, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [bin, ...args], {
    env: { ...process.env, DATABASE_URL: addressOf(connection), DATA_DIR: fresh('data') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

test('a backup that is killed leaves nothing under its name, and the next one clears up', async () => {
  const place = fresh('killed')
  await mkdir(place)
  const file = join(place, 'backup.tar.gz')
  const child = run(large.connection, 'backup', '--to', file)
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  await until('it writes', async () => (await readdir(place)).length > 0)
  child.kill('SIGKILL')
  assert.equal(await ended, 'SIGKILL')
  assert.deepEqual(await readdir(place), [`backup.tar.gz.partial-${child.pid}`])
  const cut = assert.rejects(backup(large.connection, options(file)))
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dunlin backup'
               and query like 'copy "company_events"%' and datname = current_database()`
  await until('it reads rows', async () => ((await large.pool.query(end)).rowCount ?? 0) > 0)
  await cut
  assert.deepEqual(await readdir(place), [], 'neither the one that was killed nor the one that failed left anything')
  await backup(large.connection, options(file))
  assert.deepEqual(await readdir(place), ['backup.tar.gz'])
  assert.equal((await verifyBackup(file)).tables.find(({ name }) => name === 'company_events')?.rows, 15_000)

  const second = fresh('second')
  await copyFile(file, second)
  const { connection: target, db, close } = await testDatabase()
  await givenIn(db).tenant()
  await close()
  const before = await everything(target)
  const restoring = run(target, 'restore', '--from', second, '--replace')
  const gone = new Promise((resolve) => restoring.once('exit', resolve))
  const copies = `select pid from pg_stat_activity where application_name = 'dunlin restore'
                  and query like 'copy "company_events"%' and datname = $1`
  const name = typeof target === 'string' ? new URL(target).pathname.slice(1) : target.database
  await until('it takes rows in', async () => ((await large.pool.query(copies, [name])).rowCount ?? 0) > 0)
  restoring.kill('SIGKILL')
  await gone
  assert.deepEqual(await everything(target), before, 'a restore that is killed leaves what was there')
})
