import { isObject } from '../domain/is_object.ts'
import type { FlowProblem } from '../law/pack.ts'

type Schema = { readonly [keyword: string]: unknown }
type Reader<T> = (value: unknown, place: string, problems: FlowProblem[]) => T

/** A member of a flow: what it looks like, for people and for programs, and how it is read. Absent ones get `absent`. */
export type Field<T> = { schema: Schema; read: Reader<T>; absent: T | undefined }

type Described<T> = { about: string; absent?: T }

const made = <T>({ about, absent }: Described<T>, schema: Schema, read: Reader<T>): Field<T> => ({
  schema: { description: about, ...schema, ...(absent === undefined ? {} : { default: absent }) },
  read,
  absent,
})

export const flag = (described: Described<boolean>): Field<boolean> =>
  made(described, { type: 'boolean' }, (value, place, problems) =>
    typeof value === 'boolean' ? value : wrong(problems, place, 'must be true or false.', false),
  )

/** What cannot be seen, and halves of letters, which the database does not take in JSON. */
const no_letters = /[\p{Cc}\p{Cs}]/u

export const text = (described: Described<string>, pattern: RegExp, must: string): Field<string> =>
  made(described, { type: 'string', pattern: pattern.source }, (value, place, problems) =>
    typeof value === 'string' && pattern.test(value) && !no_letters.test(value)
      ? value
      : wrong(problems, place, must, ''),
  )

export const whole = (described: Described<number>, from: number, to: number): Field<number> =>
  made(described, { type: 'integer', minimum: from, maximum: to }, (value, place, problems) =>
    typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to
      ? value
      : wrong(problems, place, `must be a whole number from ${from} to ${to}.`, Math.max(from, 0)),
  )

export const orNull = <T>({ schema, read }: Field<T>): Field<T | null> => ({
  schema: { anyOf: [schema, { type: 'null' }], default: null },
  read: (value, place, problems) => (value === null ? null : read(value, place, problems)),
  absent: null,
})

export const choice = <const T extends string>(described: Described<T>, from: readonly T[]): Field<T> =>
  made(described, { enum: from }, (value, place, problems) => {
    const found = from.find((one) => one === value)
    // There is always a first one, and what was not read is never used.
    return found ?? wrong(problems, place, `must be one of ${from.join(', ')}.`, from[0] as T)
  })

/** Longer lists than any flow has a use for are not looked through. */
const items_max = 1_000
const objects_max = 100

/** A list in which nothing stands twice. */
export const listOf = <T extends string>(
  described: Described<readonly T[]>,
  item: Field<T>,
  least = 0,
): Field<readonly T[]> =>
  made(
    described,
    { type: 'array', items: item.schema, uniqueItems: true, minItems: least, maxItems: items_max },
    (value, place, problems) => {
      if (!Array.isArray(value)) return wrong(problems, place, 'must be a list.', [])
      if (value.length > items_max) return wrong(problems, place, `must not be longer than ${items_max}.`, [])
      if (value.length < least) problems.push({ place, sentence: `needs at least ${least}.`, rule: null })
      const read = value.map((one, index) => item.read(one, `${place}[${index}]`, problems))
      const twice = read.findIndex((one, index) => read.indexOf(one) < index)
      if (twice >= 0)
        problems.push({ place: `${place}[${twice}]`, sentence: `${read[twice]} stands there twice.`, rule: null })
      return read
    },
  )

/** `any`, or a list of what is meant. */
export const anyOr = <T extends string>(about: string, item: Field<T>): Field<'any' | readonly T[]> => {
  const list = listOf({ about }, item, 1)
  return {
    schema: { description: about, anyOf: [{ const: 'any' }, list.schema], default: 'any' },
    read: (value, place, problems) => (value === 'any' ? 'any' : list.read(value, place, problems)),
    absent: 'any',
  }
}

type Fields = { readonly [name: string]: Field<unknown> }
export type ReadAs<F extends Fields> = { readonly [name in keyof F]: F[name] extends Field<infer T> ? T : never }

/** An object with these members and no others. */
export const object = <F extends Fields>(about: string, fields: F, absent?: ReadAs<F>): Field<ReadAs<F>> => ({
  schema: {
    ...{ description: about, type: 'object', additionalProperties: false },
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    required: Object.entries(fields).flatMap(([name, field]) => (field.absent === undefined ? [name] : [])),
  },
  absent,
  read: (value, place, problems) => {
    const given: { readonly [name: string]: unknown } = isObject(value) ? value : {}
    if (!isObject(value)) problems.push({ place, sentence: 'must be an object.', rule: null })
    const inside = (name: string): string => (place === '' ? name : `${place}.${name}`)
    for (const name of Object.keys(given)) {
      if (!Object.hasOwn(fields, name)) {
        const sentence = `is unknown; there are ${Object.keys(fields).join(', ')}.`
        problems.push({ place: inside(name), sentence, rule: null })
      }
    }
    const members = Object.entries(fields).map(([name, field]) => {
      if (given[name] !== undefined) return [name, field.read(given[name], inside(name), problems)]
      if (field.absent === undefined) problems.push({ place: inside(name), sentence: 'is missing.', rule: null })
      return [name, field.absent]
    })
    // Each member was read by the field of its name.
    return Object.fromEntries(members) as ReadAs<F>
  },
})

export const listOfObjects = <F extends Fields>(
  about: string,
  item: Field<ReadAs<F>>,
  absent?: readonly ReadAs<F>[],
): Field<readonly ReadAs<F>[]> => ({
  schema: {
    ...{ description: about, type: 'array', items: item.schema, maxItems: objects_max },
    ...(absent ? { default: absent } : {}),
  },
  absent,
  read: (value, place, problems) => {
    if (!Array.isArray(value)) return wrong(problems, place, 'must be a list.', [])
    if (value.length > objects_max) return wrong(problems, place, `must not be longer than ${objects_max}.`, [])
    return value.map((one, index) => item.read(one, `${place}[${index}]`, problems))
  },
})

function wrong<T>(problems: FlowProblem[], place: string, sentence: string, instead: T): T {
  problems.push({ place, sentence, rule: null })
  return instead
}
