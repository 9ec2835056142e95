import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { enqueue } from './enqueue.ts'
import { type JobOutcome, PermanentFailure, type Queue, startQueue } from './queue.ts'

const database = await testDatabase()
const { db, connection } = database
const quick = { poll_s: 0.5, retries: { times: 2, first_s: 0, longest_s: 0 } }
const endings: JobOutcome[] = []

async function start(settings: { poll_s?: number; retries?: typeof quick.retries } = {}): Promise<Queue> {
  const queue = await startQueue({
    database,
    connection,
    poll_s: 30,
    timetable: false,
    retries: null,
    ...settings,
    ended: (_, ending) => endings.push(ending),
    log: () => {},
  })
  after(() => queue.stop(100))
  return queue
}

type Row = { state: string; output: { message?: string } | null; retry_count: number }
const jobs = async (): Promise<Row[]> =>
  (await sql<Row>`select state, output, retry_count from pgboss.job order by created_on`.execute(db)).rows
const states = async (): Promise<string[]> => (await jobs()).map(({ state }) => state)

beforeEach(async () => {
  endings.length = 0
  await sql`delete from pgboss.job`.execute(db)
})

test('a job is said with the transaction or not at all, and begins at once', async () => {
  // It looks on its own only once an hour: if it runs before that, it was notified.
  const queue = await start({ poll_s: 3_600 })
  const seen: string[] = []
  await queue.work('send_mail', 8, async ({ mail_id }) => void seen.push(mail_id))
  const undone = db.transaction().execute(async (trx) => {
    await enqueue(trx, 'send_mail', { mail_id: '1' })
    throw new Error('changed its mind')
  })
  await assert.rejects(undone, /changed its mind/)
  await db.transaction().execute((trx) => enqueue(trx, 'send_mail', { mail_id: '2' }))
  await until('the job runs', () => seen.length > 0)
  assert.deepEqual(seen, ['2'])
  await until('the job is done', async () => (await states()).join() === 'completed')
  await queue.stop()
})

test('a job waits for months while nobody works, and is not thrown away', async () => {
  await enqueue(db, 'send_mail', { mail_id: '1' })
  await sql`
    update pgboss.job set created_on = created_on - interval '300 days', start_after = start_after - interval '300 days',
      keep_until = keep_until - interval '300 days'`.execute(db)
  const { rows } = await sql`select from pgboss.job where keep_until > now()`.execute(db)
  assert.equal(rows.length, 1)
  const queue = await start()
  const seen: string[] = []
  await queue.work('send_mail', 1, async ({ mail_id }) => void seen.push(mail_id))
  await until('it is done', () => seen.length > 0)
  await queue.stop()
})

test('many jobs of one transaction are done one after the other, each once, by two queues together', async () => {
  const seen: string[] = []
  const by = [0, 0]
  const queues = [await start(), await start()]
  const both = Promise.withResolvers<void>()
  for (const [index, queue] of queues.entries()) {
    await queue.work('send_mail', 4, async ({ mail_id }) => {
      seen.push(mail_id)
      by[index] = (by[index] ?? 0) + 1
      // Nobody goes on before the other one has something to do.
      if (by.every((count) => count > 0)) both.resolve()
      await both.promise
    })
  }
  const all = Array.from({ length: 100 }, (_, index) => String(index))
  await db.transaction().execute(async (trx) => {
    for (const mail_id of all) await enqueue(trx, 'send_mail', { mail_id })
  })
  await until('all jobs are done', async () => (await states()).every((state) => state === 'completed'))
  assert.deepEqual(
    seen.map(Number).sort((a, b) => a - b),
    all.map(Number),
  )
  assert.ok(
    by.every((count) => count > 0),
    `both took part: ${by}`,
  )
  await Promise.all(queues.map((queue) => queue.stop()))
})

test('a job that fails is tried again, so many times, and is then kept as failed', async () => {
  const queue = await start(quick)
  let runs = 0
  const last: boolean[] = []
  await queue.work('send_mail', 8, async (_, run) => {
    runs++
    last.push(run.last)
    throw new Error('the server is away')
  })
  await enqueue(db, 'send_mail', { mail_id: '1' })
  await until('it is given up', async () => (await states()).join() === 'failed')
  assert.equal(runs, 3)
  assert.deepEqual(last, [false, false, true])
  assert.deepEqual(endings, ['again', 'again', 'failed'])
  assert.deepEqual((await jobs())[0]?.output, { message: 'the server is away' })
  await until('it is counted', async () => {
    const counts = await queue.counts()
    return counts.find((one) => one.queue === 'send_mail')?.failed === 1
  })
  await queue.stop()
})

test('a job without hope is failed at once', async () => {
  const queue = await start(quick)
  await queue.work('send_mail', 8, async () => {
    throw new PermanentFailure('no such address')
  })
  await enqueue(db, 'send_mail', { mail_id: '1' })
  await until('it is given up', async () => (await states()).join() === 'failed')
  assert.deepEqual(endings, ['failed'])
  await queue.stop()
})

test('pauses grow, up to a longest', async () => {
  const queue = await start({ poll_s: 0.5, retries: { times: 20, first_s: 30, longest_s: 7_200 } })
  await queue.work('send_mail', 8, async () => {
    throw new Error('not yet')
  })
  const pause = async (): Promise<number> => {
    const { rows } = await sql<{ s: number }>`
      select extract(epoch from start_after - started_on)::float8 as s from pgboss.job`.execute(db)
    return rows[0]?.s ?? 0
  }
  const pauses: number[] = []
  await enqueue(db, 'send_mail', { mail_id: '1' })
  for (const retry_count of [0, 3, 19]) {
    // As if it had been tried so often, and its pause were over.
    if (retry_count > 0) {
      await sql`update pgboss.job set retry_count = ${retry_count}::integer, started_on = null, start_after = now()`.execute(
        db,
      )
    }
    await until('it is tried', () => endings.length === pauses.length + 1)
    await until('it waits', async () => (await states()).join() === 'retry')
    pauses.push(await pause())
  }
  const [first = 0, fourth = 0, last = 0] = pauses
  assert.ok(first >= 15 && first < 40, `first ${first}`)
  assert.ok(fourth >= 120 && fourth < 250, `fourth ${fourth}`)
  assert.ok(last >= 7_200 && last < 7_210, `last ${last}`)
  await queue.stop()
})

test('a job under way is finished when the service stops', async () => {
  const queue = await start()
  let finish = (): void => {}
  let began = false
  await queue.work('send_mail', 8, () => {
    began = true
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  await enqueue(db, 'send_mail', { mail_id: '1' })
  await until('it began', () => began)
  const stopped = queue.stop()
  finish()
  await stopped
  assert.deepEqual(await states(), ['completed'])
})

test('a job that takes too long to stop is put back, and aborted', async () => {
  const queue = await start()
  let aborted = false
  let began = false
  await queue.work('send_mail', 8, (_, { signal }) => {
    began = true
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        aborted = true
        resolve()
      })
    })
  })
  await enqueue(db, 'send_mail', { mail_id: '1' })
  await until('it began', () => began)
  await queue.stop(50)
  await until('it was aborted', () => aborted)
  assert.deepEqual(await states(), ['retry'])
})

test('a job whose process was killed runs again', async () => {
  const at = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)
  const program = `
    const { startQueue } = await import(${at('./queue.ts')})
    const { connect } = await import(${at('../db/connect.ts')})
    const connection = ${JSON.stringify(connection)}
    const none = { retries: null, timetable: false, ended() {}, log() {} }
    const queue = await startQueue({ database: connect(connection), connection, poll_s: 1, ...none })
    await queue.work('send_mail', 8, () => { console.log('began'); return new Promise(() => {}) })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const began = new Promise((resolve) => child.stdout.once('data', resolve))
  await enqueue(db, 'send_mail', { mail_id: '7' })
  await began
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  assert.deepEqual(await states(), ['active'])
  // The heart of the job stopped a minute ago.
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'`.execute(db)
  const queue = await start(quick)
  const seen: string[] = []
  await queue.work('send_mail', 8, async ({ mail_id }) => void seen.push(mail_id))
  await until('it is noticed', async () => (await states()).join() !== 'active')
  // It waits half a minute, as after any failure; we do not.
  await sql`update pgboss.job set start_after = now()`.execute(db)
  await until('it runs again', () => seen.length > 0)
  assert.deepEqual(seen, ['7'])
  await queue.stop()
})

test('a queue whose connections broke comes back, and misses nothing', async () => {
  const queue = await start()
  const seen: string[] = []
  await queue.work('send_mail', 8, async ({ mail_id }) => void seen.push(mail_id))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  await enqueue(db, 'send_mail', { mail_id: '1' })
  await until('the job runs', () => seen.length > 0, 10_000)
  await queue.stop()
})

test('of a kind that runs alone there is one at a time', async () => {
  await enqueue(db, 'purge', {})
  await enqueue(db, 'purge', {})
  assert.deepEqual(await states(), ['created'])
})
