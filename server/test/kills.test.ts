import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { connect } from '../src/db/connect.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { queues } from '../src/jobs/index.ts'
import { givenIn } from './given.ts'
import { pause } from './pause.ts'
import { until } from './until.ts'

/** How often something is killed; the suite takes a few, `KILLS=100` more. */
const kills = Number(process.env.KILLS ?? 4)
const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
const tasks_count = 20
const writers_count = 4
const start_ms_max = 60_000

type Acknowledged = { task_id: string; comment: string }

/** A database of the service's own, with tasks to comment on. */
async function prepare(data_dir: string) {
  const embedded = await startEmbedded({ data_dir, log: () => {} })
  await migrate(embedded.connection, queues)
  const database = connect(embedded.connection, { connections: 2 })
  const given = givenIn(database.db)
  const tenant = await given.tenant()
  const token = await given.token(tenant)
  const tasks: string[] = []
  for (let count = 0; count < tasks_count; count++) tasks.push(await given.task(tenant))
  await database.close()
  await embedded.stop()
  return { administration_id: tenant.administration_id, token, tasks }
}

/** Starts the service as an operator would, and waits until it serves. */
async function serve(data_dir: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [bin, 'serve'], {
    env: {
      ...process.env,
      DATA_DIR: data_dir,
      PORT: String(port),
      // The one that is killed is the primary, who looks after the database; its workers have to go with it.
      WORKERS: '2',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Workers of one that was killed may answer for a moment longer, so it has to say itself that it is there.
  let said = ''
  child.stdout.on('data', (bytes) => (said += bytes))
  const serves = async (): Promise<boolean> => {
    assert.equal(child.exitCode, null, 'the service ended by itself')
    return said.includes('Dunlin listens on') && answers(port, '/ready')
  }
  await until('the service starts', serves, start_ms_max).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return child
}

const answers = (port: number, path: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    (response) => response.ok,
    () => false,
  )

/** Ends a process; false when it was gone already. Zero would mean all processes of our group. */
function kill(pid: number, signal: 'SIGKILL' | 'SIGINT' | 'SIGCONT' = 'SIGKILL'): boolean {
  if (!(pid > 1)) return false
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

async function postgresPid(data_dir: string): Promise<number> {
  const text = await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(text.split('\n')[0])
}

test('nothing acknowledged is lost, whatever is killed', { timeout: 200_000 + kills * 15_000 }, async () => {
  const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-kills-'))
  await chmod(data_dir, 0o711)
  const { administration_id, token, tasks } = await prepare(data_dir)
  const port = 20_000 + (process.pid % 12_000)
  let service = await serve(data_dir, port)
  const acknowledged: Acknowledged[] = []
  const unexpected: string[] = []
  let tried = 0
  let writing = true

  async function write(writer: number): Promise<void> {
    for (let count = 0; writing; count++) {
      const task_id = tasks[count % tasks.length] ?? ''
      const comment = `${writer}-${count}`
      tried++
      const response = await fetch(`http://127.0.0.1:${port}/v1/tasks/${task_id}/comment`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ administration_id, comment }),
        signal: AbortSignal.timeout(5_000),
      }).catch(() => null)
      const body = await response?.text().catch(() => null)
      if (response?.status === 201 && body) acknowledged.push({ task_id, comment })
      else if (response && response.status !== 503) unexpected.push(`${response.status} ${body}`)
      else await pause(10, 'a client that got no answer comes again a moment later')
    }
  }

  const writers = Array.from({ length: writers_count }, (_, writer) => write(writer))
  const victims = ['service', 'postgres', 'both', 'restart'] as const
  try {
    for (let round = 0; round < kills; round++) {
      const moment = acknowledged.length + 1 + Math.floor(Math.random() * 40)
      await until('some more is written', () => acknowledged.length >= moment)
      const victim = victims[round % victims.length]
      const before = acknowledged.length
      // What an operator does who restarts the server: it ends all connections, and comes back.
      if (victim === 'restart') kill(await postgresPid(data_dir), 'SIGINT')
      else if (victim !== 'service') kill(await postgresPid(data_dir))
      if (victim === 'service' || victim === 'both') {
        service.kill('SIGKILL')
        service = await serve(data_dir, port)
      }
      await until(`it writes again after ${victim} was killed`, () => acknowledged.length > before, start_ms_max)
    }
  } finally {
    writing = false
    await Promise.all(writers)
    const ended = new Promise((resolve) => service.on('exit', resolve))
    assert.equal(service.exitCode, null, 'the service is still there')
    service.kill('SIGTERM')
    assert.equal(await ended, 0, 'the service stops cleanly when it is asked to')
  }
  assert.deepEqual(unexpected, [], 'a request is written, or refused as unavailable, or gets no answer')

  const embedded = await startEmbedded({ data_dir, log: () => {} })
  const database = connect(embedded.connection, { connections: 2 })
  const comments = await database.db.selectFrom('task_comments').select(['task_id', 'content']).execute()
  const events = await database.db.selectFrom('events').select('id').execute()
  await database.close()
  await embedded.stop()
  await rm(data_dir, { recursive: true, force: true })

  const there = new Set(comments.map(({ task_id, content }) => `${task_id} ${content}`))
  const lost = acknowledged.filter(({ task_id, comment }) => !there.has(`${task_id} ${comment}`))
  assert.deepEqual(lost, [], `${lost.length} of ${acknowledged.length} acknowledged writes are gone`)
  assert.equal(events.length, comments.length, 'each comment came with its event: nothing is half done')
  console.log(`${kills} kills, ${tried} writes tried, ${acknowledged.length} acknowledged, 0 lost`)
})

/** Whether a process is there; one that has ended and was not waited for does not count. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return state === null ? process.platform !== 'linux' && kill(pid, 'SIGCONT') : !/\) Z /.test(state)
}

for (const workers of ['1', '2']) {
  test(`asked to stop while it starts, with WORKERS=${workers}, it leaves nothing behind`, async (t) => {
    const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-kills-'))
    await chmod(data_dir, 0o711)
    const env = { ...process.env, DATA_DIR: data_dir, PORT: '0', WORKERS: workers, LOG_LEVEL: 'error' }
    const service = spawn(process.execPath, [bin, 'serve'], { env, stdio: 'ignore' })
    const ended = new Promise((resolve) => service.on('exit', resolve))
    t.after(async () => {
      service.kill('SIGKILL')
      await rm(data_dir, { recursive: true, force: true })
    })
    await until('its database is there', async () => (await postgresPid(data_dir)) > 1)
    const postgres = await postgresPid(data_dir)
    service.kill('SIGTERM')
    assert.equal(await ended, 0, 'it ends cleanly')
    await until('its database is gone', async () => !(await isRunning(postgres)))
  })
}
