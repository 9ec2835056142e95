import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchMailPort } from './mail_port.ts'

const problem = 'Mail cannot come in at port 25 of 0.0.0.0: another program has it.'

test('a port that none of the workers has is reported once, until one had it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const said: string[] = []
  const port = watchMailPort({ log: (line) => void said.push(line), patience_ms: 5_000 })
  const wait = (ms: number): void => t.mock.timers.tick(ms)

  port.heard(1, problem)
  wait(4_000)
  port.heard(2, null)
  wait(60_000)
  assert.deepEqual(said, [], 'one of them has it')

  port.gone(2)
  wait(3_000)
  port.heard(1, null)
  port.heard(3, problem)
  wait(60_000)
  assert.deepEqual(said, [], 'another one took it in time')

  port.gone(1)
  port.heard(4, problem)
  wait(5_000)
  assert.deepEqual(said, [problem])
  port.gone(3)
  port.heard(5, problem)
  wait(60_000)
  assert.deepEqual(said, [problem], 'it is known')

  port.heard(5, null)
  port.gone(5)
  wait(60_000)
  assert.deepEqual(said, [problem, problem], 'it was lost once more')
  port.stop()
})
