import { readDay } from '../domain/days.ts'
import { list_length_max } from './input.ts'
import { SentFile } from './sent_file.ts'

/**
 * A type is told four ways at once: as JSON Schema (documentation, contract tests), as a TypeScript type, as the SQL
 * that prints a column of it, and as the way a caller's value is read. So no serializer and no mapper exists.
 */
export type JsonSchema = { readonly [key: string]: unknown }

/** What came of reading a caller's value: the value, or what is wrong with it, to stand behind the parameter's name. */
export type Read<T> = { value: T } | { problem: string }

/** How the text of a column becomes JSON outside the database; a moment is as PostgreSQL prints it in UTC. */
export type Sent = 'quoted' | 'bare' | 'escaped' | 'moment'

export type Type<T> = {
  schema: JsonSchema
  /** The PostgreSQL type of the column, and of a parameter that is compared with it. */
  sql: string
  /** SQL that turns a column into what `row_to_json` shall show. */
  print: (column: string) => string
  /** How what was printed becomes JSON: in quotes as it is, as it is, or after a look at every letter. */
  json: 'quoted' | 'bare' | 'escaped'
  /** As both of these where the JSON is put together outside the database, which can do less there. */
  sent?: { print: (column: string) => string; json: Sent }
  read: (value: unknown) => Read<T>
}

const as = (cast: string) => (column: string) => `${column}::${cast}`
const unchanged = (column: string) => column
const problem = (text: string): { problem: string } => ({ problem: text })

/** The bytes a caller's text may not hold: PostgreSQL cannot store NUL. */
const NUL = String.fromCharCode(0)
const text_length_max = 100_000

const text_type: Type<string> = {
  schema: { type: 'string' },
  sql: 'text',
  print: unchanged,
  json: 'escaped',
  read: (value) => {
    if (typeof value === 'number' && Number.isFinite(value)) return { value: String(value) }
    if (typeof value !== 'string') return problem('must be a text')
    if (value.includes(NUL)) return problem('must not hold a NUL character')
    if (value.length > text_length_max) return problem(`must not be longer than ${text_length_max} characters`)
    // Half of a letter becomes the mark for unknown ones, as in every UTF-8: PostgreSQL refuses it in JSON.
    return { value: value.toWellFormed() }
  },
}

const bigint_max = 9_223_372_036_854_775_807n

/** Whether a text can be an internal identifier: decimal digits within the range of a bigint. */
export function isId(value: string): boolean {
  return /^\d{1,19}$/.test(value) && BigInt(value) <= bigint_max
}

const id_type: Type<string> = {
  schema: { type: 'string', examples: ['1'] },
  sql: 'bigint',
  print: as('text'),
  json: 'quoted',
  read: (value) => {
    const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
    if (typeof digits !== 'string' || !isId(digits)) return problem('must be an identifier of digits')
    return { value: BigInt(digits).toString() }
  },
}

const money_type: Type<string> = {
  schema: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$', examples: ['1250.00'] },
  sql: 'numeric',
  print: as('numeric(18,2)::text'),
  json: 'quoted',
  read: (value) => {
    const digits = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
    const match = typeof digits === 'string' ? /^(-?)(\d{1,16})(?:\.(\d{1,2}))?$/.exec(digits) : null
    if (!match) return problem('must be an amount like 1250.00, of at most 16 digits and two decimals')
    return { value: `${match[1]}${match[2]}.${(match[3] ?? '').padEnd(2, '0')}` }
  },
}

/** A number of any precision, as a text without useless zeros: rates and quantities. */
const decimal_type: Type<string> = {
  schema: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$', examples: ['2.5'] },
  sql: 'numeric',
  print: (column) => `trim_scale(${column})::text`,
  json: 'quoted',
  read: (value) => {
    const digits = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
    if (typeof digits !== 'string' || !/^-?\d{1,16}(\.\d{1,10})?$/.test(digits))
      return problem('must be a number like 1.0825')
    return { value: digits }
  },
}

const moment = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/i

const date_time_type: Type<string> = {
  schema: { type: 'string', format: 'date-time', examples: ['2026-11-14T09:30:00.123456Z'] },
  sql: 'timestamptz',
  print: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  json: 'quoted',
  sent: { print: unchanged, json: 'moment' },
  read: (value) => {
    // In a query string a plus sign arrives as a space, so «+01:00» may come in as « 01:00».
    const given = typeof value === 'string' ? value.trim().replace(/ (\d{2}:?\d{2})$/, '+$1') : ''
    const match = moment.exec(given) ?? moment.exec(/^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T00:00:00Z` : '')
    if (!match || !isDay(match[1] ?? '')) return problem('must be a moment like 2026-11-14T09:30:00Z')
    const told = `${match[1]}T${match[2]}${match[3]?.toUpperCase() ?? 'Z'}`
    // Date only checks the clock time; PostgreSQL gets the text itself, with all its digits.
    if (Number.isNaN(Date.parse(told.replace(/(\.\d{3})\d+/, '$1')))) {
      return problem('must be a moment like 2026-11-14T09:30:00Z')
    }
    return { value: told }
  },
}

/** Whether a text is a day that exists, written as YYYY-MM-DD. */
export const isDay = (value: string): boolean => readDay(value) !== null

const date_type: Type<string> = {
  schema: { type: 'string', format: 'date', examples: ['2026-11-14'] },
  sql: 'date',
  print: as('text'),
  json: 'quoted',
  read: (value) => (typeof value === 'string' && isDay(value) ? { value } : problem('must be a date like 2026-11-14')),
}

const boolean_type: Type<boolean> = {
  schema: { type: 'boolean' },
  sql: 'boolean',
  print: unchanged,
  json: 'bare',
  sent: { print: as('text'), json: 'bare' },
  read: (value) => {
    if (value === true || value === 'true' || value === 1 || value === '1') return { value: true }
    if (value === false || value === 'false' || value === 0 || value === '0') return { value: false }
    return problem('must be true or false')
  },
}

/** A whole number between two bounds. */
export function integerType(minimum = -2_147_483_648, maximum = 2_147_483_647): Type<number> {
  const bounded = minimum > -2_147_483_648 || maximum < 2_147_483_647
  return {
    schema: bounded ? { type: 'integer', minimum, maximum } : { type: 'integer', format: 'int32' },
    sql: 'integer',
    print: unchanged,
    json: 'bare',
    read: (value) => {
      const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
      if (typeof number !== 'number' || !Number.isInteger(number)) return problem('must be a whole number')
      if (number < minimum || number > maximum) return problem(`must be between ${minimum} and ${maximum}`)
      return { value: number }
    },
  }
}

/** One word of a fixed list. */
export function enumType<const Word extends string>(words: readonly Word[]): Type<Word> {
  return {
    schema: { type: 'string', enum: words },
    sql: 'text',
    print: unchanged,
    json: 'escaped',
    read: (value) => {
      const word = words.find((candidate) => candidate === value)
      return word === undefined
        ? problem(`must be one of ${words.map((one) => one || '«»').join(', ')}`)
        : { value: word }
    },
  }
}

/** Reads a list, each item of it as `type` does; what is wrong with an item is told for the whole. */
const readList =
  (type: Type<string>, wrong: string) =>
  (value: unknown): Read<string[]> => {
    if (!Array.isArray(value)) return problem(wrong)
    if (value.length > list_length_max) return problem(`must not have more than ${list_length_max} entries`)
    const items: string[] = []
    for (const item of value) {
      const read = type.read(item)
      if ('problem' in read) return problem(wrong)
      items.push(read.value)
    }
    return { value: items }
  }

const text_list_type: Type<string[]> = {
  schema: { type: 'array', items: { type: 'string' } },
  sql: 'text[]',
  print: (column) => `array_to_json(${column}::text[])`,
  json: 'bare',
  read: readList(text_type, 'must be a list of texts'),
}

const id_list_type: Type<string[]> = {
  ...text_list_type,
  sql: 'bigint[]',
  read: readList(id_type, 'must be a list of identifiers'),
}

/** A number that is shown as one, without useless zeros. */
const number_type: Type<string> = {
  ...decimal_type,
  schema: { type: 'number' },
  print: (column) => `trim_scale(${column})`,
  json: 'bare',
}

/** A SHA3-512 in base64: 64 bytes, of which the last letter uses two bits. */
const checksum_type: Type<string> = {
  ...text_type,
  schema: { type: 'string', minLength: 88, maxLength: 88 },
  json: 'quoted',
  read: (value) =>
    typeof value === 'string' && /^[A-Za-z0-9+/]{85}[AQgw]==$/.test(value)
      ? { value }
      : problem('must be a SHA3-512 in base64, which has 88 characters'),
}

const media_type_type: Type<string> = {
  ...text_type,
  schema: { type: 'string', examples: ['application/pdf'] },
  read: (value) =>
    typeof value === 'string' && value.length <= 200 && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(; ?[\w-]+=[\w.-]+)*$/.test(value)
      ? { value: value.toLowerCase() }
      : problem('must be a media type like application/pdf'),
}

const file_type: Type<SentFile> = {
  ...text_type,
  schema: { type: 'string', format: 'binary' },
  read: (value) =>
    value instanceof SentFile ? { value } : problem('must be a file, in a body of multipart/form-data'),
}

const file_list_type: Type<SentFile[]> = {
  ...text_type,
  schema: { type: 'array', items: file_type.schema },
  read: (value) => {
    const files = Array.isArray(value) ? value : [value]
    return files.every((one) => one instanceof SentFile)
      ? { value: files }
      : problem('must be files, in a body of multipart/form-data')
  },
}

/** An object whose members are not told: what they are depends on the record. */
const json_type: Type<Record<string, unknown>> = {
  schema: { type: 'object' },
  sql: 'jsonb',
  print: unchanged,
  json: 'bare',
  read: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value: value as Record<string, unknown> }
      : problem('must be an object'),
}

/** The types that need no further telling. */
export const types = {
  checksum: checksum_type,
  mediaType: media_type_type,
  file: file_type,
  fileList: file_list_type,
  text: text_type,
  id: id_type,
  money: money_type,
  decimal: decimal_type,
  dateTime: date_time_type,
  date: date_type,
  boolean: boolean_type,
  textList: text_list_type,
  idList: id_list_type,
  number: number_type,
  json: json_type,
} as const
