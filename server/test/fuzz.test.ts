import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { operations } from '../src/api/operations.ts'
import { families } from '../src/resources/index.ts'
import { chanceFrom } from './chance.ts'
import { watchChanges } from './changes.ts'
import { fillEveryFamily } from './every_family.ts'
import { fuzz, per_operation, seed } from './fuzzing.ts'
import { startService } from './harness.ts'
import { keepAlive } from './keep_alive.ts'
import { type Lane, openLane } from './lanes.ts'
import { obeys } from './obeys.ts'
import { texts } from './odd_values.ts'

/** As many ask at the same time, each one thing after the other and each in a company of its own. */
const lane_count = 32

const faults: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void faults.push(line) })
const service = await startService({ log })
const { given, database } = service
const call = keepAlive(service, lane_count)
const all = operations(families)

const other = await given.tenant()
const other_records = await fillEveryFamily(given, other)
const lanes: Lane[] = []
while (lanes.length < lane_count) lanes.push(await openLane(service, other_records))
const changed = await watchChanges(service)

test('whatever is asked is answered within its schema, and what is refused changes nothing', async (t) => {
  const asking = { call, changed, operations: all, lanes, obeys, bystander: other.company_id }
  const { count, glad, wrong } = await fuzz(asking, per_operation)
  const least = Math.min(...all.map(({ name }) => glad.get(name) ?? 0))
  t.diagnostic(`${count} requests; every operation was glad ${least} times or more`)
  assert.deepEqual(wrong.slice(0, 20), [])
  // Otherwise all of this would only have been about requests that are turned away at the door.
  const never = all.filter(({ name }) => !glad.has(name)).map(({ name }) => name)
  assert.deepEqual(never, [], 'these did never what they are for')
})

test('the endpoints of OAuth answer in their own envelope, whatever they are asked', async () => {
  const names = ['grant_type', 'code', 'refresh_token', 'token', 'scope', 'redirect_uri', 'client_id', 'code_verifier']
  const [lane] = lanes
  const basic = all.find(({ auth }) => auth === 'Basic')
  assert.ok(lane && basic)
  const grants = ['authorization_code', 'refresh_token', 'client_credentials', 'password', '']
  await changed()
  for (let number = 0; number < 200; number++) {
    const chance = chanceFrom(seed * 7_000_003 + number)
    const path = chance.pick(['/oauth/token', '/oauth/introspect', '/oauth/revoke'])
    const pairs = names
      .filter(() => chance.percent(60))
      .map((name) => {
        const odd = chance.pick(texts).slice(0, 3000).toWellFormed()
        const value = name === 'grant_type' && chance.percent(80) ? chance.pick(grants) : odd
        return `${name}=${encodeURIComponent(value)}`
      })
    if (chance.percent(30))
      pairs.push(chance.pick(['%zz=%ff', 'code[]=1', 'token=1&token=2', 'scope[a]=1', '__proto__=1']))
    const sent = chance.percent(85) ? { form: pairs.join('&') } : { json: Object.fromEntries([['token', pairs]]) }
    const answer = await call(`POST ${path}`, { ...lane.caller(basic), ...sent })
    const about = `${path} ${JSON.stringify(sent).slice(0, 600)} → ${answer.status} ${answer.text.slice(0, 300)}`
    assert.ok(answer.status < 500 && answer.status !== 429, about)
    if (answer.status >= 400) {
      const members = Object.keys(answer.body as object)
      assert.deepEqual(members, ['error', 'error_description', 'code', 'message'], about)
    }
    assert.deepEqual(await changed(), [], about)
  }
})

test('nothing of all this was a fault of ours, and the other company has what it had', async () => {
  assert.deepEqual(faults, [])
  const { rows } = await database.pool.query('select name from debtors where administration_id = $1', [
    other.administration_id,
  ])
  assert.equal(rows.length, 1)
})
