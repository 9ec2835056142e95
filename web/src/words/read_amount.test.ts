import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayMoney } from './formats.ts'
import { type AmountLanguage, readAmount } from './read_amount.ts'

test('what pages print is read as it was, in every language and of every currency', () => {
  const tags = { en: 'en-GB', nl: 'nl-NL', de: 'de-DE', fr: 'fr-FR' } as const
  for (const amount of ['0.05', '12.50', '999.00', '1234.56', '-1234.56', '1234567.89', '123456789012.00'] as const)
    for (const currency of ['EUR', 'GBP', 'USD', 'CHF', 'SEK', 'PLN']) {
      for (const language of ['en', 'nl'] as const)
        assert.equal(readAmount(sayMoney(amount, currency, language), language), amount, `${amount} ${currency}`)
      for (const [language, tag] of Object.entries(tags)) {
        const printed = new Intl.NumberFormat(tag, { style: 'currency', currency }).format(amount)
        // The keys of the object are languages.
        assert.equal(readAmount(printed, language as AmountLanguage), amount, printed)
      }
    }
})

test('what is typed is read where it means one thing alone', () => {
  const cases: [typed: string, english: string | null, dutch: string | null][] = [
    ['50', '50.00', '50.00'],
    ['50,5', '50.50', '50.50'],
    ['50.5', '50.50', '50.50'],
    [' € 1250.75 ', '1250.75', '1250.75'],
    ['EUR 12', '12.00', '12.00'],
    ['12 EUR', '12.00', '12.00'],
    ['1.234,56', '1234.56', '1234.56'],
    ['1,234.56', '1234.56', '1234.56'],
    ['1 234,56', '1234.56', '1234.56'],
    ['1\u202f234', '1234.00', '1234.00'],
    // A mark before three figures is one between thousands, or nothing that anybody can know.
    ['1.234', null, '1234.00'],
    ['1,234', '1234.00', null],
    ['0.234', null, null],
    ['1.234.567', null, '1234567.00'],
    ['1.234.56', null, null],
    ['12,34,56', null, null],
    ['1.23,45', null, null],
    ['12 34', null, null],
    ['1234.567', null, null],
    ['-5', '-5.00', '-5.00'],
    ['− 5', '-5.00', '-5.00'],
    ['--5', null, null],
    ['', null, null],
    ['€', null, null],
    ['12.', null, null],
    ['abc', null, null],
    ['1e5', null, null],
    ['12 apples', null, null],
    ['1234567890123', null, null],
  ]
  for (const [typed, english, dutch] of cases)
    assert.deepEqual([readAmount(typed, 'en'), readAmount(typed, 'nl')], [english, dutch], typed)
})
