import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { makeAuthority } from '../limits/authority.ts'
import { rateLimit } from './rate_limit.ts'

test('each token has its own limit in each second', () => {
  let now = new Date('2026-11-14T09:30:00.900Z')
  const counting = rateLimit({ limit: 2, now: () => now, ask: makeAuthority(2).ask })
  const limit = (key: string) => {
    const counted = counting(key)
    assert.ok(!(counted instanceof Promise), 'a process that counts itself knows at once')
    return counted
  }
  assert.deepEqual(limit('a'), { limit: 2, remaining: 1, reset_s: 1 })
  limit('a')
  assert.throws(() => limit('a'), { code: 'too_many_requests' })
  assert.equal(limit('b')?.remaining, 1)
  now = new Date('2026-11-14T09:30:01.000Z')
  assert.equal(limit('a')?.remaining, 1)
})

test('passing the limit answers 429 with when to come back', async () => {
  const { call, given } = await startService({ rate_limit: 1 })
  const tenant = await given.tenant()
  const token = await given.token(tenant)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => call(`GET /v1/tasks?administration_id=${tenant.administration_id}`, { token })),
  )
  const refused = answers.find((answer) => answer.status === 429)
  assert.ok(refused)
  assert.equal((refused.body as { code: string }).code, 'too_many_requests')
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.equal(refused.headers.get('ratelimit-remaining'), '0')
})
