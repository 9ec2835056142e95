import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { plainAddress } from './addresses.ts'

/** An address whose domain went through all rules of names, whatever it looks like. */
function byTheRules(text: string): string {
  const at = text.lastIndexOf('@')
  return at < 0 ? text : `${text.slice(0, at)}@${domainToASCII(text.slice(at + 1))}`
}

test('the domain of an address is what the rules of names make of it, also where they are left out', () => {
  const odd = [
    'a@b@example.com',
    'a@BÜCHER.example',
    'a@xn--a.com',
    'a@-b-.com',
    'a@1.2.3',
    'a@0xf.0xf',
    'a@',
    'a@b..c',
  ]
  for (const text of [...odd, 'a--b@example.com', 'x@example.com', 'no address', 'a@example.com.', 'a@b_c.com']) {
    assert.equal(plainAddress(text), byTheRules(text), text)
  }
  const letters = fc.string({ unit: fc.constantFrom(...'ab9-.@ÜxnA_'), maxLength: 12 })
  fc.assert(fc.property(letters, (domain) => assert.equal(plainAddress(`a@${domain}`), byTheRules(`a@${domain}`))))
})
