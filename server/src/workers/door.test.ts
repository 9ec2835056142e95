import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { until } from '../../test/until.ts'
import { type Door, openDoor, type Taker } from './door.ts'

/** Somebody who takes what they are given, and says so or not. */
function taker(door: Door, says: boolean) {
  const given: Socket[] = []
  const one: Taker = {
    give: (socket) => {
      given.push(socket)
      if (says) setImmediate(() => door.free(one))
    },
  }
  return { one, given }
}

async function visit({ port }: Door): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

async function open(t: TestContext): Promise<Door> {
  const door = await openDoor({ host: '127.0.0.1', port: 0 })
  t.after(door.close)
  return door
}

test('connections are handed out in turn', async (t) => {
  const door = await open(t)
  const [one, other] = [taker(door, true), taker(door, true)]
  door.free(one.one)
  door.free(other.one)
  for (let count = 1; count <= 6; count++) {
    await visit(door)
    await until('it is given', () => one.given.length + other.given.length === count)
  }
  assert.deepEqual([one.given.length, other.given.length], [3, 3])
})

test('a connection waits while there is nobody, and is not lost with whoever dies before taking it', async (t) => {
  const door = await open(t)
  const early = await visit(door)
  const dying = taker(door, false)
  door.free(dying.one)
  await until('it is given the one that waited', () => dying.given.length === 1)
  const next = await visit(door)
  const heir = taker(door, true)
  door.free(heir.one)
  await until('the next one is given', () => heir.given.length === 1)
  assert.equal(dying.given.length, 1, 'it gets no second one before it has the first')
  door.lost(dying.one)
  await until('what it had not taken goes to another', () => heir.given.length === 2)
  assert.deepEqual(
    heir.given.map((socket) => socket.remotePort),
    [next.localPort, early.localPort],
  )
})

test('whoever retires gets no more, and a door that is closed lets nobody wait', async (t) => {
  const door = await open(t)
  const old = taker(door, true)
  door.free(old.one)
  door.retire(old.one)
  const other = taker(door, false)
  door.free(other.one)
  await visit(door)
  await until('another one gets it', () => other.given.length === 1)
  assert.equal(old.given.length, 0)
  const waiting = await visit(door)
  const closed = once(waiting, 'close')
  door.close()
  waiting.resume()
  await closed
})
