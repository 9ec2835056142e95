import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { outOfBounds, readJson, repeatedNames } from './json.ts'

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

test('all values and all names together are bounded, also those that a text may hold as JSON', () => {
  const lists = (values: number): string =>
    `[${Array.from({ length: 10 }, () => `[${'1,'.repeat(values / 10 - 2)}1]`)}]`
  assert.equal(look(lists(490_000)), null)
  assert.match(look(lists(510_000)) ?? '', /more than 500000 values/)
  assert.match(look(JSON.stringify({ a: lists(510_000) })) ?? '', /more than 500000 values/)
  assert.match(look(JSON.stringify({ a: JSON.stringify([` \n${lists(510_000)}`]) })) ?? '', /more than 500000 values/)
  const escaped = (text: string): string => text.replaceAll(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)
  assert.match(look(`{"a":"${escaped(lists(300_000))}"}`) ?? '', /more than 500000 values/)
  assert.match(look(`{"a":"\\u0020${escaped('[')}${'\\u002c'.repeat(600_000)}"}`) ?? '', /more than 500000 values/)
  for (const spaces of [1, 995, 996, 999, 1_000, 5_000]) {
    const text = `{"a":"${' '.repeat(spaces)}${escaped('[')}${'\\u002c'.repeat(600_000)}"}`
    assert.match(look(text) ?? '', /more than 500000 values/, `after ${spaces} spaces`)
  }
  assert.equal(look(JSON.stringify({ a: `Dear Sir,${', and so on'.repeat(600_000)}` })), null, 'a letter is no list')
  const names = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, n) => ({ [`n${n}`]: 1 })))
  assert.equal(look(names(2_000)), null)
  assert.match(look(names(2_001)) ?? '', /more than 2000 different names/)
  assert.equal(look(JSON.stringify(Array.from({ length: 5_000 }, () => ({ n: 1, m: 2 })))), null)
})

test('what a caller sends is parsed, refused with its place, or no JSON', () => {
  assert.deepEqual(readJson('{"a":[1]}', 'body'), { a: [1] })
  assert.equal(readJson('{"a":', 'body'), undefined)
  assert.equal(readJson(Buffer.from('null'), 'body'), null)
  assert.throws(
    () => readJson(`[${'['.repeat(20_000)}`, 'fields'),
    /^Refusal: fields: must not be nested deeper than 32$/,
  )
})

test('names that come again in an object are found, and those inside of others are left alone', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (object) => {
      const text = JSON.stringify(object, null, 1)
      assert.deepEqual(repeatedNames(text), [])
      const names = Object.keys(object)
      const again = `${text.slice(0, -1)}${names.length > 0 ? ',' : ''}${names.map((one) => `${JSON.stringify(one)}:0`)}}`
      assert.deepEqual(repeatedNames(again).sort(), names.sort())
    }),
  )
  assert.deepEqual(repeatedNames('{"a":1,"\\u0061":2,"b":{"c":1,"c":2},"c":"\\\\","d":["a"]}'), ['a'])
})
