import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConsoleError, readFields } from './console_error.ts'

const cases: [string, Record<string, string>][] = [
  ['name: is missing', { name: 'is missing' }],
  ['name: is missing, password: is too short', { name: 'is missing', password: 'is too short' }],
  [
    'ip_allow_list: 192.0.2.300: must be an address like 192.0.2.1, or a network like 192.0.2.0/24, name: is missing',
    {
      ip_allow_list: '192.0.2.300: must be an address like 192.0.2.1, or a network like 192.0.2.0/24',
      name: 'is missing',
    },
  ],
  [
    'administrations[1].role: is missing, administrations[2].role: is unknown',
    { administrations: 'is missing; is unknown' },
  ],
  ['Something that names no parameter.', {}],
  ['', {}],
]
for (const [message, fields] of cases) {
  test(`the problems of «${message}» belong to ${Object.keys(fields).join(' and ') || 'no field'}`, () => {
    assert.deepEqual(readFields(message), fields)
  })
}

test('only a refusal of parameters has fields', () => {
  const message = 'name: is taken'
  assert.deepEqual(new ConsoleError({ code: 'conflict', status: 409, message }).fields, {})
  assert.deepEqual(new ConsoleError({ code: 'unprocessable_entity', status: 422, message }).fields, {
    name: 'is taken',
  })
})
