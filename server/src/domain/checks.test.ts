import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBankAccount, readIban } from './bank_account.ts'
import { isCountryCode, isCurrencyCode, isTimezone } from './codes.ts'
import { validationErrors } from './contact.ts'
import { isEmailAddress, isPhoneNumber } from './reach.ts'

/** What passes a check, and what does not. */
const checks: [what: string, check: (text: string) => boolean, right: string[], wrong: string[]][] = [
  ['a country', isCountryCode, ['NL', 'BE', 'GB'], ['nl', 'XX', 'NLD', '', 'UK', 'EU']],
  ['a currency', isCurrencyCode, ['EUR', 'USD', 'GBP'], ['eur', 'XXY', 'EURO', '']],
  [
    'a time zone',
    isTimezone,
    ['Europe/Amsterdam', 'America/Argentina/Buenos_Aires', 'UTC', 'Asia/Kolkata'],
    ['+01:00', 'Amsterdam', 'Europe/Nowhere', '', 'CET; drop', 'Europe/'],
  ],
  [
    'an email address',
    isEmailAddress,
    [
      'a@example.com',
      "o'brien+invoices@mail.example.co.uk",
      'A.B@EXAMPLE.COM',
      'jörg@example.com',
      'x@xn--bcher-kva.example',
    ],
    [
      '',
      'a',
      'a@',
      '@example.com',
      'a@example',
      'a b@example.com',
      'a@exam ple.com',
      'a@@example.com',
      '.a@example.com',
      'a..b@example.com',
      'a@-example.com',
      'Anna <a@example.com>',
      'a@example.com, b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(250)}.com`,
    ],
  ],
  [
    'a phone number',
    isPhoneNumber,
    ['+31 20 123 4567', '020-1234567', '(020) 123 45 67', '0031201234567', '06/12345678'],
    ['', 'call me', '12345', '+31 20 123 4567 89 01 23', '020-123ABC', '++31201234567'],
  ],
  [
    'an IBAN',
    (text) => readIban(text) !== null,
    ['NL91ABNA0417164300', 'nl91 abna 0417 1643 00', 'BE68539007547034', 'DE89370400440532013000'],
    ['', 'NL00ABNA0417164300', 'NL91ABNA041716430', '0417164300', 'XX91ABNA0417164300'],
  ],
]

for (const [what, check, right, wrong] of checks) {
  test(`what is ${what}, and what is not`, () => {
    for (const text of right) assert.equal(check(text), true, text)
    for (const text of wrong) assert.equal(check(text), false, text)
  })
}

const none = { bank_account_name: null, bank_account_number: null, bank_account_bic: null }
const account = {
  bank_account_name: 'Example',
  bank_account_number: 'NL91ABNA0417164300',
  bank_account_bic: 'ABNANL2A',
}
const accounts: [
  what: string,
  given: Parameters<typeof readBankAccount>[0],
  kept: ReturnType<typeof readBankAccount>,
][] = [
  ['everything right', account, account],
  [
    'written with spaces',
    { ...account, bank_account_number: 'nl91 abna 0417 1643 00', bank_account_bic: 'abna nl 2a' },
    account,
  ],
  [
    'a number alone',
    { bank_account_number: account.bank_account_number },
    { ...none, bank_account_number: account.bank_account_number },
  ],
  ['a wrong number', { ...account, bank_account_number: 'NL00ABNA0417164300' }, none],
  ['a wrong bank', { ...account, bank_account_bic: 'ABNA' }, none],
  ['a bank of another country', { ...account, bank_account_bic: 'ABNABE2A' }, none],
  ['another Dutch bank', { ...account, bank_account_bic: 'INGBNL2A' }, none],
  ['no number', { bank_account_name: 'Example', bank_account_bic: 'ABNANL2A' }, none],
  ['nothing', {}, none],
]

for (const [what, given, kept] of accounts) {
  test(`a bank account with ${what} is kept whole, or not at all`, () => {
    assert.deepEqual(readBankAccount(given), kept)
  })
}

test('what is wrong with a contact stays reported until the field is sent again', () => {
  const before = { call_phone_number: ['is not a phone number'], sms_phone_number: ['is not a phone number'] }
  assert.deepEqual(validationErrors({}, before), before)
  assert.deepEqual(validationErrors({ call_phone_number: '020-1234567', sms_phone_number: null }, before), {})
  assert.deepEqual(validationErrors({ invoice_email_address: 'a@example.com; b@example.com' }), {})
  assert.deepEqual(validationErrors({ invoice_email_address: 'a@example.com; b' }, before), {
    ...before,
    invoice_email_address: ['is not an email address'],
  })
})
