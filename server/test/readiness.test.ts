import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startProxy } from '../faults/proxy.ts'
import { startService, testDatabase } from './harness.ts'
import { until } from './until.ts'

test('a database that says nothing is not ready, and that is answered in time', async () => {
  const database = await testDatabase()
  const wire = await startProxy(database.connection)
  after(wire.close)
  const origin = await startService()
  const apart = { ...database, connection: wire.url }
  const service = await startService({ beside: { ...origin, database: apart }, database_url: wire.url })
  assert.equal((await service.call('GET /ready')).status, 200)
  wire.stall(true)
  const began_ms = performance.now()
  const answers = await Promise.all([service.call('GET /ready'), service.call('GET /ready')])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [503, 503],
  )
  assert.ok(performance.now() - began_ms < 15_000)
  assert.equal((await service.call('GET /health')).status, 200)
  wire.stall(false)
  await until('it is ready again', async () => (await service.call('GET /ready')).status === 200)
})
