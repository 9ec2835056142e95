import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConsoleError } from './console_error.ts'
import { lastRead } from './last_read.ts'

const refused = (code: string, status: number) => new ConsoleError({ code, status, message: 'No.' })

test('what was read stays while it cannot be read anew, and goes when it is gone or out of reach', () => {
  const [unreachable, gone] = [refused('unreachable', 0), refused('not_found', 404)]
  assert.deepEqual(lastRead({ data: 'text', error: null }), { data: 'text', error: null })
  assert.deepEqual(lastRead({ data: 'text', error: unreachable }), { data: 'text', error: null })
  assert.deepEqual(lastRead({ data: 'text', error: refused('unauthorized', 401) }), { data: 'text', error: null })
  assert.deepEqual(lastRead({ data: undefined, error: unreachable }), { data: undefined, error: unreachable })
  assert.deepEqual(lastRead({ data: 'text', error: gone }), { data: undefined, error: gone })
  assert.equal(lastRead({ data: 'text', error: refused('forbidden', 403) }).data, undefined)
})
