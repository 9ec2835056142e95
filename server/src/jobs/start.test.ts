import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { test_server, testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { client, withDatabase } from '../db/connect.ts'
import { openStore } from '../files/store.ts'
import { keptMails } from '../mail/kept.ts'
import { enqueue } from '../queue/enqueue.ts'
import { startJobs } from './start.ts'

test('jobs start when the database is there again, and can be stopped before', async () => {
  const database = await testDatabase()
  const { db, connection } = database
  const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-jobs-'))
  after(() => rm(data_dir, { recursive: true, force: true }))
  const seen: string[] = []
  const complaints: string[] = []
  const options = {
    database,
    connection,
    replica: null,
    base_url: () => 'http://localhost',
    settings: { poll_s: 30, timetable: false, retries: null },
    mailer: {
      deliver: async ({ mail_id }: { mail_id: string }) => void seen.push(mail_id),
      readKept: async () => null,
      close: () => {},
    },
    kept: keptMails(''),
    store: await openStore({ data_dir, files_url: null, now: new Date('2026-11-14T09:30:00Z') }),
    now: () => new Date('2026-11-14T09:30:00Z'),
    ended: () => {},
    log: (_: unknown, about: string) => void complaints.push(about),
    warn: () => {},
  }
  await enqueue(db, 'send_mail', { mail_id: '1' })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const name = rows[0]?.name ?? ''
  const admin = client(withDatabase(test_server, 'postgres'))
  await admin.connect()
  await admin.query(`alter database ${name} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await startJobs(options).stop()
  complaints.length = 0
  const jobs = startJobs(options)
  after(jobs.stop)
  await until('it was tried', () => complaints.includes('jobs do not run yet'))
  assert.deepEqual(await jobs.counts(), [])
  await admin.query(`alter database ${name} allow_connections true`)
  await admin.end()
  await until('the job runs', () => seen.length > 0)
  await jobs.stop()
  assert.deepEqual(seen, ['1'])
})
