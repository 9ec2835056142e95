import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLater } from './moments.ts'

test('moments are compared as moments, to the microsecond, in whatever zone', () => {
  const rising = [
    'nothing',
    '2026-11-15',
    '2026-11-15T16:59:59.999999+02:00',
    '2026-11-15T15:00:00Z',
    '2026-11-15T17:00:00.000001+02:00',
    '2026-11-15 15:00:00.000002',
    '2026-11-15T10:30:00.1-0430',
    '2026-11-15T15:00:00.123456Z',
    '2026-11-15T15:00:00.123457Z',
    '2026-11-15T15:01Z',
  ]
  for (const [index, one] of rising.entries()) {
    for (const [place, other] of rising.entries()) {
      assert.equal(isLater(one, other), index > place, `${one} and ${other}`)
    }
  }
  assert.equal(isLater('2026-11-15T17:00:00+02:00', '2026-11-15T15:00:00.000Z'), false)
})
