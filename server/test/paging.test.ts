import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { data, nextCursor, startService } from './harness.ts'

const { call, given } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
// Two administrations filled in turns, so that neither has ids without gaps.
const neighbour = await given.tenant({ company_id: tenant.company_id })
for (const count of [1, 30, 200, 7]) {
  await given.debtors(tenant, count)
  await given.debtors(neighbour, 3)
}
const path = `GET /v1/debtors?administration_id=${administration_id}`

/** Follows the cursor to the end, and returns every id that was seen, in order. */
async function walk(query: string): Promise<string[]> {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const answer = await call(`${path}${query}${cursor}`, { token })
    seen.push(...data(answer).map((one) => String(one.id)))
    const next = nextCursor(answer)
    if (next === null) return seen
    assert.ok(data(answer).length > 0, 'a page with a next one is never empty')
    cursor = `&cursor=${next}`
  }
}

const everything = await walk('&per_page=500')

test('every record is seen exactly once, in order, at any page size and with any fields', async () => {
  assert.equal(everything.length, 238)
  assert.deepEqual(
    everything,
    [...everything].sort((one, other) => Number(one) - Number(other)),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 300 }).filter((size) => size > 8),
      fc.constantFrom(
        '',
        '&updated_after=1970-01-01T00:00:00Z',
        `&fields=${encodeURIComponent('{"only":["id","labels"]}')}`,
      ),
      async (per_page, query) => assert.deepEqual(await walk(`${query}&per_page=${per_page}`), everything),
    ),
    { numRuns: 15 },
  )
})

test('a list of ids or numbers is seen exactly once as well', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(everything, { minLength: 1 }),
      fc.integer({ min: 7, max: 100 }),
      async (ids, per_page) => {
        const shuffled = [...ids].reverse()
        assert.deepEqual(await walk(`&per_page=${per_page}&ids=${shuffled.join(',')},${shuffled[0]}`), ids)
      },
    ),
    { numRuns: 10 },
  )
})

test('the last page says so, also when it is exactly full', async () => {
  const answer = await call(`${path}&per_page=238`, { token })
  assert.equal(data(answer).length, 238)
  assert.equal('pagination' in (answer.body as object), false)
  const beyond = await call(`${path}&cursor=${everything.at(-1)}`, { token })
  assert.equal(beyond.text, '{"data":[]}')
})

test('the cursor of a plain list is the id of its last record', async () => {
  const answer = await call(`${path}&per_page=10`, { token })
  assert.equal(nextCursor(answer), data(answer).at(-1)?.id)
})
