import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readParameters, readScope, required } from './parameters.ts'

test('a parameter is one text; empty and null are absent, and nothing is inherited', () => {
  const read = readParameters({ text: 'x', empty: '', nothing: null, number: 5, object: {} })
  assert.equal(read('text'), 'x')
  for (const name of ['empty', 'nothing', 'absent', 'constructor', '__proto__', 'toString'])
    assert.equal(read(name), undefined, name)
  for (const name of ['number', 'object']) assert.throws(() => read(name), { error: 'invalid_request' })
  assert.throws(() => required(read, 'absent'), { message: 'Missing required parameter: absent.' })
  assert.equal(readParameters(undefined)('text'), undefined)
  for (const body of [[], 'x', 5, true, { list: ['x'] }, { text: 'x', other: [] }])
    assert.throws(() => readParameters(body), { error: 'invalid_request' })
})

test('a scope is a set of names between spaces; without a name it is left open', () => {
  const scope = (text: string) => readScope(readParameters({ scope: text }))
  assert.deepEqual(scope('b:read a:read  b:read '), ['a:read', 'b:read'])
  for (const text of ['a:read\tb:read', 'a\u0000', 'a "b"', 'a\\b', 'ü', 'a\ud800'])
    assert.throws(() => scope(text), { error: 'invalid_scope' }, JSON.stringify(text))
  for (const text of ['', ' ', '   ']) assert.equal(scope(text), null)
})
