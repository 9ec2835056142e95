import type { Given } from './field.ts'
import { enumType, type JsonSchema, list_length_max, type Read, type Type, types } from './types.ts'

/** The condition on a row, against a parameter that is cast already. */
type Where = (row: string, parameter: string, given: Given) => string

/** One query parameter of a list, and the condition it sets. */
export type Filter = {
  description: string
  schema: JsonSchema
  column: string
  /** `any`: one of a comma-separated list; `after` and `before`: strictly; `is`: exactly; `where`: as it says itself. */
  compare: 'any' | 'after' | 'before' | 'is' | 'where'
  where?: Where
  /** Where the column is copied from: records are found through that one, and need no index of their own for it. */
  from?: Origin
  sql: string
  read: (value: string) => Read<unknown>
}

/** The table that a column is copied from, under the same name, and how a record refers to it. */
export type Origin = { table: string; by: string }

export type Filters = { readonly [name: string]: Filter }

/** Records whose column is one of a comma-separated list of texts. */
export const anyOf = (column: string, description: string): Filter => any(column, description, types.text)
/** The same for a column that is copied from the record that this one refers to. */
export const anyCopyOf = (column: string, from: Origin, description: string): Filter => ({
  ...any(column, description, types.text),
  from,
})
/** The same for texts that callers may spell in several ways; `spell` writes them as the column does. */
export const anySpelledOf = (column: string, spell: (text: string) => string, description: string): Filter =>
  any(column, description, {
    ...types.text,
    read: (value) => {
      const read = types.text.read(value)
      return 'problem' in read ? read : { value: spell(read.value) }
    },
  })
/** Records whose column is one of a comma-separated list of internal identifiers. */
export const anyIdOf = (column: string, description: string): Filter => any(column, description, types.id)
/** Records whose column is one of a comma-separated list of known words. */
export const anyWordOf = (column: string, words: readonly string[], description: string): Filter =>
  any(column, `${description} Each is one of ${words.map((word) => `\`${word}\``).join(', ')}.`, enumType(words))
/** Records whose moment lies strictly after the given one. */
export const after = (column: string, description: string): Filter =>
  single('after', column, description, types.dateTime)
/** Records whose moment lies strictly before the given one. */
export const before = (column: string, description: string): Filter =>
  single('before', column, description, types.dateTime)
/** Records whose column is exactly one of a few words. */
export const is = (column: string, words: readonly string[], description: string): Filter =>
  single('is', column, description, enumType(words))

/** Records that name one other record. */
export const exactId = (column: string, description: string): Filter => single('is', column, description, types.id)

/** Records for which a condition of their own holds, against a value of some type. */
export const where = <T>(type: Type<T>, description: string, condition: Where): Filter => ({
  ...single('where', '', description, type),
  where: condition,
})
/** Records that a list of texts, or of what another type reads, leads to, on whatever way. */
export const leadingTo = (description: string, condition: Where, type: Type<string> = types.text): Filter => ({
  ...any('', description, type),
  compare: 'where',
  where: condition,
})

/** The condition of a filter, on a row, against a parameter that is cast already. */
export function condition(filter: Filter, row: string, parameter: string, given: Given): string {
  const column = `${row}.${filter.column}`
  switch (filter.compare) {
    case 'any':
      return `${column} = any(${parameter})`
    case 'after':
      return `${column} > ${parameter}`
    case 'before':
      return `${column} < ${parameter}`
    case 'is':
      return `${column} = ${parameter}`
    case 'where':
      return filter.where?.(row, parameter, given) ?? 'true'
  }
}

function single<T>(compare: Filter['compare'], column: string, description: string, type: Type<T>): Filter {
  return { description, column, compare, sql: type.sql, schema: type.schema, read: type.read }
}

function any(column: string, description: string, type: Type<string>): Filter {
  return {
    description: `${description} Comma-separated, at most ${list_length_max}.`,
    column,
    compare: 'any',
    sql: `${type.sql}[]`,
    schema: { type: 'string' },
    read: (value) => {
      const wanted = new Set<string>()
      for (const part of value.split(',')) {
        if (part.trim() === '') continue
        const read = type.read(part.trim())
        if ('problem' in read) return { problem: `${read.problem}, unlike «${part.trim().slice(0, 60)}»` }
        wanted.add(read.value)
        if (wanted.size > list_length_max) return { problem: `must not have more than ${list_length_max} values` }
      }
      return { value: [...wanted] }
    },
  }
}
