import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextRound, stepsTo } from './next_round.ts'

test('a scale ends on a number that people like to read, and never below what it shows', () => {
  const cases: [number, number][] = [
    [0, 0],
    [-4, 0],
    [1, 1],
    [1.01, 2],
    [4, 4],
    [7, 8],
    [20_400, 30_000],
    [10, 10],
    [123456, 200000],
    [500, 500],
  ]
  for (const [value, top] of cases) assert.equal(nextRound(value), top, String(value))
})

test('a scale is parted into whole steps, down to zero', () => {
  assert.deepEqual(stepsTo(0), [])
  assert.deepEqual(stepsTo(1), [1, 0])
  assert.deepEqual(stepsTo(2), [2, 1, 0])
  assert.deepEqual(stepsTo(10), [10, 8, 6, 4, 2, 0])
  assert.deepEqual(stepsTo(20_000), [20_000, 15_000, 10_000, 5_000, 0])
  assert.deepEqual(stepsTo(30_000), [30_000, 20_000, 10_000, 0])
})
