import assert from 'node:assert/strict'
import { test } from 'node:test'
import { epcText } from './epc_qr.ts'

const transfer = {
  name: 'Example Trading',
  iban: 'NL13TEST0123456789',
  bic: 'TESTNL2A',
  amount: 12_345n,
  reference: 'F2026-001',
}
const linesOf = (overrides: Partial<typeof transfer> | { bic: null }): string[] =>
  epcText({ ...transfer, ...overrides })?.split('\n') ?? []

test('every line of the code stands where banks look for it', () => {
  assert.deepEqual(linesOf({}), [
    'BCD',
    '002',
    '1',
    'SCT',
    'TESTNL2A',
    'Example Trading',
    'NL13TEST0123456789',
    'EUR123.45',
    '',
    '',
    'F2026-001',
  ])
})

test('without a BIC its line stays, and without a reference the last lines go', () => {
  assert.equal(linesOf({ bic: null })[4], '')
  assert.equal(linesOf({ reference: '' }).at(-1), 'EUR123.45')
})

const amounts: [bigint, string | null][] = [
  [0n, null],
  [-1n, null],
  [1n, 'EUR0.01'],
  [100n, 'EUR1.00'],
  [99_999_999_999n, 'EUR999999999.99'],
  [100_000_000_000n, null],
]
for (const [amount, line] of amounts) {
  test(`${amount} cents are ${line ?? 'no code'}`, () => assert.equal(linesOf({ amount })[7] ?? null, line))
}

test('a name has at most 70 characters, a reference 140, and both are one line', () => {
  assert.equal(linesOf({ name: 'n'.repeat(71) })[5], 'n'.repeat(70))
  assert.equal(linesOf({ reference: 'r'.repeat(141) })[10], 'r'.repeat(140))
  assert.equal(linesOf({ name: 'Two\nlines\u2028here' })[5], 'Two lines here')
  assert.equal(linesOf({ reference: 'a\r\nSCT' })[10], 'a SCT')
})

test('a code is at most 331 bytes, and letters stay whole', () => {
  const text = epcText({ ...transfer, name: '漢'.repeat(70), reference: '🐦'.repeat(140) }) ?? ''
  assert.ok(Buffer.byteLength(text) <= 331)
  assert.ok(text.isWellFormed())
  assert.match(text, /\n(🐦)*$/u)
})

test('without a name, or with an account that is none, there is no code', () => {
  assert.equal(epcText({ ...transfer, name: ' \n ' }), null)
  assert.equal(epcText({ ...transfer, iban: 'NL13 TEST 0123' }), null)
})
