import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startService } from './harness.ts'

// The clock stands still, so that a second has its limit and no more.

const limit = 10
const now = new Date('2026-11-14T09:30:00Z')
const service = await startService({ now: () => now, rate_limit: limit })
const { call, given } = service
const tenant = await given.tenant()
const from = (address: string): { headers: Record<string, string> } => ({ headers: { 'x-forwarded-for': address } })
const refusedIn = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 429).length
const times = (count: number, work: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

test('tokens that nobody knows are counted for the place they come from, and keep nobody else out', async () => {
  const path = `GET /v1/debtors?administration_id=${tenant.administration_id}`
  const guess = (index: number, address: string) =>
    call(path, { token: `dunlinaccess${String(index).padStart(40, '0')}`, ...from(address) })
  const answers = await times(3 * limit, (index) => guess(index, '192.0.2.1'))
  assert.equal(refusedIn(answers), 2 * limit)
  assert.ok(answers.every(({ status }) => status === 401 || status === 429))
  assert.equal((await guess(0, '192.0.2.2')).status, 401, 'from elsewhere')
  assert.equal((await call(path, from('192.0.2.1'))).status, 429, 'without a token')
  // Never seen by this process before, so it had to ask the database as well.
  const token = await given.token(tenant)
  assert.equal((await call(path, { token, ...from('192.0.2.1') })).status, 200, 'the right one, from the same place')
})

test('a network of IPv6 is one place for the pages of debtors', async () => {
  const link = { administration_id: tenant.administration_id, family: 'debtors', token: 'x'.repeat(43) }
  const look = (index: number) => call('POST /portal/look', { json: link, ...from(`2001:db8::${index.toString(16)}`) })
  assert.equal(refusedIn(await times(3 * limit, look)), 2 * limit)
})
