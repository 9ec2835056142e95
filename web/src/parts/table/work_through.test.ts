import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConsoleError } from '../../api/console_error.ts'
import { workThrough } from './work_through.ts'

const rows = Array.from({ length: 25 }, (_, index) => index)
const problem = (status: number): ConsoleError => new ConsoleError({ code: 'x', status, message: `status ${status}` })
const plain = { stopped: () => false, say: ({ message }: ConsoleError) => message }

test('rows go in portions, and the progress is reported after each of them', async () => {
  const [portions, progress]: [number[][], number[]] = [[], []]
  const ended = await workThrough({
    ...{ ...plain, rows, portion: 10, onProgress: (count: number) => progress.push(count) },
    act: async (some) => {
      portions.push([...some])
      return some.filter((row) => row === 3).map((row) => ({ row, reason: 'odd' }))
    },
  })
  assert.deepEqual(
    portions.map((some) => some.length),
    [10, 10, 5],
  )
  assert.deepEqual(progress, [10, 20, 25])
  assert.deepEqual(ended, { done: 24, refused: [{ row: 3, reason: 'odd' }], left: [] })
})

test('whoever stops it ends it after the portion that is under way, and the rest is left', async () => {
  let stopped = false
  const ended = await workThrough({
    ...{ ...plain, rows, portion: 10, onProgress: () => {}, stopped: () => stopped },
    act: async () => {
      stopped = true
      return []
    },
  })
  assert.deepEqual(ended, { done: 10, refused: [], left: rows.slice(10) })
})

test('a portion that is refused is refused row by row, and the others go on', async () => {
  const ended = await workThrough({
    ...{ ...plain, rows, portion: 10, onProgress: () => {} },
    act: async (some) => {
      if (some.includes(12)) throw problem(422)
      return []
    },
  })
  assert.equal(ended.done, 15)
  assert.deepEqual(
    ended.refused.map(({ row }) => row),
    rows.slice(10, 20),
  )
  assert.equal(ended.refused[0]?.reason, 'status 422')
})

test('where nobody answers it ends, and what is no refusal is not swallowed', async () => {
  for (const status of [0, 401, 429, 503]) {
    const ended = await workThrough({
      ...{ ...plain, rows, portion: 10, onProgress: () => {} },
      act: async () => {
        throw problem(status)
      },
    })
    assert.deepEqual([ended.done, ended.refused.length, ended.left.length], [0, 10, 15], String(status))
  }
  const broken = workThrough({
    ...{ ...plain, rows, portion: 10, onProgress: () => {} },
    act: async () => {
      throw new TypeError('a bug')
    },
  })
  await assert.rejects(broken, /a bug/)
})
