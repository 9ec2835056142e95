import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { until } from '../../test/until.ts'
import { outletOf } from '../http/live.ts'
import { makeStreams } from './streams.ts'

const waiting_bytes = 64 * 1024
const streams = makeStreams({ of_person: 10, of_process: 3, waiting_bytes })
const answers: ServerResponse[] = []
const server = createServer((request, response) => {
  const viewer = { user_id: request.url ?? '', session_id: '1', administration_id: '1' }
  try {
    const stream = streams.open(viewer, outletOf(response))
    response.on('close', () => streams.close(stream))
    response.writeHead(200).flushHeaders()
    answers.push(response)
  } catch (error) {
    response.writeHead((error as { status: number }).status).end(String(error))
  }
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
after(() => streams.leave())

async function listen(path: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  const asked = get({ host: '127.0.0.1', port, path, agent: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  return answer
}

test('a page that takes nothing is dropped before it holds much, and keeps nobody else waiting', async () => {
  const [stuck, reading] = [await listen('/stuck'), await listen('/reading')]
  stuck.pause()
  let read = 0
  reading.on('data', (piece: Buffer) => {
    read += piece.length
  })
  streams.greet('1', null)
  const changes = [{ kind: 'invoices', id: 'x'.repeat(20_000) }]
  let sent = 0
  let most = 0
  // The system itself holds some megabytes for a connection before anything waits here.
  await until('it is dropped', () => {
    streams.announce('1', { changes })
    sent += 20_000
    most = Math.max(most, answers[0]?.writableLength ?? 0)
    return streams.count() === 1
  })
  assert.ok(most <= waiting_bytes + 21_000, `${most} bytes waited`)
  await until('its connection is gone', () => answers[0]?.destroyed === true)
  await until('the other one has everything', () => read >= sent)
  reading.destroy()
  await until('nobody is there', () => streams.count() === 0)
})

test('a process takes so many, says so to those who come after, and when it leaves ends all', async () => {
  const all = [await listen('/a'), await listen('/b'), await listen('/c')]
  assert.equal((await listen('/d')).statusCode, 503)
  const ended = all.map((one) => once(one.resume(), 'end'))
  streams.leave()
  await Promise.all(ended)
  assert.equal(streams.count(), 0)
  assert.equal((await listen('/e')).statusCode, 503)
})
