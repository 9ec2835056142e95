import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { toRefusal } from './errors.ts'

test('after a deadlock across nodes of a cluster, clients may try again; on one server it is our fault', () => {
  const deadlock = (message: string, where?: string): pg.DatabaseError =>
    Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code: '40P01', where })
  const statuses = [
    deadlock('deadlock detected', 'while executing command on worker1.example.com:5432'),
    deadlock('canceling the transaction since it was involved in a distributed deadlock'),
    deadlock('deadlock detected'),
    deadlock('deadlock detected', 'while locking tuple (0,1) in relation "tasks"'),
  ].map((error) => toRefusal(error).code)
  assert.deepEqual(statuses, [
    'service_unavailable',
    'service_unavailable',
    'internal_server_error',
    'internal_server_error',
  ])
})
