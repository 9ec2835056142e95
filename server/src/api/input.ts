import type { Field, Fields, Input } from './field.ts'

/** The most records in a batch, and the most values in a list. */
export const list_length_max = 1000

/** What came of reading a whole object: the values, and every problem as `<parameter>: <problem>`. */
export type ReadObject<F extends Fields> = { values: Input<F>; problems: string[] }

/**
 * Reads a body or an item of one against its fields. Absent members stay absent, empty ones become null, members
 * that nobody told are ignored. It collects every problem, so that a caller mends all of them at once.
 */
export function readObject<F extends Fields>(given: unknown, fields: F, path = ''): ReadObject<F> {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  if (!isObject(given)) return { values: values as Input<F>, problems: [`${path || 'body'}: must be an object`] }
  for (const [name, field] of Object.entries(fields)) {
    const here = path === '' ? name : `${path}.${name}`
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value === undefined || value === null || (value === '' && field.told.required)) {
      if (field.told.required) problems.push(`${here}: is missing`)
      else if (value === null) values[name] = null
      continue
    }
    const read = readField(value, field, here)
    if (read.problems.length === 0) values[name] = read.value
    // What cannot be empty text, such as a date or a code, is empty when it comes as one.
    else if (value === '') values[name] = null
    else problems.push(...read.problems)
  }
  // The values follow the fields one by one, so they have the type that the fields tell.
  return { values: values as Input<F>, problems }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readField(value: unknown, field: Field, path: string): { value?: unknown; problems: string[] } {
  const told = field.told.value
  if (told.is === 'value') {
    const read = told.type.read(listed(value, told.type.schema))
    return 'problem' in read ? { problems: [`${path}: ${read.problem}`] } : { value: read.value, problems: [] }
  }
  const structure = parsed(value)
  if (told.is === 'object') {
    const read = readObject(structure, told.shape, path)
    return { value: read.values, problems: read.problems }
  }
  const items = readItems(structure, path)
  if ('problem' in items) return { problems: [items.problem] }
  const read = items.items.map((item, index) => readObject(item, told.shape, `${path}[${index}]`))
  return { value: read.map((one) => one.values), problems: read.flatMap((one) => one.problems) }
}

/** The items of a list member; the batch of a bulk write is read through here as well. */
export function readItems(value: unknown, name: string): { items: unknown[] } | { problem: string } {
  const items = parsed(value)
  if (!Array.isArray(items)) return { problem: `${name}: must be a list` }
  if (items.length > list_length_max) return { problem: `${name}: must not have more than ${list_length_max} records` }
  return { items }
}

/** A form carries a list of one as a single value. */
function listed(value: unknown, schema: { readonly [key: string]: unknown }): unknown {
  if (schema.type !== 'array') return value
  const structure = parsed(value)
  return typeof structure === 'string' ? [structure] : structure
}

/** A form field that should be an object or a list may hold it as JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
