import { type Operation, operations } from '../src/api/operations.ts'
import { families } from '../src/resources/index.ts'
import type { Answer, CallOptions } from './harness.ts'

type Described = { operation: Operation; pattern: RegExp }

/** Paths without an id come first: «deleted» is none. */
const described: readonly Described[] = operations(families)
  .map((operation) => ({ operation, pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((one, other) => Number(one.operation.path.includes('{')) - Number(other.operation.path.includes('{')))

function operationOf(method: string, path: string): Operation | undefined {
  const [place = ''] = path.replace(/^\/api\/v1\//, '/v1/').split('?')
  return described.find(({ operation, pattern }) => operation.method === method && pattern.test(place))?.operation
}

const choosesFields = (path: string, { json, form, multipart }: CallOptions): boolean =>
  /[?&]fields(=|\[|%5B)/i.test(path) ||
  /(^|&)fields(=|\[|%5B)/i.test(form ?? '') ||
  (typeof json === 'object' && json !== null && 'fields' in json) ||
  multipart?.has('fields') === true

/**
 * Holds an answer of the interface against its description, in every test and without being asked. Of a record whose
 * members were chosen the description only says what they can be, so the tests that choose check that themselves.
 */
export async function holdToDescription(line: string, options: CallOptions, answer: Answer): Promise<void> {
  const [method = '', path = ''] = line.split(' ')
  const operation = operationOf(method, path)
  if (operation === undefined) return
  if (answer.status === operation.status && choosesFields(path, options)) return
  const { obeys } = await import('./obeys.ts')
  obeys(operation, answer)
}
