import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { makeAsker } from '../faults/ask.ts'
import { startChild } from '../faults/child.ts'
import { issuePair } from '../src/auth/oauth/issue.ts'
import { permission_names } from '../src/auth/permissions.ts'
import { addressOf, startService } from './harness.ts'
import { signedIn } from './visitor.ts'

/** Within this everybody has heard of it, on one server and on a cluster. */
const heard_ms_max = 1_000
const rounds = 5

const service = await startService()
const { given, database, call } = service
const tenant = await given.tenant()
const administrator = await signedIn(service, tenant.company_id)

// A process of its own, which shares the database with the one that revokes, and nothing else.
const other = await startChild({
  DATABASE_URL: addressOf(database.connection),
  RATE_LIMIT: '0',
  // The machine that tests run on is busy with other things as well.
  WAIT_MS_MAX: '0',
})
after(other.stop)
const asker = makeAsker(other.base_url, { connections: 1 })
after(() => asker.close())

const asks = async (token: string): Promise<number> =>
  (await asker.ask(`/v1/tasks?administration_id=${tenant.administration_id}`, { token })).status

/** How long the other process goes on answering a token that it remembers, from the moment that it was revoked here. */
async function refusedAfter(token: string, revoke: () => Promise<unknown>): Promise<number> {
  assert.equal(await asks(token), 200)
  assert.equal(await asks(token), 200, 'it is remembered')
  await revoke()
  const began = performance.now()
  let ms = 0
  while ((await asks(token)) === 200 && ms < 10 * heard_ms_max) ms = performance.now() - began
  assert.equal(await asks(token), 401)
  return Math.round(ms)
}

/** Does it some times, and holds the slowest of them to a second. */
async function assertHeard(context: TestContext, once: () => Promise<number>): Promise<void> {
  const all: number[] = []
  for (let round = 0; round < rounds; round++) all.push(await once())
  context.diagnostic(`refused after ${all.join(', ')} ms`)
  assert.ok(Math.max(...all) < heard_ms_max, `refused after ${all.join(', ')} ms`)
}

test('a token that is revoked on one process is refused by another within a second', (context) =>
  assertHeard(context, async () => {
    const made = await administrator.send('POST /console/api_tokens', {
      ...{ name: 'Script', permissions: ['tasks:read'], all_administrations: true },
    })
    const { id, token } = made.body as { id: string; token: string }
    return refusedAfter(token, async () => {
      const { status, text } = await administrator.send(`DELETE /console/api_tokens/${id}`)
      assert.equal(status, 200, text)
    })
  }))

test('so is one that its application gives back', (context) =>
  assertHeard(context, async () => {
    const application = await given.application(tenant)
    const grant_id = await given.grant(application.id, tenant.company_id)
    const { access_token } = await database.db
      .transaction()
      .execute((trx) => issuePair(trx, { grant_id, permissions: permission_names, now: new Date() }))
    return refusedAfter(access_token, async () => {
      const { status, text } = await call('POST /oauth/revoke', { basic: application, form: `token=${access_token}` })
      assert.equal(status, 200, text)
    })
  }))
