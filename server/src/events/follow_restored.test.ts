import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { givenIn } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { backup } from '../db/backup/backup.ts'
import { restore } from '../db/backup/restore.ts'
import { areJobsHeld, releaseJobs } from '../db/backup/restored_jobs.ts'
import { changeIn } from '../db/change.ts'
import { client, connect, type Database } from '../db/connect.ts'
import { outsideQueues } from '../db/queues.ts'
import { serviceActor } from '../domain/actor.ts'
import { queues } from '../jobs/index.ts'
import { emitMany } from './emit_many.ts'
import { startFollowing } from './follow.ts'
import { follower } from './follower.ts'

const folder = await mkdtemp(join(tmpdir(), 'dunlin-followers-'))
after(() => rm(folder, { recursive: true, force: true }))
const now = new Date('2026-11-14T09:30:00Z')

test('a restored copy goes on where the backup was, and what reaches outside rests there', async () => {
  const source = await testDatabase()
  const given = givenIn(source.db)
  const { administration_id, company_id } = await given.tenant()
  const task_id = await given.task({ administration_id, company_id })
  const one = { event_name: 'todo_list_item_updated', resource_type: 'task', resource_id: task_id } as const
  await changeIn(source.db, { administration_id, actor: serviceActor('engine'), real_now: now }, (change) =>
    emitMany(change, [one, one, one, one, one, one]),
  )
  const { rows } = await sql<{ id: string }>`select id from events order by id`.execute(source.db)
  const all = rows.map(({ id }) => id)

  const before = { inside: [] as string[], outside: [] as string[] }
  const first = follow(source, before, { most: 4 })
  await until('both came half-way', async () => {
    const { rows: failed } = await sql`select from follower_positions where failures > 0`.execute(source.db)
    return failed.length === 2
  })
  await first.stop()
  assert.deepEqual(before, { inside: all.slice(0, 4), outside: all.slice(0, 4) })

  const file = join(folder, 'backup')
  await backup(source.connection, { file, files_folder: null, version: '0.1.0', now })
  const target = await testDatabase()
  await target.close()
  await restore(target.connection, { file, files_folder: join(folder, 'files'), replace: true, queues })
  const copy = connect(target.connection, { connections: 6, application: 'test' })
  after(() => copy.close())
  const there = { inside: [] as string[], outside: [] as string[] }
  const second = follow(copy, there, { most: 10 })
  after(second.stop)
  await until('what stays inside goes on', () => there.inside.length === 2)
  assert.deepEqual(there, { inside: all.slice(4), outside: [] })
  const own = client(target.connection)
  await own.connect()
  await releaseJobs(own, outsideQueues(queues)).finally(() => own.end())
  await until('what reaches outside goes on', () => there.outside.length === 2)
  assert.deepEqual(there.outside, all.slice(4))
})

/** Two followers that note what they see, and stumble when they saw enough. */
function follow(database: Database, seen: { inside: string[]; outside: string[] }, { most }: { most: number }) {
  const named = (name: 'inside' | 'outside') =>
    follower({
      name,
      events: 'all',
      touched: false,
      company_events: false,
      begins: 'at the beginning',
      reaches_outside: name === 'outside',
      at_once: { events: 2, touched: 1 },
      handle: async (_, { events }) => {
        if (seen[name].length >= most) throw new Error('enough')
        seen[name].push(...events.map(({ id }) => id))
      },
    })
  return startFollowing({
    database,
    followers: [named('inside'), named('outside')],
    areHeld: () => areJobsHeld(database.pool),
    poll_ms: 30,
    gather_ms: 1,
    handled: () => {},
    log: () => {},
  })
}
