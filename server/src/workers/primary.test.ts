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
    log: { info: () => {}, warn: (line) => void warnings.push(line) },
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
