import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountIn, digitsOf, linesOf, plain } from './plain.ts'

test('texts are compared without accents, capitals and spaces too many', () => {
  assert.equal(plain('  Éclair &\t Zn '), 'eclair & zn')
  assert.equal(plain('Łódź Straße Søn ﬁne'), 'lodz strasse son fine')
})

test('an entry has each of its texts once', () => {
  assert.equal(linesOf(['Éclair', null, 'eclair', ' ', 'A-1']), 'eclair\na-1')
})

test('a phone number is found however its digits are set apart', () => {
  assert.equal(digitsOf('+31 (0)20-123.45 67'), '+310201234567')
})

test('an amount is read as people write it', () => {
  const written = ['1234.5', '1.234,50', '1,234.50', '€ 1 234,50', '1234,50 EUR', "1'234.50"]
  for (const text of written) assert.equal(amountIn(text), '1234.50', text)
  assert.deepEqual([amountIn('500'), amountIn('-12,00'), amountIn('1.234')], ['500.00', '-12.00', '1234.00'])
  for (const text of ['F-500', '1.2.3', '12,345', '', '2026-11-16', '1e5', '9'.repeat(30)]) {
    const amount = amountIn(text)
    assert.ok(amount === null || text === '12,345', `${text} ${amount}`)
  }
})
