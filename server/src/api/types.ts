import { isDay, readMoment } from './moments.ts'
import { isRounded, number_types, rounded } from './numbers.ts'
import { SentFile } from './sent_file.ts'
import type { Read, Type } from './type.ts'

export type { JsonSchema, Read, Sent, Type } from './type.ts'

/** The most records in a batch, and the most values in a list. */
export const list_length_max = 1000

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
    if (isRounded(value)) return problem(rounded)
    if (typeof value === 'number' && Number.isFinite(value)) return { value: String(value) }
    if (typeof value !== 'string') return problem('must be a text')
    if (value.includes(NUL)) return problem('must not hold a NUL character')
    if (value.length > text_length_max) return problem(`must not be longer than ${text_length_max} characters`)
    // Half of a letter becomes the mark for unknown ones, as in every UTF-8: PostgreSQL refuses it in JSON.
    return { value: value.toWellFormed() }
  },
}

/** As long as a field of an import file. */
export const key_length_max = 255

/** A number, code or identifier by which a record is looked up. Filters trim what they look for, so it is stored so. */
const key_type: Type<string> = {
  ...text_type,
  schema: { type: 'string', maxLength: key_length_max },
  read: (value) => {
    const read = text_type.read(value)
    if ('problem' in read) return read
    const key = read.value.trim()
    return key.length > key_length_max
      ? problem(`must not be longer than ${key_length_max} characters`)
      : { value: key }
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
    if (isRounded(value)) return problem(rounded)
    const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
    if (typeof digits !== 'string' || !isId(digits)) return problem('must be an identifier of digits')
    return { value: BigInt(digits).toString() }
  },
}

const date_time_type: Type<string> = {
  schema: { type: 'string', format: 'date-time', examples: ['2026-11-14T09:30:00.123456Z'] },
  sql: 'timestamptz',
  print: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  json: 'quoted',
  sent: { print: unchanged, json: 'moment' },
  read: (value) => {
    // In a query string a plus sign arrives as a space, so «+01:00» may come in as « 01:00».
    const given = typeof value === 'string' ? value.trim().replace(/(:\d\d(?:\.\d+)?) (\d{2}:?\d{2})$/, '$1+$2') : ''
    const read = readMoment(given)
    return read === null ? problem('must be a moment like 2026-11-14T09:30:00Z') : { value: read }
  },
}

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

/** Reads a list, each item of it as `type` does; what is wrong with an item is reported for the whole. */
const readList =
  (type: Type<string>, wrong: string) =>
  (value: unknown): Read<string[]> => {
    if (!Array.isArray(value)) return problem(wrong)
    if (value.length > list_length_max) return problem(`must not have more than ${list_length_max} entries`)
    const items: string[] = []
    for (const item of value) {
      const read = type.read(item)
      if ('problem' in read) return problem(isRounded(item) ? `has one that ${rounded}` : wrong)
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

/** Keys without doubles; an empty one, by which a form says that there are none, is left out. */
const key_list_type: Type<string[]> = {
  ...text_list_type,
  schema: { ...text_list_type.schema, items: key_type.schema },
  read: (value) => {
    const read = text_list_type.read(Array.isArray(value) ? value.map((one) => one ?? '') : value)
    if ('problem' in read) return read
    const keys = read.value.map((one) => one.trim()).filter((one) => one !== '')
    return keys.some((one) => one.length > key_length_max)
      ? problem(`must not have texts longer than ${key_length_max} characters`)
      : { value: [...new Set(keys)] }
  },
}

const id_list_type: Type<string[]> = {
  ...text_list_type,
  sql: 'bigint[]',
  read: readList(id_type, 'must be a list of identifiers'),
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

/** An object whose members are not described: what they are depends on the record. */
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

/** A list of such objects. */
const json_list_type: Type<Record<string, unknown>[]> = {
  schema: { type: 'array', items: { type: 'object' } },
  sql: 'jsonb',
  print: unchanged,
  json: 'bare',
  read: (value) => {
    const items = Array.isArray(value) ? value.map(json_type.read) : [problem('must be a list of objects')]
    const wrong = items.find((item) => 'problem' in item)
    return wrong ?? { value: items.flatMap((item) => ('value' in item ? [item.value] : [])) }
  },
}

/** The types that take no parameters. */
export const types = {
  checksum: checksum_type,
  mediaType: media_type_type,
  file: file_type,
  fileList: file_list_type,
  text: text_type,
  key: key_type,
  id: id_type,
  dateTime: date_time_type,
  date: date_type,
  boolean: boolean_type,
  textList: text_list_type,
  keyList: key_list_type,
  idList: id_list_type,
  json: json_type,
  jsonList: json_list_type,
  ...number_types,
} as const
