import { isObject } from '../domain/is_object.ts'
import type { Field, Fields, Input } from './field.ts'
import { readJson } from './json.ts'
import { nearest } from './nearest.ts'
import { list_length_max } from './types.ts'

/** What came of reading a whole object: the values, every problem as `<parameter>: <problem>`, and what was left out. */
export type ReadObject<F extends Fields> = { values: Input<F>; problems: string[]; unknown: Unknown[] }

/** A member that is not known, where it stood, and the names that are known there. */
export type Unknown = { path: string; name: string; fields: Fields }

/**
 * Reads a body or an item of one against its fields. Absent members stay absent, empty ones become null, members
 * that are not known are left out. It collects every problem, so that a caller mends all of them at once.
 */
export function readObject<F extends Fields>(given: unknown, fields: F, path = ''): ReadObject<F> {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  const unknown: Unknown[] = []
  // The values follow the fields one by one, so they have the type that the fields define.
  const done = (): ReadObject<F> => ({ values: values as Input<F>, problems, unknown })
  if (!isObject(given)) {
    problems.push(`${path || 'body'}: must be an object`)
    return done()
  }
  let known_members = 0
  for (const name in fields) {
    const field = fields[name] as Field
    const { required, preset } = field.definition
    const sent = Object.hasOwn(given, name)
    if (sent) known_members++
    const value = sent ? given[name] : undefined
    if (value === undefined || value === null || (required && isBlank(value))) {
      if (required) problems.push(`${placeOf(path, name)}: is missing`)
      else if (preset !== undefined || value === null) values[name] = preset ?? null
      continue
    }
    const read = readField(value, field, path, name)
    unknown.push(...read.unknown)
    // An empty text says that there is nothing, as in a form; so does a key of spaces.
    if (value === '' || read.value === '') values[name] = preset ?? null
    else if (read.problems.length === 0) values[name] = read.value
    else problems.push(...read.problems)
  }
  const names = Object.keys(given)
  if (names.length > known_members) {
    for (const name of names) if (!Object.hasOwn(fields, name)) unknown.push({ path, name, fields })
  }
  return done()
}

/** Whether a text says nothing. Most texts do, and are not looked through for it. */
const isBlank = (value: unknown): boolean =>
  typeof value === 'string' && !(value.charCodeAt(0) > 32) && value.trim() === ''

const placeOf = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** Of one list nobody reads more, and they are handed over as arguments, of which there cannot be any number. */
const problems_max = 10_000

type ReadField = { value?: unknown; problems: readonly string[]; unknown: readonly Unknown[] }
const none: readonly never[] = []

function readField(value: unknown, field: Field, path: string, name: string): ReadField {
  const kind = field.definition.value
  if (kind.is === 'value') {
    const read = kind.type.read(listed(value, kind.type.schema, path, name))
    if ('problem' in read) return { problems: [`${placeOf(path, name)}: ${read.problem}`], unknown: none }
    return { value: read.value, problems: none, unknown: none }
  }
  const here = placeOf(path, name)
  const structure = parsed(value, here)
  if (kind.is === 'object') {
    const { values, problems, unknown } = readObject(structure, kind.shape, here)
    return { value: values, problems, unknown }
  }
  const items = readItems(structure, here, field.definition.items_max)
  if ('problem' in items) return { problems: [items.problem], unknown: none }
  const read = items.items.map((item, index) => readObject(item, kind.shape, `${here}[${index}]`))
  return {
    value: read.map((one) => one.values),
    problems: read.flatMap((one) => one.problems).slice(0, problems_max),
    unknown: read.flatMap((one) => one.unknown).slice(0, problems_max),
  }
}

/** The most members that are named of those that were left out of one record. */
const named_max = 10
/** The most of them in one request for which a name is looked for that was perhaps meant. */
const guesses_max = 100

/**
 * Makes the function that reports which members of a record were left out as unknown, and which were perhaps meant. It
 * serves all records of one request, so that many odd ones cost no more than a few.
 */
export function makeUnknownWarnings(): (unknown: readonly Unknown[]) => string[] {
  let guesses = 0
  const meantBy = ({ name, fields }: Unknown): string => {
    const near = guesses++ < guesses_max ? nearest(name, Object.keys(fields)) : null
    return near === null ? '' : `; did you mean ${near}?`
  }
  return (unknown) => {
    const said = unknown.slice(0, named_max).map((one) => {
      return `${placeOf(one.path, one.name.slice(0, 60))}: is not known here and was left out${meantBy(one)}`
    })
    const more = unknown.length - said.length
    return more > 0 ? [...said, `${more} more members are not known here and were left out`] : said
  }
}

/** The items of a list member; the batch of a bulk write is read through here as well. */
export function readItems(
  value: unknown,
  name: string,
  items_max = list_length_max,
): { items: unknown[] } | { problem: string } {
  const items = parsed(value, name)
  if (!Array.isArray(items)) return { problem: `${name}: must be a list` }
  if (items.length > items_max) return { problem: `${name}: must not have more than ${items_max} records` }
  return { items }
}

/** A form carries a list of one as a single value. */
function listed(value: unknown, { type }: { readonly [key: string]: unknown }, path: string, name: string): unknown {
  if (type !== 'array') return value
  const structure = parsed(value, placeOf(path, name))
  return typeof structure === 'string' ? [structure] : structure
}

/** A form field that should be an object or a list may hold it as JSON text. */
function parsed(value: unknown, place: string): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  return readJson(value, place) ?? value
}
