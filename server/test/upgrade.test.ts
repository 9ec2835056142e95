import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startProxy } from '../faults/proxy.ts'
import { migrate } from '../src/db/migrate.ts'
import { type Migration, readMigrations } from '../src/db/migration_files.ts'
import { queues } from '../src/jobs/index.ts'
import { data, nextCursor, startService } from './harness.ts'
import { until } from './until.ts'

const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))

/** What the next release might bring: each form that a migration may take while older processes serve. */
const next_release = [
  `-- A task can be urgent.
   alter table tasks add column urgent boolean not null default false;
   create index tasks_urgent on tasks (administration_id, id) where urgent;`,
  `-- Tasks have watchers.
   create table task_watchers (
     administration_id bigint not null,
     task_id bigint not null,
     user_id bigint not null references users (id),
     primary key (administration_id, task_id, user_id),
     foreign key (administration_id, task_id) references tasks (administration_id, id) on delete cascade
   );`,
  `-- Every task has somebody to look after it, in steps: the rule holds for what is written from now on.
   alter table tasks add constraint tasks_subject_given check (subject <> '') not valid;
   alter table tasks validate constraint tasks_subject_given;`,
].map((text, index): Migration => {
  const hash = createHash('sha256').update(text).digest('hex')
  return { name: `99${index + 10}_next_release.sql`, text, hash }
})

test('the next release migrates and starts beside the old process, and nobody notices', async () => {
  const old = await startService()
  const { given, database } = old
  const tenant = await given.tenant()
  const { administration_id } = tenant
  const token = await given.token(tenant)
  const tasks: string[] = []
  for (let count = 0; count < 10; count++) tasks.push(await given.task(tenant))

  let target = old
  let running = true
  const counts = { reads: 0, writes: 0, while_migrating: 0 }
  let migrating = false
  const failed: string[] = []
  const done = [0, 0, 0, 0]
  const client = async (number: number): Promise<void> => {
    for (let count = 0; running; count++) {
      const id = tasks[count % tasks.length] ?? ''
      const writes = number % 2 === 0
      const json = { administration_id, comment: `${number} ${count}` }
      const answer = writes
        ? await target.call(`POST /v1/tasks/${id}/comment`, { token, json })
        : await target.call(`GET /v1/tasks?administration_id=${administration_id}&updated_after=2026-01-01T00:00:00Z`, {
            token,
          })
      if (answer.status !== (writes ? 201 : 200)) failed.push(`${answer.status} ${answer.text}`)
      counts[writes ? 'writes' : 'reads']++
      if (migrating) counts.while_migrating++
      done[number] = (done[number] ?? 0) + 1
    }
  }
  const clients = Array.from({ length: 4 }, (_, number) => client(number))
  await until('they are at work', () => counts.reads > 10 && counts.writes > 10)

  // Somebody reads for a long time, as a backup does: the migration waits for it, and nobody waits for the migration.
  const reader = await database.pool.connect()
  await reader.query('begin; lock table tasks in access share mode')
  migrating = true
  // The next release also shows tasks in another way, so their documents are rendered again.
  await database.pool.query(`update migrations set hash = 'older' where name = 'document of tasks'`)
  const files = [...(await readMigrations()), ...next_release]
  const lines: string[] = []
  const migration = migrate(database.connection, queues, (line) => lines.push(line), { migrations: files })
  await until('it waits', () => lines.some((line) => line.includes('waits for a table that is in use')))
  const before = [...done]
  await until('each of the others goes on', () => done.every((count, number) => count > (before[number] ?? 0) + 5))
  await reader.query('commit')
  reader.release()
  const migrated = await migration
  assert.deepEqual(migrated.documents, ['tasks'])
  assert.deepEqual(
    migrated.applied,
    next_release.map(({ name }) => name),
  )
  migrating = false

  // The old process restarts once more on the newer database, and leaves it as it is.
  const notices: string[] = []
  assert.deepEqual(await migrate(database.connection, queues, (line) => notices.push(line)), {
    applied: [],
    documents: [],
  })
  assert.match(notices.join(), /brought further by a newer Dunlin \(9912_next_release\.sql\)/)

  const after = { reads: counts.reads, writes: counts.writes }
  await until(
    'the old one serves on the new schema',
    () => counts.reads > after.reads + 20 && counts.writes > after.writes + 20,
  )
  const fresh = await startService({ beside: old })
  target = fresh
  await until('the new one serves', () => counts.writes > after.writes + 60)
  running = false
  await Promise.all(clients)
  await old.app.stop()

  assert.deepEqual(failed, [])
  const { rows } = await fresh.database.pool.query('select count(*)::integer as count from task_comments')
  assert.equal(rows[0].count, counts.writes, 'every write that was acknowledged is there')
  const list = await fresh.call(`GET /v1/tasks?administration_id=${administration_id}&per_page=5`, { token })
  assert.equal(data(list).length, 5)
  assert.notEqual(nextCursor(list), null)
})

test('a database that is neither older nor newer is refused', async () => {
  const { database } = await startService()
  await database.pool.query(`update migrations set name = '9999_other.sql' where name like '0001%'`)
  await assert.rejects(
    migrate(database.connection, queues),
    /neither older nor newer .* knows 9999_other.sql, and lacks 0001_/,
  )
})

test('who is asked to stop while it waits to migrate, stops at once, and the next start goes on with it', async (t) => {
  const { database } = await startService()
  const proxy = await startProxy(database.connection)
  t.after(() => proxy.close())
  await database.pool.query(`update migrations set hash = 'older' where name = 'document of tasks'`)
  const reader = await database.pool.connect()
  await reader.query('begin; lock table tasks in access share mode')
  const env = { ...process.env, DATABASE_URL: proxy.url, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info' }
  const service = spawn(process.execPath, [bin, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => service.kill('SIGKILL'))
  const ended = new Promise((resolve) => service.on('exit', resolve))
  let said = ''
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (bytes) => (said += bytes))
  await until('it waits', () => said.includes('document of tasks waits for a table that is in use'))
  service.kill('SIGTERM')
  assert.equal(await ended, 0, said)
  await reader.query('commit')
  reader.release()
  assert.deepEqual(await migrate(database.connection, queues), { applied: [], documents: ['tasks'] })
})

/** What an older process that still serves does not survive, or what makes everybody wait. */
const breaking: { what: string; pattern: RegExp }[] = [
  { what: 'drops a column', pattern: /\bdrop\s+column\b/ },
  { what: 'drops a table', pattern: /\bdrop\s+table\b/ },
  { what: 'renames', pattern: /\brename\b/ },
  { what: 'changes a type', pattern: /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/ },
  { what: 'makes a column needed', pattern: /\balter\s+column\s+\w+\s+set\s+not\s+null\b/ },
  {
    what: 'adds a column that is needed and has no value',
    pattern: /\badd\s+column\s+(?:(?!default|generated)[^,;])*\bnot\s+null\b(?:(?!default|generated)[^,;])*[,;]/,
  },
  { what: 'takes a value away', pattern: /\bdrop\s+default\b/ },
  { what: 'changes a function', pattern: /\bdrop\s+function\b/ },
]

/** Everything that a migration does to older processes, unless it says that none can be hurt, and why. */
function breaks(text: string): string[] {
  if (/^-- breaks older processes: .{20,}$/m.test(text)) return []
  const statements = text.replaceAll(/--[^\n]*/g, '').toLowerCase()
  return breaking.filter(({ pattern }) => pattern.test(statements)).map(({ what }) => what)
}

test('no migration takes away what the release before it uses', async () => {
  for (const { name, text } of await readMigrations()) {
    assert.deepEqual(breaks(text), [], `${name}: see docs/guides/upgrading.md`)
  }
  for (const { text } of next_release) assert.deepEqual(breaks(text), [])
})

test('the rule sees what it is for', async () => {
  assert.deepEqual(breaks('alter table tasks drop column subject;'), ['drops a column'])
  assert.deepEqual(breaks('drop table tasks;'), ['drops a table'])
  assert.deepEqual(breaks('alter table tasks rename subject to title;\nalter table a rename to b;'), ['renames'])
  assert.deepEqual(breaks('alter table tasks rename column subject to title;'), ['renames'])
  assert.deepEqual(breaks('alter table t alter column a type bigint;'), ['changes a type'])
  assert.deepEqual(breaks('alter table t alter column a set not null;'), ['makes a column needed'])
  assert.deepEqual(breaks('alter table t add column a text not null;').length, 1)
  assert.deepEqual(breaks(`alter table t add column a text not null default '', add column b text;`), [])
  assert.deepEqual(breaks('alter table t add column count bigint generated always as (1) stored not null;'), [])
  assert.deepEqual(breaks('-- This does not drop column a.\nalter table t add column b text;'), [])
  const allowed = '-- breaks older processes: no release since 0.3 reads this column.\nalter table t drop column a;'
  assert.deepEqual(breaks(allowed), [])
  const guide = await readFile(new URL('../../docs/guides/upgrading.md', import.meta.url), 'utf8')
  assert.match(guide, /-- breaks older processes: /)
})
