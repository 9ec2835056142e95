import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pause } from '../../test/pause.ts'
import { until } from '../../test/until.ts'
import { startLimits } from '../limits/limits.ts'
import { startDispatcher } from './dispatcher.ts'
import { startWorkers } from './primary.ts'

const script = (name: string): string => fileURLToPath(new URL(`../../test/${name}`, import.meta.url))

async function start(name: string, warnings: string[]) {
  return startWorkers({
    count: 1,
    program: [script(name)],
    connection: '',
    dispatcher: await startDispatcher({ host: '127.0.0.1', port: 0 }),
    limits: startLimits({ limit: 0, others: null, log: () => {} }),
    log: { info: () => {}, warn: (line) => void warnings.push(line), error: assert.fail },
  })
}

test('a worker that keeps dying is started again, after longer and longer pauses', async () => {
  const warnings: string[] = []
  const workers = await start('worker_that_dies.ts', warnings)
  await until('it died five times', () => warnings.length >= 5, 60_000)
  assert.match(warnings[0] ?? '', /is gone: it ended with 7; another one starts in 0 ms/)
  const pauses = warnings.map((line) => Number(/in (\d+) ms/.exec(line)?.[1]))
  assert.deepEqual(pauses.slice(0, 5), [0, 100, 200, 400, 800])
  await workers.stop()
  const count = warnings.length
  await pause(1_500, 'after less than that the next one would have been started')
  assert.equal(warnings.length, count, 'after a stop nobody is started again')
})

test('a worker that cannot start at all ends the start, and says why', async () => {
  await assert.rejects(start('there_is_no_such_file.ts', []), /A worker did not start: it ended with 1/)
})

for (const [refused, refuse, says] of [
  ['a moment later', { program: '/there/is/no/such/program' }, /is gone: spawn .* ENOENT; another one/],
  ['at once', { variable: 'x'.repeat(500_000) }, /is gone: spawn E2BIG; another one/],
] as const) {
  test(`a worker that the system refuses ${refused} is tried again until there is one`, async (t) => {
    const { execPath } = process
    const allow = (): void => {
      process.execPath = execPath
      delete process.env.DUNLIN_TOO_LARGE
    }
    t.after(allow)
    const warnings: string[] = []
    const workers = await start('worker_that_dies.ts', warnings)
    if ('program' in refuse) process.execPath = refuse.program
    else process.env.DUNLIN_TOO_LARGE = refuse.variable
    await until('it was refused three times', () => warnings.filter((line) => says.test(line)).length >= 3)
    allow()
    await until('one was there again', () => /is gone: it ended with 7/.test(warnings.at(-1) ?? ''), 60_000)
    await workers.stop()
  })
}
