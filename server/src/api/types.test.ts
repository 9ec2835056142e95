import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoices } from '../resources/invoices/invoices.ts'
import { amount } from './checked.ts'
import { nearest } from './nearest.ts'
import { type Read, types } from './types.ts'

const said = (read: Read<unknown>): string => ('problem' in read ? read.problem : `taken as ${read.value}`)

test('what is said of an amount is what is wrong with it', () => {
  const cases: [given: unknown, said: string][] = [
    ['12.5', 'taken as 12.50'],
    [-12, 'taken as -12.00'],
    [123456789012.345, 'must be an amount with at most two decimals, like 12.50'],
    ['0.001', 'must be an amount with at most two decimals, like 12.50'],
    ['12345678901234567', 'must not have more than 16 digits before the point'],
    ['1234567890123456.78', 'taken as 1234567890123456.78'],
    ['12,50', 'must be an amount like 12.50'],
    ['', 'must be an amount like 12.50'],
    [1e21, 'must be an amount like 12.50'],
  ]
  for (const [given, expected] of cases) assert.equal(said(types.money.read(given)), expected, String(given))
})

test('an amount that travels as a number may be one that a program calculated', () => {
  const { definition } = amount('Amount.')
  const read = definition.value.is === 'value' ? definition.value.type.read : types.money.read
  const cases: [given: unknown, said: string][] = [
    [0.1 * 3, 'taken as 0.30'],
    ['0.30000000000000004', 'taken as 0.30'],
    [1.15 * 100, 'taken as 115.00'],
    [123456789012.35, 'taken as 123456789012.35'],
    [100 / 3, 'must be an amount with at most two decimals, like 12.50'],
    ['1.005', 'must be an amount with at most two decimals, like 12.50'],
    [Number.POSITIVE_INFINITY, 'must be an amount like 12.50'],
  ]
  for (const [given, expected] of cases) assert.equal(said(read(given)), expected, String(given))
})

test('a price is an amount, a quantity is a number, and both say what they lack', () => {
  assert.equal(said(types.price.read('cheap')), 'must be an amount like 12.50')
  assert.equal(said(types.price.read('0.0825')), 'taken as 0.0825')
  assert.equal(said(types.decimal.read('many')), 'must be a number like 2.5')
  assert.equal(said(types.decimal.read('0.12345678901')), 'must not have more than 10 decimals')
  assert.equal(said(types.decimal.read('12345678901234567.5')), 'must not have more than 16 digits before the point')
})

test('amounts to compare with come as any program writes a number', () => {
  const { book_amount_total_gte } = invoices.filters
  const cases: [given: string, said: string][] = [
    ['100', 'taken as 100'],
    ['100.50', 'taken as 100.50'],
    ['-0.5', 'taken as -0.5'],
    ['1.0E7', 'taken as 10000000.0000000000'],
    ['1e+07', 'taken as 10000000.0000000000'],
    // A plus that nobody coded arrives as a space.
    ['1e 07', 'taken as 10000000.0000000000'],
    ['2.5e-1', 'taken as 0.2500000000'],
    ['1e99', 'must be an amount like 12.50'],
    ['much', 'must be an amount like 12.50'],
  ]
  for (const [given, expected] of cases) {
    assert.equal(said(book_amount_total_gte?.read(given) ?? { problem: 'no filter' }), expected, given)
  }
  assert.deepEqual(book_amount_total_gte?.schema, { type: 'number' })
})

test('one of a list that is wrong is named', () => {
  const { ids, invoice_numbers } = invoices.filters
  assert.equal(said(ids?.read('1,x') ?? { problem: '' }), 'must be an identifier of digits, unlike «x»')
  assert.match(said(invoice_numbers?.read('a\u0000') ?? { problem: '' }), /^must not hold a NUL character, unlike «a/)
})

test('keys lose the spaces around them, and are as long as a field of an import file at most', () => {
  assert.equal(said(types.key.read(' F 1 ')), 'taken as F 1')
  assert.equal(said(types.key.read(` ${'x'.repeat(255)} `)), `taken as ${'x'.repeat(255)}`)
  assert.equal(said(types.key.read('x'.repeat(256))), 'must not be longer than 255 characters')
  assert.equal(said(types.key.read(7)), 'taken as 7')
  assert.equal(said(types.keyList.read([' a', 'a ', '', null, 'b'])), 'taken as a,b')
})

test('a number that lost digits on its way is no key', () => {
  const lost = 'has too many digits for a number; send it as a text, in quotes'
  for (const type of [types.key, types.text, types.id]) {
    assert.equal(said(type.read(JSON.parse('12345678901234567890'))), lost)
    assert.equal(said(type.read(JSON.parse('9007199254740993'))), lost)
    assert.equal(said(type.read(9_007_199_254_740_991)), 'taken as 9007199254740991')
  }
  assert.equal(said(types.key.read('12345678901234567890')), 'taken as 12345678901234567890')
  assert.equal(said(types.keyList.read(['1', 12345678901234567890n].map(Number))), `has one that ${lost}`)
})

test('a name is only guessed where it must have been that one', () => {
  const fields = Object.keys(invoices.fields).filter((name) => name !== 'invoice_lines')
  assert.equal(nearest('invoice_lines', fields), null)
  assert.equal(nearest('invoice_dates', fields), 'invoice_date')
  assert.equal(nearest('invoicedate', fields), 'invoice_date')
  assert.equal(nearest('open_amuont', fields), 'open_amount')
  assert.equal(nearest('amount', fields), null)
})
