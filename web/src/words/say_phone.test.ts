import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayPhone } from './say_phone.ts'

const cases: readonly [given: string, said: string][] = [
  ['+31850000401', '+31 85 000 0401'],
  ['+31612345678', '+31 6 1234 5678'],
  ['0850000401', '085 000 0401'],
  ['0612345678', '06 1234 5678'],
  ['+12025550123', '+1 202 555 0123'],
  ['+3225550123', '+32 2555 0123'],
  ['+35312345678', '+353 1234 5678'],
  ['+49 30 123456', '+49 30 123456'],
  ['020-5550123', '020-5550123'],
  ['112', '112'],
  ['', ''],
]

test('a phone number has spaces where people pause, and what somebody wrote otherwise stays', () => {
  for (const [given, said] of cases) assert.equal(sayPhone(given), said)
})

test('no digit of a phone number is lost or moved', () => {
  for (let length = 8; length <= 15; length++) {
    for (const first of ['1', '7', '31', '352', '49', '998']) {
      const number = `+${`${first}234567890123456`.slice(0, length)}`
      assert.equal(sayPhone(number).replaceAll(' ', ''), number)
    }
  }
})
