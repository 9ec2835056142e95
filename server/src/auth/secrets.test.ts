import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { deriveSecret, hashSecret, makeSecret, sameHash } from './secrets.ts'

test('a derived secret follows from its parent, its nonce and its kind, and from all three', () => {
  const parent = makeSecret('refresh_token')
  const nonce = randomBytes(32)
  const one = deriveSecret('access_token', parent, nonce)
  assert.match(one, /^dunlinaccess[A-Za-z0-9]{40}$/)
  assert.equal(deriveSecret('access_token', parent, nonce), one)
  const body = one.slice('dunlinaccess'.length)
  const others = [
    deriveSecret('refresh_token', parent, nonce),
    deriveSecret('access_token', makeSecret('refresh_token'), nonce),
    deriveSecret('access_token', parent, randomBytes(32)),
  ]
  for (const other of others) assert.notEqual(other.slice(-40), body)
})

test('every letter can stand at every place of a derived secret', () => {
  const seen = Array.from({ length: 40 }, () => new Set<string>())
  for (let count = 0; count < 3000; count++) {
    const text = deriveSecret('access_token', 'parent', randomBytes(32)).slice(-40)
    for (const [index, letter] of [...text].entries()) seen[index]?.add(letter)
  }
  for (const letters of seen) assert.equal(letters.size, 62)
})

test('hashes are compared whole', () => {
  assert.equal(sameHash(hashSecret('a'), hashSecret('a')), true)
  assert.equal(sameHash(hashSecret('a'), hashSecret('b')), false)
  assert.equal(sameHash(hashSecret('a'), Buffer.alloc(0)), false)
})
