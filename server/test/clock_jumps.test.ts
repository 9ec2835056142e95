import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issuePair } from '../src/auth/oauth/issue.ts'
import { permission_names } from '../src/auth/permissions.ts'
import { data, startService } from './harness.ts'

let now = new Date('2026-11-14T09:30:00Z')
const { call, given, database } = await startService({ now: () => now, rate_limit: 5 })
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const task = await given.task(tenant)

const hour_ms = 3_600_000
const jumps_ms = [hour_ms, -2 * hour_ms, 24 * hour_ms, -24 * hour_ms, 1, -1, 400 * 24 * hour_ms, -500 * 24 * hour_ms]

test('a clock that jumps back and forth locks nobody out, and changes keep their order', async () => {
  const list = `GET /v1/tasks?administration_id=${administration_id}`
  let last = ''
  let since = '1970-01-01T00:00:00Z'
  for (const jump_ms of jumps_ms) {
    now = new Date(now.getTime() + jump_ms)
    const written = await call(`POST /v1/tasks/${task}/comment`, {
      token,
      json: { administration_id, comment: 'Late' },
    })
    assert.equal(written.status, 201, `${now.toISOString()} ${written.text}`)
    // Whoever follows the changes sees this one, although the clock may say that it was before the last.
    const [changed, ...others] = data(await call(`${list}&updated_after=${since}`, { token }))
    assert.equal(others.length, 0)
    assert.ok(String(changed?.updated_at) > last, `${changed?.updated_at} comes after ${last}`)
    last = String(changed?.updated_at)
    since = last
    // Past a millisecond it may be the same second; the limit then still holds.
    now = new Date(now.getTime() + 1_000)
  }
})

test('a token is good for the moments between its first and its last, whichever way the clock came there', async () => {
  now = new Date('2026-11-14T09:30:00Z')
  const application = await given.application(tenant)
  const grant_id = await given.grant(application.id, tenant.company_id)
  const { access_token } = await database.db
    .transaction()
    .execute((trx) => issuePair(trx, { grant_id, permissions: permission_names, now }))
  const statusAt = async (moment: string): Promise<number> => {
    now = new Date(moment)
    return (await call(`GET /v1/tasks?administration_id=${administration_id}`, { token: access_token })).status
  }
  assert.equal(await statusAt('2026-11-14T09:31:00Z'), 200)
  assert.equal(await statusAt('2026-11-15T09:30:00Z'), 401)
  assert.equal(await statusAt('2026-11-14T09:32:00Z'), 200, 'it did not end, the clock was wrong')
  assert.equal(await statusAt('2026-11-14T08:00:00Z'), 200, 'a clock that is behind does no harm')
})
