import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { startChild } from '../../faults/child.ts'
import { addressOf, testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

// What strangers send in parts, to a service of its own, because it might end with it.

const database = await testDatabase()
const child = await startChild({ DATABASE_URL: addressOf(database.connection), WAIT_MS_MAX: '0', RATE_LIMIT: '0' })
after(child.stop)
const { port } = new URL(child.base_url)

const field = (name: string, value = '1'): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (value: string): string =>
  `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${value}\r\n`
const fields = Array.from({ length: 1001 }, (_, n) => field(`n${n}`)).join('')
const end = '--b--\r\n'

const bodies: { [name: string]: [body: string, status: number] } = {
  'more parts than any, and no end': [`${'--b\r\n'.repeat(1_200)}x`, 422],
  'more parts than any, and an end': ['--b\r\n'.repeat(1_200) + end, 422],
  'very many parts': ['--b\r\n'.repeat(200_000), 422],
  'more values than may be, and no end': [`${fields}--b\r\nx`, 422],
  'more values than may be, and half of a file': [fields + file('x'.repeat(100)), 422],
  'more files than may be, and no end': [`${file('x').repeat(12)}--b\r\nx`, 422],
  'a value that is too long, and a file': [field('text', 'x'.repeat(1_100_000)) + file('x'.repeat(200_000)) + end, 422],
  'too much of values, and a file': [field('n', 'x'.repeat(900_000)).repeat(3) + file('x'.repeat(300_000)) + end, 413],
  'headers of a part in which the body ends': ['--b\r\ncontent-disposition: form-da\r\n--b--\r\n', 422],
  'headers of a part, and nothing': ['--b\r\ncontent-disposition: form-da', 422],
}

/** Sends a body and, on the same connection, asks how the service is. */
const send = async (body: string): Promise<string> => {
  const socket = connect(Number(port), '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('error', () => {})
  socket.on('data', (text: string) => {
    heard += text
  })
  const head = 'content-type: multipart/form-data; boundary=b'
  socket.write(`POST /portal/comment HTTP/1.1\r\nhost: x\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await until('both are answered', () => heard.split('HTTP/1.1 ').length === 3 || socket.closed)
  socket.destroy()
  return heard
}

for (const [name, [body, status]] of Object.entries(bodies)) {
  test(`${name}: is refused, and nothing more`, async () => {
    const heard = await send(body)
    assert.match(heard, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.match(heard, /HTTP\/1\.1 200 /, 'the connection is good for another request')
    assert.ok(child.alive())
  })
}

test('a value that comes byte by byte is refused', async () => {
  const socket = connect(Number(port), '127.0.0.1')
  after(() => socket.destroy())
  socket.on('error', () => {})
  const head = 'content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked'
  const begin = '--b\r\ncontent-disposition: form-data; name="text"\r\n\r\n'
  socket.write(
    `POST /portal/comment HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n${begin.length.toString(16)}\r\n${begin}\r\n`,
  )
  socket.write('1\r\nx\r\n'.repeat(60_000))
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 422 [\s\S]*too many pieces/)
})

test('nothing of that ended the process', () => {
  assert.deepEqual(
    child.lines.filter((line) => /"level":(50|60)/.test(line)),
    [],
  )
})
