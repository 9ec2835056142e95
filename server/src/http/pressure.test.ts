import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { type TestContext, test } from 'node:test'
import { watchPressure } from './pressure.ts'

const tick_ms = 10

/** What is watched of a pool: how many wait, and when one gets a connection. And a clock that we turn. */
function givenQueue(t: TestContext, wait_ms_max: number) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let now_ms = 0
  const pool = Object.assign(new EventEmitter(), { waitingCount: 0 })
  const pressure = watchPressure({
    // Only `on` and `waitingCount` are used, and they are as a pool has them.
    pool: pool as never,
    wait_ms_max,
    count: () => {},
    log: () => {},
    tick_ms,
    clock_ms: () => now_ms,
  })
  t.after(pressure.stop)
  /** The next look at it, which comes so much too late. */
  const look = (late_ms = 0): void => {
    now_ms += tick_ms + late_ms
    t.mock.timers.tick(tick_ms)
  }
  return { pool, pressure, look }
}

test('a long queue that moves is no overload, one that stands still is', (t) => {
  const { pool, pressure, look } = givenQueue(t, 2_000)
  pool.waitingCount = 300
  for (let looks = 0; looks < 40; looks++) {
    for (let count = 0; count < 4; count++) pool.emit('acquire')
    look()
    assert.equal(pressure.reason(), null)
  }
  let looks = 0
  while (pressure.reason() === null && looks++ < 100) look()
  assert.equal(pressure.reason(), 'database')
  assert.ok(looks > 5, `a moment in which nobody is served is not enough: ${looks}`)
  pool.waitingCount = 0
  look()
  assert.equal(pressure.reason(), null)
})

test('one long piece of work is no overload, one after the other is', (t) => {
  const { pressure, look } = givenQueue(t, 400)
  look()
  look(500)
  assert.equal(pressure.reason(), null)
  look(500)
  assert.equal(pressure.reason(), 'event_loop')
  look()
  assert.equal(pressure.reason(), null)
})

test('switched off, nothing is overload', (t) => {
  const { pool, pressure, look } = givenQueue(t, 0)
  pool.waitingCount = 10_000
  for (let looks = 0; looks < 30; looks++) look(500)
  assert.equal(pressure.reason(), null)
})
