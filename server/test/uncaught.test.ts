import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { type Child, kill, startChild } from '../faults/child.ts'
import { givenIn } from './given.ts'
import { addressOf, testDatabase } from './harness.ts'
import { until } from './until.ts'

// An error that nobody catches is made from outside, in the running service: it throws when it hears a signal.

const throwing = [
  'process.on("SIGWINCH",()=>{throw new Error("thrown on purpose")})',
  'process.on("SIGCONT",()=>{Promise.reject(new Error("rejected on purpose"))})',
].join(';')
const database = await testDatabase()
const given = givenIn(database.db)
const tenant = await given.tenant()
const token = await given.token(tenant)
const task = await given.task(tenant)
const env = {
  DATABASE_URL: addressOf(database.connection),
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(throwing)}`,
}
const body = JSON.stringify({ administration_id: tenant.administration_id, comment: 'under way' })

/** A request whose last letter is still to come, and what is heard of it. */
async function begin({ base_url }: Child) {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(base_url).port) })
  socket.on('error', () => {})
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  await once(socket, 'connect')
  socket.write(
    `POST /v1/tasks/${task}/comment HTTP/1.1\r\nhost: dunlin\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  )
  await until('it is being served', () => heard.includes('100 Continue'))
  socket.write(body.slice(0, -1))
  return { finish: () => socket.write(body.slice(-1)), heard: () => heard }
}

for (const [signal, origin, message] of [
  ['SIGWINCH', 'uncaughtException', 'thrown on purpose'],
  ['SIGCONT', 'unhandledRejection', 'rejected on purpose'],
] as const) {
  test(`${origin}: it is logged, what is under way is finished, and the process ends`, async () => {
    const child = await startChild(env)
    const one = await begin(child)
    child.signal(signal)
    await until('it is logged', () => child.lines.some((line) => line.includes('"uncaught"')))
    const line = JSON.parse(child.lines.find((text) => text.includes('"uncaught"')) ?? '{}')
    assert.equal(line.level, 60)
    assert.equal(line.origin, origin)
    assert.equal(line.err.message, message)
    assert.match(line.err.stack, /data:text\/javascript/)
    one.finish()
    assert.equal(await child.ended, 1)
    assert.match(one.heard(), /HTTP\/1\.1 201 /)
  })
}

test('a worker is replaced, and what it counted stays in the sum', async (t) => {
  const child = await startChild({ ...env, WORKERS: '2' })
  t.after(child.stop)
  const [first] = child.serving()
  kill(first, 'SIGWINCH')
  await until('another one serves', () => child.serving().length === 2 && !child.serving().includes(first ?? 0))
  const { status } = await fetch(`${child.base_url}/health`)
  assert.equal(status, 200)
  const text = await (await fetch(`${child.base_url}/metrics`)).text()
  assert.match(text, /dunlin_uncaught_errors_total\{origin="uncaughtException"\} 1\n/)
  assert.match(text, /dunlin_uncaught_errors_total\{origin="unhandledRejection"\} 0\n/)
  assert.ok(child.alive())
})
