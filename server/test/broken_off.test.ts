import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import { breakOff } from '../faults/break_off.ts'
import { startService } from './harness.ts'
import { logTo } from './log_to.ts'
import { until } from './until.ts'

// Clients that leave before their answer: each request has one line in the log and one count, however it ended.

type Line = { msg: string; reqId?: string; route?: string; status?: number; address?: string; level: number }
const lines: Line[] = []
const log = logTo('info', (text: string) => void lines.push(JSON.parse(text) as Line))
const { call, given, app, database } = await startService({ log })
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const task = await given.task(tenant)
await given.debtors(tenant, 500)
// So that a page is more than the system takes for a client that does not read.
await sql`update debtors set name = name || repeat(' and Partners', 18) where administration_id = ${administration_id}::bigint`.execute(
  database.db,
)
const { port } = new URL(app.base_url)

let asked = 0
const head = (line: string, more = ''): { id: string; text: string } => {
  const id = `broken-off-${++asked}`
  const text = `${line} HTTP/1.1\r\nhost: dunlin\r\nauthorization: Bearer ${token}\r\nx-request-id: ${id}\r\n${more}\r\n`
  return { id, text }
}
const list = `GET /v1/debtors?administration_id=${administration_id}&per_page=500`
const comment = `POST /v1/tasks/${task}/comment`
const json = 'content-type: application/json\r\n'

async function open(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Settled when the service begins with a request, with its own end of the connection. */
function begins(id: string): Promise<Socket> {
  return new Promise((resolve) => {
    const look = ({ headers, socket }: IncomingMessage): void => {
      if (headers['x-request-id'] !== id) return
      app.server.server.off('request', look)
      resolve(socket)
    }
    app.server.server.on('request', look)
  })
}

const linesOf = (id: string): Line[] => lines.filter(({ reqId, status }) => reqId === id && status !== undefined)

/** How many requests of a route were counted with a status. */
async function counted(route: string, status: number): Promise<number> {
  const { text } = await call('GET /metrics')
  const [, count] = new RegExp(`seconds_count\\{route="${route}",status="${status}"\\} (\\d+)`).exec(text) ?? []
  return Number(count ?? 0)
}

/** Those of which the last test sees that no second line came, however late. */
const ended: string[] = []

async function hasLine(id: string, status: number): Promise<void> {
  await until(`${id} is in the log`, () => linesOf(id).length > 0)
  ended.push(id)
  const [line] = linesOf(id)
  assert.equal(line?.status, status, JSON.stringify(line))
  assert.equal(line?.address, '127.0.0.1')
}

const body = JSON.stringify({ administration_id, comment: 'half a comment' })
const left: { name: string; route: string; line: string; more?: string; sent?: string }[] = [
  { name: 'while its answer is made', route: 'GET /v1/debtors', line: list },
  {
    name: 'in the middle of its body',
    route: 'POST /v1/tasks/:id/comment',
    line: comment,
    more: `${json}content-length: ${body.length}\r\n`,
    sent: body.slice(0, 20),
  },
  {
    name: 'in the middle of a body of unknown length',
    route: 'POST /v1/tasks/:id/comment',
    line: comment,
    more: `${json}transfer-encoding: chunked\r\n`,
    sent: '5\r\n{"adm\r\n',
  },
]

for (const { name, route, line, more, sent = '' } of left) {
  test(`a client that resets ${name} has one line with 499, and one count`, async () => {
    const before = await counted(route, 499)
    const { id, text } = head(line, more)
    const socket = await open()
    const begun = begins(id)
    socket.write(text + sent)
    await begun
    breakOff(socket)
    await hasLine(id, 499)
    assert.equal(await counted(route, 499), before + 1)
  })
}

test('a client that does not read its page and leaves has one line with 499, also for what waited behind it', async () => {
  const socket = await open()
  socket.pause()
  const all = Array.from({ length: 24 }, () => head(list))
  const begun = begins(all[0]?.id ?? '')
  socket.write(all.map(({ text }) => text).join(''))
  await until('the first is answered', () => linesOf(all[0]?.id ?? '').length > 0)
  const own_end = await begun
  await until('the service cannot send on', () => own_end.writableLength > 0)
  breakOff(socket)
  for (const { id } of all) await until(`${id} is in the log`, () => linesOf(id).length > 0)
  const statuses = all.map(({ id }) => linesOf(id).map(({ status }) => status))
  assert.ok(statuses.every((one) => one.length === 1))
  assert.ok(statuses.some(([one]) => one === 499))
  assert.ok(!lines.some(({ level }) => level >= 50), 'and it is no fault of ours')
})

test('what cannot be read as a request has a line as well, and one that is broken in its body has its own', async () => {
  const answered = async (text: string): Promise<string> => {
    const socket = await open()
    socket.write(text)
    const [heard] = await once(socket, 'data')
    socket.destroy()
    return String(heard).split('\r\n')[0] ?? ''
  }
  const before = await counted('unknown', 400)
  assert.match(await answered('THIS IS NOTHING\r\n\r\n'), /^HTTP\/1\.1 400/)
  await until('it is counted', async () => (await counted('unknown', 400)) === before + 1)
  assert.equal(lines.at(-1)?.route !== undefined, true)
  const { id, text } = head(comment, `${json}transfer-encoding: chunked\r\n`)
  assert.match(await answered(`${text}zz\r\n`), /^HTTP\/1\.1 400/)
  await hasLine(id, 400)
  const crooked = head('GET /v1/%zz')
  assert.match(await answered(crooked.text), /^HTTP\/1\.1 400/)
  await hasLine(crooked.id, 400)
  const nowhere = await answered('GET /health HTTP/1.1\r\nx-request-id: without-a-host\r\n\r\n')
  assert.match(nowhere, /^HTTP\/1\.1 400/)
  await hasLine('without-a-host', 400)
  const expecting = head('GET /health', 'expect: miracles\r\n')
  assert.match(await answered(expecting.text), /^HTTP\/1\.1 200/)
  await hasLine(expecting.id, 200)
  assert.match(await answered('CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n'), /^HTTP\/1\.1 405/)
  await until('it is counted', async () => (await counted('unknown', 405)) === 1)
})

test('an upload that is refused in the middle has its line with its address', async () => {
  const checksum = createHash('sha3-512').update('six').digest('base64')
  const files = [{ byte_size: 3, checksum, content_type: 'text/plain' }]
  const announced = await call('POST /v1/files', { token, json: { administration_id, files } })
  const [place] = announced.body as { url: string }[]
  const { id, text } = head(
    `PUT ${new URL(place?.url ?? '').pathname}`,
    'content-type: text/plain\r\ntransfer-encoding: chunked\r\n',
  )
  const socket = await open()
  socket.write(`${text}6\r\ntwelve\r\n`)
  await hasLine(id, 422)
  socket.destroy()
})

test('whoever left before their address was asked for is no fault of ours', async () => {
  const before = lines.length
  const ids: string[] = []
  for (let round = 0; round < 20; round++) {
    // Not allowed, and new: that is looked up twice, and at the second time the client is gone.
    const unable = await given.token(tenant, { permissions: [], ip_allow_list: ['127.0.0.1'] })
    const { id, text } = head(list)
    ids.push(id)
    const socket = await open()
    const begun = begins(id)
    socket.write(text.replace(token, unable))
    await begun
    breakOff(socket)
  }
  await until('all of them are in the log', () => ids.every((id) => linesOf(id).length === 1))
  await call('GET /ready')
  assert.deepEqual(
    lines.slice(before).filter(({ level }) => level >= 50),
    [],
  )
})

test('none of them has a second line, also not when the service has stopped', async () => {
  await app.stop()
  assert.ok(ended.length > 5)
  for (const id of ended) assert.equal(linesOf(id).length, 1, id)
})
