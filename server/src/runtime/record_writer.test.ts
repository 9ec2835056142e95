import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fillEveryFamily } from '../../test/every_family.ts'
import { data, startService } from '../../test/harness.ts'
import { defaultSelection } from '../api/fields.ts'
import { operations } from '../api/operations.ts'
import type { Column } from '../api/print.ts'
import { families } from '../resources/index.ts'
import { recordWriter } from './record_writer.ts'

// Before any test: the first one keeps the process so busy that a service could not start beside it.
const { call, given } = await startService()
const tenant = await given.tenant()
const token = await given.token(tenant)
await fillEveryFamily(given, tenant)

/** A row as it comes from the socket: an id, and then values of which some are not there. */
function rowOf(values: readonly (string | null)[]) {
  const parts = ['7', ...values].map((value) => (value === null ? null : Buffer.from(value)))
  const bytes = Buffer.concat(parts.map((part) => part ?? Buffer.alloc(0)))
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const part of parts) {
    starts.push(at)
    at += part?.length ?? 0
    ends.push(part === null ? at - 1 : at)
  }
  return { bytes, starts, ends }
}

function written(columns: readonly Column[], values: readonly (string | null)[]): string {
  const sheet = {
    out: Buffer.alloc(0),
    length: 0,
    room: (needed: number): void => {
      // Exactly what was asked for, so that whoever writes more than that is found out.
      sheet.out = Buffer.concat([sheet.out.subarray(0, sheet.length), Buffer.alloc(needed)])
    },
  }
  recordWriter(columns)(sheet, rowOf(values))
  return sheet.out.toString('utf8', 0, sheet.length)
}

const column = (json: Column['json'], index: number): Column => ({ name: `name "${index}"`, sql: '', json })

test('whatever people typed is written as it is', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 60 }))
  fc.assert(
    fc.property(fc.array(fc.option(texts), { maxLength: 8 }), (values) => {
      const columns = values.map((_, index) => column('escaped', index))
      const expected = Object.fromEntries(values.map((value, index) => [`name "${index}"`, value]))
      assert.deepEqual(JSON.parse(written(columns, values)), expected)
    }),
    { numRuns: 500 },
  )
})

test('moments have six digits, and the rest is as it was sent', () => {
  const columns = ['moment', 'moment', 'moment', 'bare', 'bare', 'quoted', 'moment'] as const
  const values = [
    '2026-11-14 09:30:00+00',
    '2026-11-14 09:30:00.12+00',
    '2026-11-14 09:30:00.123456+00',
    'true',
    '{"a": [1, 2]}',
    '1250.00',
    null,
  ]
  assert.deepEqual(Object.values(JSON.parse(written(columns.map(column), values))), [
    '2026-11-14T09:30:00.000000Z',
    '2026-11-14T09:30:00.120000Z',
    '2026-11-14T09:30:00.123456Z',
    true,
    { a: [1, 2] },
    '1250.00',
    null,
  ])
  assert.equal(written([], []), '{}')
})

for (const { doing, name, path, auth } of operations(families)) {
  if (doing.do !== 'list' || auth !== 'Bearer' || !doing.resource.selectable.includes('list')) continue
  const { fields } = doing.resource
  test(`${name}: chosen one by one, the members of a record are those of the whole`, async () => {
    const asked = `GET ${path}?administration_id=${tenant.administration_id}`
    const only = defaultSelection(fields).map((one) => one.name)
    const whole = data(await call(asked, { token }))
    assert.ok(whole.length > 0)
    const chosen = data(await call(`${asked}&fields=${encodeURIComponent(JSON.stringify({ only }))}`, { token }))
    assert.deepEqual(chosen, whole)
    assert.deepEqual(chosen.map(Object.keys), whole.map(Object.keys))
  })
}
