import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { againAfterDeadlock } from './deadlock.ts'

const deadlock = (message: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code: '40P01' })

/** A transaction that is given up so often, and how often it was tried. */
function givenUp(times: number, message: string): { tried: () => number; transaction: () => Promise<string> } {
  let tried = 0
  const transaction = async (): Promise<string> => {
    tried++
    if (tried <= times) throw deadlock(message)
    return 'done'
  }
  return { tried: () => tried, transaction }
}

const of_nodes = 'canceling the transaction since it was involved in a distributed deadlock'

test('what the nodes of a cluster gave up is done again', async () => {
  const { transaction, tried } = givenUp(3, of_nodes)
  assert.equal(await againAfterDeadlock(transaction), 'done')
  assert.equal(tried(), 4)
})

test('it ends where it is given up again and again, and one server gives nothing up that is no fault of ours', async () => {
  const ever = givenUp(100, of_nodes)
  await assert.rejects(againAfterDeadlock(ever.transaction), /distributed deadlock/)
  assert.equal(ever.tried(), 4)
  const alone = givenUp(100, 'deadlock detected')
  await assert.rejects(againAfterDeadlock(alone.transaction), /deadlock detected/)
  assert.equal(alone.tried(), 1)
})
