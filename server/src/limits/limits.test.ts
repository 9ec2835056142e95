import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as later } from 'node:timers/promises'
import fc from 'fast-check'
import { testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { rateLimit } from '../http/rate_limit.ts'
import { makeAuthority, portionOf } from './authority.ts'
import { startLimits } from './limits.ts'

const moment = new Date('2026-11-14T09:30:00.100Z')

/** So many processes of a machine, each with a counter of its own, and one authority that they ask by message. */
function processes(count: number, limit: number, now: () => Date) {
  const { ask } = makeAuthority(limit)
  return Array.from({ length: count }, () => {
    const counting = rateLimit({ limit, now, ask: async (asked) => later().then(() => ask(asked)) })
    return async (key: string): Promise<boolean> => {
      try {
        await counting(key)
        return true
      } catch (error) {
        assert.equal((error as { code: string }).code, 'too_many_requests')
        return false
      }
    }
  })
}

test('processes together let in the limit and not one more, whoever is asked how often', async () => {
  const cases = fc.record({
    limit: fc.integer({ min: 1, max: 120 }),
    asked: fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 1, maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ limit, asked }) => {
      const all = processes(asked.length, limit, () => moment)
      const answers = await Promise.all(asked.flatMap((times, n) => Array.from({ length: times }, () => all[n]?.('a'))))
      const let_in = answers.filter(Boolean).length
      const demand = answers.length
      assert.ok(let_in <= limit, `${let_in} of ${limit}`)
      // What other processes hold and do not use is less than a portion each.
      const least = Math.min(demand, limit - (asked.length - 1) * (portionOf(limit) - 1))
      assert.ok(let_in >= least, `${let_in} of ${limit}, at least ${least}`)
    }),
    { numRuns: 60 },
  )
})

test('each second begins anew, and a clock that is set back or forth locks nobody out', async () => {
  let now = moment
  const [one, other] = processes(2, 4, () => now)
  const letIn = async (): Promise<number> => {
    let count = 0
    for (let n = 0; n < 12; n++) if (await (n % 2 ? one : other)?.('a')) count++
    return count
  }
  assert.equal(await letIn(), 4)
  assert.equal(await letIn(), 0)
  for (const moved_s of [1, 2, 3_600, -3_600, -86_400, 86_400, -2]) {
    now = new Date(now.getTime() + moved_s * 1000)
    assert.equal(await letIn(), 4, `after ${moved_s} s`)
  }
})

test('a token that nobody uses elsewhere has all of its limit here', () => {
  const { ask } = makeAuthority(100, (key) => (key === 'shared' ? { used: 70, machines: 1 } : { used: 0, machines: 0 }))
  assert.deepEqual(ask({ key: 'own', second: 1, wanted: 1_000 }), { granted: 100, left: 0 })
  // Half of it is ours in any case, so nobody can take all for good.
  assert.deepEqual(ask({ key: 'shared', second: 1, wanted: 20 }), { granted: 20, left: 30 })
})

test('machines on one database share a limit after a moment, and get it back when they are alone', async () => {
  const { connection, pool } = await testDatabase()
  const limit = 100
  const start = () =>
    startLimits({ limit, others: { connection, query: (text, values) => pool.query(text, values) }, log: () => {} })
  const machines = [start(), start()]
  after(() => Promise.all(machines.map(({ close }) => close())))
  const granted = new Map<number, number[]>()
  let busy = [true, true]
  const ask = (): void => {
    const second = Math.floor(Date.now() / 1000)
    const counts = granted.get(second) ?? [0, 0]
    granted.set(second, counts)
    for (const [n, machine] of machines.entries()) {
      if (busy[n]) counts[n] = (counts[n] ?? 0) + machine.ask({ key: 'a', second, wanted: 30 }).granted
    }
  }
  const timer = setInterval(ask, 20)
  after(() => clearInterval(timer))
  /** The last second that is over. */
  const last = (): number[] => granted.get(Math.floor(Date.now() / 1000) - 1) ?? [0, 0]
  await until('both have a part of it', () => {
    const [one = 0, other = 0] = last()
    return one + other <= limit && one >= limit * 0.4 && other >= limit * 0.4
  })
  busy = [true, false]
  await until('the one that goes on has all of it', () => last()[0] === limit && last()[1] === 0)
})
