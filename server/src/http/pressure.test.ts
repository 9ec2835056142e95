import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../test/until.ts'
import { watchPressure } from './pressure.ts'

/** The two things that are watched of a pool: how many wait, and when one gets a connection. */
function givenQueue(t: { after: (end: () => void) => void }, wait_ms_max: number) {
  const pool = Object.assign(new EventEmitter(), { waitingCount: 0 })
  // Only `on` and `waitingCount` are used, and they are as a pool has them.
  const pressure = watchPressure({ pool: pool as never, wait_ms_max, count: () => {}, log: () => {}, tick_ms: 10 })
  t.after(pressure.stop)
  return { pool, pressure }
}

/** Keeps the processor from everybody else. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('a long queue that moves is no overload, one that stands still is', async (t) => {
  const { pool, pressure } = givenQueue(t, 2_000)
  pool.waitingCount = 300
  const serving = setInterval(() => {
    for (let count = 0; count < 400; count++) pool.emit('acquire')
  }, 10)
  t.after(() => clearInterval(serving))
  for (let looks = 0; looks < 40; looks++) {
    await pause(10)
    assert.notEqual(pressure.reason(), 'database')
  }
  clearInterval(serving)
  await until('it is noticed', () => pressure.reason() === 'database')
  pool.waitingCount = 0
  await until('and that it is over', () => pressure.reason() === null)
})

test('one long piece of work is no overload, one after the other is', async (t) => {
  const { pressure } = givenQueue(t, 400)
  await pause(50)
  const reasons = new Set<string | null>()
  for (let pieces = 0; pieces < 6; pieces++) {
    block(500)
    // The timer comes first, then whoever waited.
    await pause(0)
    reasons.add(pressure.reason())
    if (pieces === 0) assert.equal(pressure.reason(), null)
  }
  assert.ok(reasons.has('event_loop'))
  await until('it is over', () => pressure.reason() === null)
})

test('switched off, nothing is overload', async (t) => {
  const { pool, pressure } = givenQueue(t, 0)
  pool.waitingCount = 10_000
  await pause(300)
  assert.equal(pressure.reason(), null)
})
