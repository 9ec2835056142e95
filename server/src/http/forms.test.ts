import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../api/errors.ts'
import { parseForm } from './forms.ts'

const cases: [string, string, unknown][] = [
  ['a scalar', 'administration_id=81', { administration_id: '81' }],
  ['an object', 'a[city]=Groningen&a[name]=Acme', { a: { city: 'Groningen', name: 'Acme' } }],
  ['a list of scalars', 'n[]=F1&n[]=F2', { n: ['F1', 'F2'] }],
  [
    'a list of objects',
    'd[][k]=1&d[][n]=A&d[][k]=2&d[][n]=B',
    {
      d: [
        { k: '1', n: 'A' },
        { k: '2', n: 'B' },
      ],
    },
  ],
  ['members of an object in any order', 'd[][n]=A&d[][k]=1&d[][n]=B', { d: [{ n: 'A', k: '1' }, { n: 'B' }] }],
  ['deep nesting', 'i[][p][][amount]=10.00', { i: [{ p: [{ amount: '10.00' }] }] }],
  [
    'lists inside a list of objects',
    'i[][n]=1&i[][p][][a]=1&i[][p][][a]=2&i[][n]=2&i[][p][][a]=3',
    {
      i: [
        { n: '1', p: [{ a: '1' }, { a: '2' }] },
        { n: '2', p: [{ a: '3' }] },
      ],
    },
  ],
  [
    'an object inside a list of objects',
    'i[][o][x]=1&i[][o][y]=2&i[][o][x]=3',
    { i: [{ o: { x: '1', y: '2' } }, { o: { x: '3' } }] },
  ],
  ['positions', 'd[0][n]=A&d[1][n]=B', { d: [{ n: 'A' }, { n: 'B' }] }],
  ['positions out of order', 'd[10]=c&d[2]=b&d[0]=a', { d: ['a', 'b', 'c'] }],
  ['a repeated plain name', 'n=F1&n=F2&n=F3', { n: ['F1', 'F2', 'F3'] }],
  ['an empty value', 'a=&b', { a: null, b: null }],
  ['percent-encoding and plus', 'a%5Bb%5D=x%20y+z%26', { a: { b: 'x y z&' } }],
  [
    'dangerous names',
    '__proto__[x]=1&constructor=2',
    Object.fromEntries([
      ['__proto__', { x: '1' }],
      ['constructor', '2'],
    ]),
  ],
  ['brackets that do not close', 'a[b=1&[c]=2', { 'a[b': '1', '[c]': '2' }],
  ['nothing', '', {}],
]
for (const [name, text, expected] of cases) {
  test(`a form carries ${name}`, () => assert.deepEqual(parseForm(text), expected))
}

test('a form never reaches the prototype of anything', () => {
  parseForm('__proto__[polluted]=1&a[__proto__][polluted]=1&constructor[prototype][polluted]=1')
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

test('what cannot be one thing is refused with its name', () => {
  for (const text of ['a=1&a[b]=2', 'a[]=1&a[b]=2', 'a[b]=1&a[]=2', 'a=%zz', `a${'[b]'.repeat(20)}=1`]) {
    assert.throws(
      () => parseForm(text),
      (error) => error instanceof Refusal && error.status === 422,
      text,
    )
  }
})

const name = fc.stringMatching(/^[a-z_]{1,8}$/)
const text = fc.string({ minLength: 1, unit: 'grapheme' })
const value = fc.letrec<{ any: unknown; object: Record<string, unknown>; list: unknown[] }>((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, text, tie('object'), tie('list')),
  object: fc.dictionary(name, tie('any'), { minKeys: 1, maxKeys: 4 }).map((one) => ({ ...one })),
  list: fc.array(text, { minLength: 1, maxLength: 4 }),
}))

/** Writes a value as a form with positions, the form in which every structure can be told apart. */
function write(path: string, one: unknown): string[] {
  if (typeof one === 'string') return [`${encodeURIComponent(path)}=${encodeURIComponent(one)}`]
  if (Array.isArray(one)) return one.flatMap((item) => write(`${path}[]`, item))
  return Object.entries(one as object).flatMap(([key, inner]) => write(path === '' ? key : `${path}[${key}]`, inner))
}

test('whatever is written as a form is read back the same', () => {
  fc.assert(fc.property(value.object, (one) => assert.deepEqual(parseForm(write('', one).join('&')), one)))
})

const record = fc
  .record({ a: text, b: text, c: fc.array(text, { minLength: 1, maxLength: 3 }) })
  .map((one) => ({ ...one }))
test('a list of records is read back, however many there are', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), (records) => {
      const form = records.flatMap((one) => Object.entries(one).flatMap(([key, inner]) => write(`r[][${key}]`, inner)))
      assert.deepEqual(parseForm(form.join('&')), { r: records })
    }),
  )
})

test('no text at all makes the parser fail in another way than a refusal', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '[', ']', '=', '&', '%', '0', '1', '+') }), (any) => {
      try {
        parseForm(any)
      } catch (error) {
        assert.ok(error instanceof Refusal)
      }
    }),
  )
})
