import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBlank, oneLine, ownLines } from './lines.ts'

test('a name is one line, whatever breaks lines in it', () => {
  assert.equal(oneLine('a\r\nBcc: b\u2028c\u2029d\u0000'), 'a Bcc: b c d')
  assert.equal(oneLine('  two  spaces\u00a0stay \t'), 'two  spaces\u00a0stay')
})

test('signs that turn words around leave no trace, and half a letter becomes the sign for one', () => {
  assert.equal(oneLine('invoice\u202efdp.exe\u2069'), 'invoicefdp.exe')
  assert.equal(oneLine('a\ud83d'), 'a\ufffd')
})

test('a line is cut before it becomes too long, never through a letter', () => {
  assert.equal(oneLine('\n abc', 2), 'ab')
  assert.equal(oneLine('a🐦', 2), 'a')
})

test('lines stay lines, however they end, without what is no letter', () => {
  assert.equal(ownLines('a\r\nb\rc\u2028d\u0007\te\u202ef\n\n'), 'a\nb\nc\nd\tef')
})

test('a name that nobody would see is blank', () => {
  for (const name of ['', ' \n', '\u200b', '\u3164\u115f', '\u2800']) assert.equal(isBlank(name), true)
  assert.equal(isBlank('\u200ba'), false)
})
