import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cpuOf, memoryOf } from '../bench/processes.ts'
import { makeAsker, type Reply } from '../faults/ask.ts'
import { startChild } from '../faults/child.ts'
import { givenIn } from './given.ts'
import { addressOf, testDatabase } from './harness.ts'
import { pause } from './pause.ts'
import { until } from './until.ts'

const database = await testDatabase()
const given = givenIn(database.db)
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
await given.debtors(tenant, 600)
// With what a debtor of a real administration has, so that a page of 500 is half a megabyte.
await sql`update debtors set name = name || repeat(' and Partners', 18) where administration_id = ${administration_id}::bigint`.execute(
  database.db,
)
const env = { DATABASE_URL: addressOf(database.connection), RATE_LIMIT: '0', WAIT_MS_MAX: '0', LOG_LEVEL: 'warn' }
const child = await startChild(env)
after(child.stop)
const { port } = new URL(child.base_url)
const asker = makeAsker(child.base_url, { connections: 16, limit_ms: 60_000 })
after(asker.close)

/** Measures the most memory that the service has while something happens. Null where the system does not say. */
async function mostMemory(work: () => Promise<void>): Promise<number | null> {
  let most = memoryOf(child.pid)
  let going = true
  const watch = async (): Promise<void> => {
    for (; going; await pause(20, 'looks now and then, so that it is no load itself')) {
      const now = memoryOf(child.pid)
      if (most !== null && now !== null) most = Math.max(most, now)
    }
  }
  const watching = watch()
  await work().finally(() => {
    going = false
  })
  await watching
  return most
}

const path = `/v1/debtors?administration_id=${administration_id}&per_page=500`
const request = `GET ${path} HTTP/1.1\r\nhost: dunlin\r\nauthorization: Bearer ${token}\r\n`

/** Clients that ask, and read nothing until they are told to. */
async function unreading(count: number, text: string): Promise<Socket[]> {
  const clients: Socket[] = []
  for (let n = 0; n < count; n++) {
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    socket.pause()
    socket.on('error', () => {})
    clients.push(socket)
    await once(socket, 'connect')
    socket.write(text)
  }
  return clients
}

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += chunk
  return text
}

test('what large bodies took is given back once they are done with', async (t) => {
  const bodyOf = (turn: number): string => {
    const texts = Array.from({ length: 8 }, (_, place) => [`field_${place}`, `${turn} ${place} `.repeat(20)])
    const fields = Object.fromEntries(texts)
    const messages = Array.from({ length: 1_000 }, (_, n) => ({ id: String(10 ** 6 + n), ...fields }))
    return JSON.stringify({ administration_id, messages })
  }
  const before = memoryOf(child.pid)
  const most = await mostMemory(async () => {
    for (let turn = 0; turn < 40; turn++) {
      const { status, text } = await asker.ask('/v1/messages', { method: 'PATCH', token, body: bodyOf(turn) })
      assert.equal(status, 200, text.slice(0, 200))
    }
  })
  if (before === null || most === null) return
  t.diagnostic(`${before} MB before, ${most} MB at the most`)
  // Less is not worth stopping everything for.
  const worth_mb = 48
  const left = Math.max(worth_mb, (most - before) / 2)
  await until('most of it is given back', () => (memoryOf(child.pid) ?? 0) < before + left, 120_000)
  t.diagnostic(`${memoryOf(child.pid)} MB after`)
})

test('200 clients that do not read their page of 500 hold less than 300 MB, and get it whole in the end', async (t) => {
  const page = (await asker.ask(path, { token })).text
  assert.ok(page.length > 480_000, `${page.length}`)
  let clients: Socket[] = []
  const most = await mostMemory(async () => {
    clients = await unreading(200, `${request}connection: close\r\n\r\n`)
    // Whoever asks is served in turn: the page that is asked for last is there after all of theirs were made.
    assert.equal((await asker.ask(path, { token })).text, page, 'others are served')
  })
  t.diagnostic(`${most} MB at the most, a page has ${Math.round(page.length / 1024)} kB`)
  assert.ok(most === null || most < 300, `${most} MB`)
  for (const socket of clients) {
    const text = await readAll(socket)
    assert.equal(text.slice(text.indexOf('\r\n\r\n') + 4), page)
  }
})

test('when they ask again and again without reading, what waits for them stays bounded as well', async (t) => {
  // The system takes some megabytes for each connection; what comes after that has to wait in the service.
  const times = 16
  let clients: Socket[] = []
  const most = await mostMemory(async () => {
    clients = await unreading(200, `${request}\r\n`.repeat(times))
    await until('what waits for them reaches its bound', async () =>
      /^dunlin_turned_away_total\{reason="memory"\} [1-9]/m.test((await asker.ask('/metrics')).text),
    )
    assert.equal((await asker.ask('/health')).status, 200)
  })
  t.diagnostic(`${most} MB at the most`)
  // All of their answers together would be more than a gigabyte.
  assert.ok(most === null || most < 400, `${most} MB`)
  // While they are still there, and still do not read.
  await until('others are served', async () => (await asker.ask(path, { token })).status === 200)
  for (const socket of clients) socket.destroy()
})

test('bodies of 20 MB are taken a few at a time, and the others are asked to come again', async (t) => {
  const message_id = await given.message(tenant)
  const junk = 'x'.repeat(2_000)
  const messages = Array.from({ length: 1_000 }, (_, n) => ({ id: n === 0 ? message_id : String(10 ** 6 + n), junk }))
  const body = JSON.stringify({ administration_id, messages, more: 'y'.repeat(17_000_000) })
  const answers: Reply[] = []
  const most = await mostMemory(async () => {
    const all = Array.from({ length: 10 }, () => asker.ask('/v1/messages', { method: 'PATCH', token, body }))
    answers.push(...(await Promise.all(all)))
  })
  t.diagnostic(`${most} MB at the most, for ${answers.map(({ status }) => status)}`)
  for (const { status, text, headers } of answers) {
    assert.ok(status === 200 || status === 503, `${status} ${text.slice(0, 200)}`)
    if (status === 503) assert.match(String(headers['retry-after']), /^[123]$/)
  }
  assert.ok(answers.some(({ status }) => status === 200))
  assert.ok(answers.some(({ status }) => status === 503))
  assert.ok(most === null || most < 700, `${most} MB`)
  await until('the room is free again', async () => {
    const { status } = await asker.ask('/v1/messages', { method: 'PATCH', token, body })
    return status === 200
  })
})

test('a body of more than 20 MB is refused, whether it says how long it is or not', async () => {
  const body = 'x'.repeat(21 * 1024 * 1024)
  const reply = await asker.ask('/v1/messages', { method: 'PATCH', token, body })
  // The answer is sent while the body still comes in; a client may see it, or the closed connection.
  if (reply.broke === null) assert.equal(reply.status, 413)
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.on('error', () => {})
  let heard = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    heard += chunk
  })
  const answered = once(socket, 'data')
  const closed = once(socket, 'close')
  socket.write(
    `PATCH /v1/messages HTTP/1.1\r\nhost: dunlin\r\nauthorization: Bearer ${token}\r\n` +
      'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  )
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const most = await mostMemory(async () => {
    for (let count = 0; count < 21 * 16 + 1 && heard === '' && !socket.destroyed; count++) {
      // A server that has refused it reads no further.
      const sent = new Promise((resolve) => socket.write(chunk, resolve))
      await Promise.race([sent, answered, closed])
    }
    await until('it is refused', () => heard !== '' || socket.destroyed)
  })
  if (heard !== '') assert.match(heard, /^HTTP\/1\.1 413 /)
  assert.ok(most === null || most < 700, `${most} MB`)
  socket.destroy()
})

const deep = (opens: string, closes: string): string => `${opens.repeat(400_000)}${closes.repeat(400_000)}`
const many = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"name_${n}":${n}`).join(',')}}`
const objects = (count: number): string => `[${'{},'.repeat(count - 1)}{}]`
const escaped = (text: string): string => text.replaceAll(/[^"]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)
const inText = (text: string): string => `{"messages":${JSON.stringify(text)}}`
const inItems = (item: string): string =>
  `{"messages":[${Array.from({ length: 900 }, (_, n) => `{"id":"${n}","x":${item}}`).join(',')}]}`
const hostile: [string, string, RegExp][] = [
  ['six million objects in a text', inText(objects(6_000_000)), /more than 100000 items|more than 500000 values/],
  ['lists of many objects in a text', inText(`[${`${objects(90_000)},`.repeat(60)}1]`), /more than 500000 values/],
  ['lists of many objects', `{"messages":[${`${objects(90_000)},`.repeat(60)}1]}`, /more than 500000 values/],
  ['objects in an escaped text', `{"messages":"${escaped(objects(900_000))}"}`, /more than 500000 values/],
  ['objects in the text of each item', inItems(JSON.stringify(objects(6_000))), /more than 500000 values/],
  ['objects in an escaped text of each item', inItems(`"${escaped(objects(1_000))}"`), /more than 500000 values/],
  [
    'names that are all different',
    `{"messages":[${Array.from({ length: 900 }, (_, n) => many(400).replaceAll('name_', `n${n}_`)).join(',')}]}`,
    /more than 2000 different names/,
  ],
  ['objects in a field of a form', `messages=${objects(6_000_000)}`, /more than 150000 values in a form/],
  [
    'a form of fields that are nested deeply',
    Array.from({ length: 99_000 }, (_, n) => `a[${n}][b][c][d][e][f]=1`).join('&'),
    /more than 150000 values in a form/,
  ],
  ['a form of many names', Array.from({ length: 99_000 }, (_, n) => `n${n}=1`).join('&'), /more than 500 members/],
  ['a form of nothing', '&'.repeat(19_000_000), /more than 100000 form fields/],
  ['lists in lists', `{"messages":${deep('[', ']')}}`, /nested deeper than 32/],
  ['objects in objects', `{"messages":${deep('{"a":', '}')}}`, /nested deeper than 32/],
  ['a million names', many(1_000_000), /more than 500 members/],
  ['a million items', `{"messages":[${'1,'.repeat(1_000_000)}1]}`, /more than 100000 items/],
  ['a name of 10 MB', `{"${'n'.repeat(10_000_000)}":1}`, /name longer than 200 bytes/],
  ['a name of 10 MB in a form', `${'n'.repeat(10_000_000)}=1`, /name longer than 200/],
  ['a form of a million fields', 'a=1&'.repeat(1_000_000), /more than 100000 form fields/],
  ['a form that is nested deeply', `a${'[b]'.repeat(100_000)}=1`, /name longer than 200|nested deeper/],
]

for (const [name, body, says] of hostile) {
  test(`${name} in a body: refused at once`, async (t) => {
    const form = !body.startsWith('{')
    const headers = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const before_ms = cpuOf(child.pid) ?? 0
    const asked = asker.ask('/v1/messages', { method: 'PATCH', token, body, headers })
    const most = await mostMemory(async () => void (await asked))
    const reply = await asked
    const took_ms = (cpuOf(child.pid) ?? 0) - before_ms
    t.diagnostic(`${took_ms} ms of the processor, ${most} MB at the most`)
    assert.equal(reply.status, 422, reply.text.slice(0, 200))
    assert.match(reply.text, says)
    assert.ok(reply.text.length < 1_000, 'and the answer does not repeat it')
    // Reading ten megabytes takes a moment by itself; understanding them would keep the processor from others for
    // seconds. Its time counts, and not that of a clock on the wall: the machine may have other things to do.
    assert.ok(took_ms < 3_000, `${took_ms} ms`)
    assert.equal((await asker.ask('/health')).status, 200)
    assert.ok(most === null || most < 700, `${most} MB`)
  })
}
