import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as later } from 'node:timers/promises'
import { startService } from '../../test/harness.ts'
import { lockWaits } from '../../test/servers.ts'
import { until } from '../../test/until.ts'
import { nextStamp } from '../db/stamp.ts'
import { makeTurns } from './turns.ts'

test('two of one administration are under way at a time, in the order in which they came', async () => {
  const inTurn = makeTurns()
  let running = 0
  let most = 0
  const began: number[] = []
  const work = (number: number) => async (): Promise<number> => {
    most = Math.max(most, ++running)
    began.push(number)
    await later()
    running--
    if (number === 3) throw new Error('one that fails')
    return number
  }
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  const ended = await Promise.allSettled(numbers.map((number) => inTurn('1', work(number))))
  assert.equal(most, 2)
  assert.deepEqual(began, numbers)
  assert.equal(ended.filter(({ status }) => status === 'rejected').length, 1)
  assert.equal(await inTurn('1', work(99)), 99, 'and then there is room again')
})

test('administrations do not wait for each other', async () => {
  const inTurn = makeTurns()
  const long = Promise.withResolvers<void>()
  const waiting = [inTurn('1', () => long.promise), inTurn('1', () => long.promise), inTurn('1', () => long.promise)]
  assert.equal(await inTurn('2', async () => 'done'), 'done')
  long.resolve()
  await Promise.all(waiting)
})

test('many who write in one administration keep no connection from the others', async () => {
  const { call, given, database, app } = await startService()
  const tenant = await given.tenant()
  const token = await given.token(tenant)
  const task = await given.task(tenant)
  const { administration_id } = tenant
  const locked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  // Somebody who changes something there, and takes their time.
  const holding = database.db.transaction().execute(async (db) => {
    await nextStamp(db, administration_id)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  const comment = { token, json: { administration_id, comment: 'In turn' } }
  let begun = 0
  app.server.server.on('request', () => void begun++)
  const writers = Array.from({ length: 24 }, () => call(`POST /v1/tasks/${task}/comment`, comment))
  await until('all of them wait', async () => begun === writers.length && (await lockWaits(database.connection)) === 2)
  const reads = await Promise.all(
    Array.from({ length: 30 }, () => call(`GET /v1/tasks?administration_id=${administration_id}`, { token })),
  )
  assert.deepEqual([...new Set(reads.map(({ status }) => status))], [200])
  free.resolve()
  await holding
  assert.deepEqual([...new Set((await Promise.all(writers)).map(({ status }) => status))], [201])
})
