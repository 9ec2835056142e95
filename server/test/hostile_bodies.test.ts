import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeAsker } from '../faults/ask.ts'
import { breakOff } from '../faults/break_off.ts'
import { startChild } from '../faults/child.ts'
import { givenIn } from './given.ts'
import { addressOf, testDatabase } from './harness.ts'
import { pause } from './pause.ts'
import { until } from './until.ts'

// Bodies that never end, and clients that leave in the middle of them.

const seconds = Number(process.env.KILL_SECONDS ?? 5)
const database = await testDatabase()
const given = givenIn(database.db)
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const message_id = await given.message(tenant)
await given.debtors(tenant, 500)
// So that a few pages are more than the system takes for a client that does not read.
await sql`update debtors set name = name || repeat(' and Partners', 18) where administration_id = ${administration_id}::bigint`.execute(
  database.db,
)
const env = { DATABASE_URL: addressOf(database.connection), RATE_LIMIT: '0', WAIT_MS_MAX: '0', LOG_LEVEL: 'warn' }
const child = await startChild(env)
after(child.stop)
const { port } = new URL(child.base_url)
const asker = makeAsker(child.base_url, { connections: 4, limit_ms: 30_000 })
after(asker.close)

const junk = 'x'.repeat(18_000_000)
const large = JSON.stringify({ administration_id, messages: [{ id: message_id }], junk })
const sendLarge = async (): Promise<number> =>
  (await asker.ask('/v1/messages', { method: 'PATCH', token, body: large })).status

async function open(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.on('error', () => {})
  socket.setEncoding('utf8')
  await once(socket, 'connect')
  return socket
}

type Sending = { path?: string; by?: string | null; body: string; method?: string }
const headOf = ({ path = '/v1/messages', by = token, body, method = 'PATCH' }: Sending): string =>
  `${method} ${path} HTTP/1.1\r\nhost: dunlin\r\ncontent-type: application/json\r\n${body}\r\n` +
  `${by === null ? '' : `authorization: Bearer ${by}\r\n`}\r\n`
const length = (bytes: number): string => `content-length: ${bytes}`
const chunked = 'transfer-encoding: chunked'
const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`

/** Begins a body and sends no more of it. */
async function hold(sending: Sending, text = ''): Promise<Socket> {
  const socket = await open()
  socket.write(headOf(sending) + text)
  return socket
}

/** Fills the room for large bodies. On a busy machine bodies may have to go as too slow before it is full. */
async function fill(): Promise<Socket[]> {
  let held: Socket[] = []
  await until('it is full', async () => {
    for (const socket of held) breakOff(socket)
    held = await Promise.all([1, 2].map(() => hold({ body: length(20_000_000) }, 'x')))
    return (await sendLarge()) === 503
  })
  return held
}

test('without a token nobody can fill the room for bodies, nor end the process', async () => {
  const path = '/v1/nothing_here'
  const held = await Promise.all([1, 2, 3].map(() => hold({ path, by: null, body: length(20_000_000) }, 'x')))
  const pieces = await hold({ path, by: null, body: chunked }, chunk(1000))
  for (let sent = 0; sent < 50; sent++) {
    pieces.write(chunk(60_000))
    await yieldToOthers()
  }
  assert.equal(await sendLarge(), 200)
  assert.ok(child.alive())
  for (const socket of [...held, pieces]) breakOff(socket)
})

test('the room of clients that left is free again', async () => {
  for (let round = 0; round < 3; round++) {
    const held = await fill()
    for (const socket of held) breakOff(socket)
    await until('it is free again', async () => (await sendLarge()) === 200)
  }
})

test('a body of unknown length that finds no room is refused once, and the process goes on', async () => {
  const held = await fill()
  const socket = await hold({ body: chunked })
  let heard = ''
  socket.on('data', (text: string) => {
    heard += text
  })
  for (let sent = 0; sent < 200 && heard === '' && !socket.destroyed; sent++) {
    socket.write(chunk(60_000) + chunk(60_000))
    await yieldToOthers()
  }
  await until('it is answered', () => heard !== '' || socket.destroyed)
  if (heard !== '') assert.match(heard, /^HTTP\/1\.1 503 /)
  assert.equal((await asker.ask('/health')).status, 200)
  assert.ok(child.alive())
  for (const one of [...held, socket]) breakOff(one)
  await until('it is free again', async () => (await sendLarge()) === 200)
})

test('a body that is sent byte by byte takes no more memory than others', async () => {
  const socket = await hold({ body: chunked }, '1\r\n \r\n'.repeat(200_000))
  let heard = ''
  socket.on('data', (text: string) => {
    heard += text
  })
  await until('it is refused', () => heard !== '')
  assert.match(heard, /^HTTP\/1\.1 503 /, 'each byte is kept in an object of its own')
  breakOff(socket)
  const some = await hold({ body: chunked }, `${'1\r\n \r\n'.repeat(20_000)}2\r\n[]\r\n0\r\n\r\n`)
  const [answer] = await once(some, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 422 /, 'it is read while there is room for it')
  breakOff(some)
  assert.equal(await sendLarge(), 200)
})

test('strangers who begin very many bodies keep nobody else out', async () => {
  const page = await fetch(`${child.base_url}/console/session`)
  const cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { csrf_token } = (await page.json()) as { csrf_token: string }
  const head =
    `POST /console/sign_in HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\nx-csrf-token: ${csrf_token}\r\n` +
    'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n'
  const sockets: Socket[] = []
  for (let count = 0; count < 400; count++) {
    const socket = await open()
    socket.write(head)
    sockets.push(socket)
  }
  const small = JSON.stringify({ administration_id, messages: [{ id: message_id, read: true }] })
  for (let round = 0; round < 5; round++) {
    const { status } = await asker.ask('/v1/messages', { method: 'PATCH', token, body: small })
    assert.equal(status, 200)
  }
  for (const socket of sockets) breakOff(socket)
})

test('a body of a type that nobody reads does not end the process either', async () => {
  const sockets: Socket[] = []
  for (let count = 0; count < 4; count++) {
    const socket = await open()
    socket.write(headOf({ body: chunked }).replace('application/json', 'application/json-patch+json'))
    sockets.push(socket)
  }
  for (let sent = 0; sent < 250; sent++) {
    for (const socket of sockets) if (!socket.destroyed) socket.write(chunk(60_000))
    await yieldToOthers()
  }
  assert.equal((await asker.ask('/health')).status, 200)
  for (const socket of sockets) socket.destroy()
})

test('bodies that come too slowly make room for those that do not', async () => {
  const held = await Promise.all([1, 2].map(() => hold({ body: length(20_000_000) }, 'x')))
  const drip = setInterval(() => held.forEach((socket) => void socket.write('x')), 100)
  let heard = ''
  for (const socket of held) socket.on('data', (text: string) => (heard += text))
  // A body that is there before theirs has room as it is: it is asked for until one of them had to go.
  await until('they made room', async () => (await sendLarge()) === 200 && heard !== '', 20_000)
  clearInterval(drip)
  assert.match(heard, /^HTTP\/1\.1 503 [\s\S]*retry-after: /)
  for (const socket of held) socket.destroy()
})

test('a body whose answer nobody takes does not keep its room', async () => {
  const held: Socket[] = []
  for (let count = 0; count < 2; count++) {
    const socket = await open()
    socket.pause()
    // The pages before it are never read, so its answer cannot go out.
    const list = headOf({
      path: `/v1/debtors?administration_id=${administration_id}&per_page=500`,
      body: length(0),
      method: 'GET',
    })
    socket.write(list.repeat(12) + headOf({ body: length(large.length) }) + large)
    held.push(socket)
  }
  await until('both bodies were read', () => held.every((socket) => socket.writableLength === 0))
  await until('there is room', async () => (await sendLarge()) === 200, 10_000)
  assert.ok(held.every((socket) => !socket.closed))
  for (const socket of held) socket.destroy()
})

test(`clients are killed at random for ${seconds} s, and nothing of them stays`, async () => {
  const end = performance.now() + seconds * 1000
  const random = (below: number): number => Math.floor(Math.random() * below)
  const kinds: (() => Promise<Socket>)[] = [
    () => hold({ body: length(20_000_000) }, 'x'.repeat(random(100_000))),
    () => hold({ body: length(300_000 + random(10_000_000)) }, 'x'.repeat(random(300_000))),
    () => hold({ body: length(random(200_000)) }, 'x'),
    () => hold({ body: chunked }, Array.from({ length: random(20) }, () => chunk(1 + random(60_000))).join('')),
    () => hold({ path: '/v1/nothing_here', by: null, body: chunked }, chunk(60_000)),
    () => hold({ path: '/v1/orders', body: chunked, method: 'POST' }, chunk(60_000)),
    () => hold({ path: `/v1/debtors?administration_id=${administration_id}`, body: length(0), method: 'GET' }),
  ]
  const run = async (): Promise<void> => {
    while (performance.now() < end) {
      const socket = await kinds[random(kinds.length)]?.()
      for (let more = random(3); more > 0 && socket && !socket.destroyed; more--) {
        socket.write(chunk(1 + random(100_000)))
        await pause(random(20), 'clients that come, send and go at moments that nobody knows')
      }
      if (socket && random(2) === 0) breakOff(socket)
      else socket?.destroy()
    }
  }
  await Promise.all(Array.from({ length: 12 }, run))
  assert.ok(child.alive())
  await until('everything is free', async () =>
    (await Promise.all([sendLarge(), sendLarge()])).every((one) => one === 200),
  )
  assert.deepEqual(
    child.lines.filter((line) => /"level":(50|60)/.test(line)),
    [],
  )
})
