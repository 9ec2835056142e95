import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBankAccount, readBankAccount } from './bank_account.ts'

const right = {
  bank_account_name: 'Example',
  bank_account_number: 'NL91ABNA0417164300',
  bank_account_bic: 'ABNANL2A',
}
const none = { bank_account_name: null, bank_account_number: null, bank_account_bic: null }

test('an account is kept as machines write it, however people do', () => {
  const typed = { ...right, bank_account_number: 'nl91 abna 0417 1643 00', bank_account_bic: 'abna nl 2a' }
  assert.deepEqual(checkBankAccount(typed), { account: right })
  assert.deepEqual(checkBankAccount({ bank_account_number: 'NL91ABNA0417164300', bank_account_bic: '' }), {
    account: { ...right, bank_account_name: null, bank_account_bic: null },
  })
  assert.deepEqual(checkBankAccount({ bank_account_number: null, bank_account_name: '' }), { account: none })
})

test('each problem names its part, and software that sends such an account has none at all', () => {
  const cases: [given: object, problem: RegExp][] = [
    [{ ...right, bank_account_number: 'NL90ABNA0417164300' }, /^bank_account_number: must be an IBAN/],
    [{ ...right, bank_account_number: '12345' }, /^bank_account_number: must be an IBAN/],
    [{ ...right, bank_account_number: null }, /^bank_account_number: is needed/],
    [{ bank_account_bic: 'ABNANL2A' }, /^bank_account_number: is needed/],
    [{ ...right, bank_account_bic: 'INGBNL2A' }, /^bank_account_bic: must be the BIC/],
    [{ ...right, bank_account_bic: 'ABNABE2A' }, /^bank_account_bic: must be the BIC/],
    [{ ...right, bank_account_bic: 'x' }, /^bank_account_bic: must be the BIC/],
  ]
  for (const [given, problem] of cases) {
    const read = checkBankAccount(given)
    assert.ok('problems' in read, JSON.stringify(given))
    assert.match(read.problems.join(), problem)
    assert.deepEqual(readBankAccount(given), none)
  }
})
