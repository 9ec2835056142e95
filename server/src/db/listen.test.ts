import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { until } from '../../test/until.ts'
import { listen } from './listen.ts'

const letIn = Buffer.from([...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], ...[0x5a, 0, 0, 0, 5, 0x49]])

/** A server that lets everybody in, and answers each statement with these bytes. */
async function serverThatAnswers(answer: Buffer): Promise<{ url: string; connections: () => number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(letIn)
      socket.on('data', () => socket.write(answer))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return { url: `postgres://x@127.0.0.1:${(server.address() as AddressInfo).port}/x`, connections: () => connections }
}

function refusal(): Buffer {
  const said = Buffer.from('SERROR\0C25006\0Mcannot execute LISTEN during recovery\0\0')
  const head = Buffer.from([0x45, 0, 0, 0, said.length + 4])
  return Buffer.concat([head, said, Buffer.from([0x5a, 0, 0, 0, 5, 0x49])])
}

const silent = { heard: () => {}, lost: () => {}, back: () => {} }

for (const [says, answer, message] of [
  ['where nobody can listen yet', refusal(), /cannot execute LISTEN during recovery/],
  ['where nothing is answered', Buffer.alloc(0), /Connection terminated/],
] as const) {
  test(`${says} it is tried again with a new connection, and told once`, async () => {
    const { url, connections } = await serverThatAnswers(answer)
    const lines: unknown[] = []
    const listener = listen(url, 'news', silent, (error) => void lines.push(error), 100)
    await until('it came three times', () => connections() >= 3)
    await listener.close()
    assert.equal(lines.length, 1)
    assert.match(String(lines[0]), message)
    assert.equal(listener.listening(), false)
  })
}
