import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastWithWhite } from './colour.ts'

test('contrast is counted as WCAG counts it', () => {
  for (const [colour, contrast] of [
    ['#ffffff', '1.00'],
    ['#000000', '21.00'],
    ['#767676', '4.54'],
    ['#777777', '4.48'],
  ] as const)
    assert.equal(contrastWithWhite(colour).toFixed(2), contrast, colour)
})
