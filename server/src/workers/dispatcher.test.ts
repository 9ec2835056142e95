import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { until } from '../../test/until.ts'
import { type ConnectionTaker, type Dispatcher, startDispatcher } from './dispatcher.ts'

/** Somebody who takes what they are given, and says so or not. */
function taker(dispatcher: Dispatcher, says: boolean) {
  const given: Socket[] = []
  const one: ConnectionTaker = {
    give: (socket) => {
      given.push(socket)
      if (says) setImmediate(() => dispatcher.free(one))
    },
  }
  return { one, given }
}

async function visit({ port }: Dispatcher): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

async function open(t: TestContext): Promise<Dispatcher> {
  const dispatcher = await startDispatcher({ host: '127.0.0.1', port: 0 })
  t.after(dispatcher.close)
  return dispatcher
}

test('connections are handed out in turn', async (t) => {
  const dispatcher = await open(t)
  const [one, other] = [taker(dispatcher, true), taker(dispatcher, true)]
  dispatcher.free(one.one)
  dispatcher.free(other.one)
  for (let count = 1; count <= 6; count++) {
    await visit(dispatcher)
    await until('it is given', () => one.given.length + other.given.length === count)
  }
  assert.deepEqual([one.given.length, other.given.length], [3, 3])
})

test('a connection waits while there is nobody, and is not lost with whoever dies before taking it', async (t) => {
  const dispatcher = await open(t)
  const early = await visit(dispatcher)
  const dying = taker(dispatcher, false)
  dispatcher.free(dying.one)
  await until('it is given the one that waited', () => dying.given.length === 1)
  const next = await visit(dispatcher)
  const heir = taker(dispatcher, true)
  dispatcher.free(heir.one)
  await until('the next one is given', () => heir.given.length === 1)
  assert.equal(dying.given.length, 1, 'it gets no second one before it has the first')
  dispatcher.lost(dying.one)
  await until('what it had not taken goes to another', () => heir.given.length === 2)
  assert.deepEqual(
    heir.given.map((socket) => socket.remotePort),
    [next.localPort, early.localPort],
  )
})

test('whoever retires gets no more, and a door that is closed lets nobody wait', async (t) => {
  const dispatcher = await open(t)
  const old = taker(dispatcher, true)
  dispatcher.free(old.one)
  dispatcher.retire(old.one)
  const other = taker(dispatcher, false)
  dispatcher.free(other.one)
  await visit(dispatcher)
  await until('another one gets it', () => other.given.length === 1)
  assert.equal(old.given.length, 0)
  const waiting = await visit(dispatcher)
  const closed = once(waiting, 'close')
  dispatcher.close()
  waiting.resume()
  await closed
})
