import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { limitSlowBodies } from './slow_bodies.ts'

const server = createServer()
limitSlowBodies(server, { ample_ms: 300, look_ms: 150, least_bytes_per_s: 2_000 })
const ended: string[] = []
server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
  ended.push(String(code))
  socket.destroy()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())

/** Begins a request with a body, and what the server made of it. */
async function begin(head: string): Promise<{ client: Socket; request: IncomingMessage }> {
  const client = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  client.on('error', () => {})
  after(() => client.destroy())
  client.write(`POST / HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`)
  const [request] = (await once(server, 'request')) as [IncomingMessage]
  return { client, request }
}

for (const head of ['content-length: 5000', 'transfer-encoding: chunked']) {
  test(`half of a body ends its connection: ${head}`, async () => {
    ended.length = 0
    const { client, request } = await begin(head)
    request.resume()
    const drops = setInterval(() => client.write(head.includes('chunked') ? '1\r\nx\r\n' : 'x'), 50)
    await once(client, 'close')
    clearInterval(drops)
    assert.deepEqual(ended, ['ERR_HTTP_REQUEST_TIMEOUT'])
  })
}

test('a body that keeps coming may take longer', async () => {
  ended.length = 0
  const { client, request } = await begin('content-length: 40000')
  const began_ms = performance.now()
  let received = 0
  request.on('data', (piece: Buffer) => {
    received += piece.length
  })
  const pieces = setInterval(() => client.write('x'.repeat(1_000)), 40)
  await once(request, 'end')
  clearInterval(pieces)
  assert.equal(received, 40_000)
  assert.ok(performance.now() - began_ms > 900, 'three times as long as any body may take')
  assert.deepEqual(ended, [])
})

test('a body that we let lie is no fault of who sent it', async () => {
  ended.length = 0
  const { client, request } = await begin('content-length: 5000')
  client.write('x'.repeat(1_000))
  const began_ms = performance.now()
  await until('it had to wait', () => performance.now() - began_ms > 900)
  assert.deepEqual(ended, [])
  request.resume()
  client.write('x'.repeat(4_000))
  await once(request, 'end')
})

test('headers have their own short limit, and the runtime ends no body', async () => {
  const { app } = await startService()
  const { headersTimeout, requestTimeout } = app.server.server as Server
  assert.deepEqual({ headersTimeout, requestTimeout }, { headersTimeout: 60_000, requestTimeout: 0 })
})
