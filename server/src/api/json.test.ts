import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { outOfBounds } from './json.ts'

const look = (text: string): string | null => outOfBounds(Buffer.from(text))

test('whatever is valid and of a reasonable shape is within bounds, also with quotes and braces in its texts', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      assert.equal(look(text), null)
    }),
  )
  assert.equal(look(JSON.stringify({ a: `${'{['.repeat(200)}"\\"`, b: '\\\\', c: `\\"${'{'.repeat(100)}` })), null)
})

test('bounds are where they are said to be', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  assert.equal(look(nested(32)), null)
  assert.match(look(nested(33)) ?? '', /deeper than 32/)
  const object = (members: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, n) => [`n${n}`, [1, { a: 1 }]])))
  assert.equal(look(object(500)), null)
  assert.match(look(object(501)) ?? '', /more than 500 members/)
  const items = (count: number): string => JSON.stringify(Array.from({ length: count }, () => ({ a: 1, b: [1, 2] })))
  assert.equal(look(items(1_000)), null)
  assert.equal(look(`[${'1,'.repeat(99_999)}1]`), null)
  assert.match(look(`[${'1,'.repeat(100_000)}1]`) ?? '', /more than 100000 items/)
  assert.equal(look(`{"${'n'.repeat(200)}":"${'v'.repeat(100_000)}"}`), null)
  assert.match(look(`{"${'n'.repeat(201)}" : 1}`) ?? '', /longer than 200 bytes/)
  assert.equal(look(`["${'n'.repeat(300)}", {"a": 1}]`), null, 'a long text is no name')
})

test('what is not JSON is left to the parser, whatever it is', () => {
  for (const text of ['', '"', '"\\', ']]]', '}{', ',,,,', '{"a', 'NaN', '\\"\\"'.repeat(100)]) {
    assert.equal(look(text), null, text)
  }
})
