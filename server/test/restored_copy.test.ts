import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startProxy } from '../faults/proxy.ts'
import { createPerson } from '../src/auth/people.ts'
import { examineDatabase } from '../src/commands/doctor/database.ts'
import { readConfig } from '../src/config.ts'
import { backup } from '../src/db/backup/backup.ts'
import { restore } from '../src/db/backup/restore.ts'
import { releaseJobs } from '../src/db/backup/restored_jobs.ts'
import { client, type Database } from '../src/db/connect.ts'
import { outsideQueues } from '../src/db/queues.ts'
import { queues } from '../src/jobs/index.ts'
import { sendMail } from '../src/mail/send_mail.ts'
import { enqueue } from '../src/queue/enqueue.ts'
import { givenIn } from './given.ts'
import { addressOf, startService, testDatabase } from './harness.ts'
import { logTo } from './log_to.ts'
import { startSmtp } from './smtp.ts'
import { until } from './until.ts'

const folder = await mkdtemp(join(tmpdir(), 'dunlin-copy-'))
after(() => rm(folder, { recursive: true, force: true }))
const now = new Date('2026-11-15T06:00:00Z')
const written = (name: string) => ({ file: join(folder, name), files_folder: null, version: '0.1.0', now })
const put = (name: string) => ({
  file: join(folder, name),
  files_folder: join(folder, 'files'),
  replace: false,
  queues,
})

/** A company with a person, and a mail for somebody that still waits. */
async function givenWaiting({ db }: Database): Promise<string> {
  const { company_id } = await givenIn(db).tenant()
  const name = { first_name: 'Robin', last_name: 'Example' }
  const email_address = 'robin@example.com'
  await createPerson(db, { company_id, ...name, email_address, password: null, company_role: 'administrator', now })
  return sendMail(db, {
    kind: 'address_blocked',
    to: ['debtor@example.com'],
    locale: 'en-GB',
    company_id,
    user_id: null,
    parameters: {
      company_name: 'Example',
      application_name: 'Bookkeeper',
      address: '203.0.113.7',
      at: now.toISOString(),
    },
    now,
  })
}

test('a backup and its restore are whole, however late the server says that it is done', async () => {
  const source = await testDatabase()
  await givenIn(source.db).debtors(await givenIn(source.db).tenant(), 37)
  const from = await startProxy(source.connection)
  after(from.close)
  from.dawdle(20)
  const manifest = await backup(from.url, written('late'))
  assert.equal(manifest.tables.find(({ name }) => name === 'debtors')?.rows, 37)
  const target = await testDatabase()
  const into = await startProxy(target.connection)
  after(into.close)
  into.dawdle(20)
  assert.deepEqual(await restore(into.url, put('late')), manifest)
  const { rows } = await target.pool.query('select count(*)::integer as count from debtors')
  assert.deepEqual(rows, [{ count: 37 }])
})

test('a restored copy mails nobody until it is told to, and what waits is part of its backup', async () => {
  const source = await testDatabase()
  const mail_id = await givenWaiting(source)
  await backup(source.connection, written('first'))
  const first = await testDatabase()
  await restore(first.connection, put('first'))
  const manifest = await backup(first.connection, written('second'))
  assert.equal(manifest.tables.filter(({ name }) => name === 'restored_jobs').length, 1)
  const copy = await testDatabase()
  await restore(copy.connection, put('second'))

  const smtp = await startSmtp()
  const lines: string[] = []
  const log = logTo('warn', (line) => void lines.push(line))
  const origin = await startService()
  await startService({
    beside: { ...origin, database: copy },
    smtp_url: smtp.url,
    jobs: { poll_s: 0.5 },
    log,
    now: () => now,
  })
  await until('it is logged', () => lines.some((line) => line.includes('are held, because this database was restored')))
  // Whoever asks for a new password in the copy is heard, and the mail about it waits as well.
  await enqueue(copy.db, 'forgotten_password', { email_address: 'robin@example.com', address: '203.0.113.7' })
  const mails = () => copy.db.selectFrom('mails').select(['id', 'kind', 'status', 'attempts']).orderBy('id').execute()
  await until('what stays inside is done', async () => (await mails()).length === 2)
  assert.deepEqual(
    (await mails()).map(({ status, attempts }) => ({ status, attempts })),
    [
      { status: 'queued', attempts: 0 },
      { status: 'queued', attempts: 0 },
    ],
  )
  assert.equal(smtp.received.length, 0)
  const config = readConfig({ DATABASE_URL: addressOf(copy.connection) })
  const findings = await examineDatabase(config, () => new Date())
  assert.match(findings.find(({ check }) => check === 'jobs')?.says ?? '', /held since a restore; 1 jobs of it wait/)

  const own = client(copy.connection, 'test')
  await own.connect()
  assert.equal(await releaseJobs(own, outsideQueues(queues)), 1)
  assert.equal(await releaseJobs(own, outsideQueues(queues)), null, 'there is nothing to be let go any more')
  await own.end()
  await until('mails are out', async () => (await mails()).every(({ status }) => status === 'sent'))
  assert.deepEqual(smtp.received.map(({ to }) => to[0]).sort(), ['debtor@example.com', 'robin@example.com'])
  const waits = await source.db.selectFrom('mails').select('status').where('id', '=', mail_id).execute()
  assert.deepEqual(waits, [{ status: 'queued' }], 'the original is none of its business')
})
