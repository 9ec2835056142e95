import { type Module, needed } from './modules.ts'
import { integerType } from './numbers.ts'
import { enumType, type JsonSchema, list_length_max, type Type, types } from './types.ts'

/** Values a statement is given from outside its row: told by name, bound as parameters. */
export type Given = (name: 'base_url' | 'today' | 'permissions' | 'link_until' | 'link_inner' | 'link_outer') => string

/** Where a field's value comes from, when it is not the column of its own name. */
export type Source =
  | { from: 'column'; column: string }
  | { from: 'expression'; sql: (row: string, given: Given) => string; of_others?: true }
  | { from: 'rows'; table: string; key: string; order: string }
  | { from: 'record'; table: string; key: string }

/** The column of another name in the same row, as a deprecated alias has it. */
export const column = (name: string): Source => ({ from: 'column', column: name })
/** SQL over the row; costs nothing until the field is asked for. */
export const expression = (sql: (row: string, given: Given) => string): Source => ({ from: 'expression', sql })
/** As an expression, of what others hold: it changes although nothing is written to the row. */
export const figure = (sql: (row: string, given: Given) => string): Source => ({
  from: 'expression',
  sql,
  of_others: true,
})
/** The rows of another table that name this record, oldest first unless told. */
export const rowsOf = (table: string, key: string, order = 'id'): Source => ({ from: 'rows', table, key, order })
/** The one record of another table that this row names. */
export const recordOf = (table: string, key: string): Source => ({ from: 'record', table, key })

export type Fields = { readonly [name: string]: Field }

export type Told<T> = {
  description: string
  /** A plain value has a type; an object or a list of objects has a shape. */
  value: { is: 'value'; type: Type<T> } | { is: 'object' | 'list'; shape: Fields }
  required: boolean
  on_request: boolean
  module: Module | null
  source: Source | null
  deprecated: string | null
  /** What counts when nothing is sent. */
  preset: T | undefined
  /** The most items of a list in a body. */
  items_max: number
}

/** One field of a noun, or one member of a body; `Null` tells whether it may be empty. */
export type Field<T = unknown, Null extends boolean = boolean> = {
  readonly told: Told<T>
  /** Keeps the two kinds apart for the compiler, which compares types by their members. */
  readonly may_be_empty: Null
  /** Always present and never null; as input: must be given. */
  required(): Field<T, false>
  /** What a member counts as when it is not sent, or empty. Never on what an update may leave as it is. */
  default(value: T): Field<T, false>
  /** The most items of a list in a body, where that is less than for every list. */
  atMost(items_max: number): Field<T, Null>
  /** Left out of answers unless named through `fields`. */
  onRequest(): Field<T, Null>
  /** Only there while the administration has this module; implies on request. */
  when(module: Module): Field<T, Null>
  from(source: Source): Field<T, Null>
  /** Kept for old clients; the sentence says what to use instead. */
  deprecated(instead: string): Field<T, Null>
}

type Name<F> = { [K in keyof F]: F[K] extends Field<unknown, false> ? K : never }[keyof F]
type Value<F> = F extends Field<infer T, boolean> ? T : never

/** The TypeScript type of a body that was read against these fields. */
export type Input<F extends Fields> = { [K in Name<F>]: Value<F[K]> } & {
  [K in Exclude<keyof F, Name<F>>]?: Value<F[K]> | null
}

function field<T, Null extends boolean>(told: Told<T>, may_be_empty: Null): Field<T, Null> {
  const change = (change: Partial<Told<T>>) => field<T, Null>({ ...told, ...change }, may_be_empty)
  return {
    told,
    may_be_empty,
    required: () => field<T, false>({ ...told, required: true }, false),
    default: (value) => field<T, false>({ ...told, preset: value }, false),
    atMost: (items_max) => change({ items_max }),
    onRequest: () => change({ on_request: true }),
    when: (module) => change({ module, on_request: true }),
    from: (source) => change({ source }),
    deprecated: (instead) => change({ deprecated: instead }),
  }
}

function optional<T>(description: string, value: Told<T>['value']): Field<T, true> {
  const plain = { required: false, on_request: false, module: null, source: null, deprecated: null }
  return field({ description, value, ...plain, preset: undefined, items_max: list_length_max }, true)
}

/** Fields of a type of one's own. */
export const ofType =
  <T>(type: Type<T>) =>
  (description: string): Field<T, true> =>
    optional(description, { is: 'value', type })

export const text = ofType(types.text)
/** A number, code or identifier by which records are looked up; spaces around it do not count. */
export const key = ofType(types.key)
export const keyList = ofType(types.keyList)
export const money = ofType(types.money)
/** What one unit costs. */
export const price = ofType(types.price)
export const decimal = ofType(types.decimal)
export const dateTime = ofType(types.dateTime)
export const date = ofType(types.date)
export const boolean = ofType(types.boolean)
export const textList = ofType(types.textList)
export const idList = ofType(types.idList)
export const number = ofType(types.number)
/** The SHA3-512 of a file, in base64. */
export const checksum = ofType(types.checksum)
/** A media type, such as `application/pdf`. */
export const mediaType = ofType(types.mediaType)
/** A file that travels with the request, which is then multipart. */
export const file = ofType(types.file)
/** Several files that travel with the request. */
export const fileList = ofType(types.fileList)
/** An object whose members depend on the record; what can be told of them is told as JSON Schema. */
export const json = (description: string, members: JsonSchema = {}): Field<Record<string, unknown>, true> =>
  optional(description, { is: 'value', type: { ...types.json, schema: { ...types.json.schema, ...members } } })
/** An internal identifier, of the record itself or of another one. */
export const id = ofType(types.id)

export const integer = (description: string, minimum?: number, maximum?: number): Field<number, true> =>
  optional(description, { is: 'value', type: integerType(minimum, maximum) })

export const oneOf = <const Word extends string>(words: readonly Word[], description: string): Field<Word, true> =>
  optional(description, { is: 'value', type: enumType(words) })

/** A nested object; its columns carry the field's name as prefix. Empty while its first member is. */
export const object = <F extends Fields>(shape: F, description: string): Field<Input<F>, true> =>
  optional(description, { is: 'object', shape })

/** A list of nested objects. */
export const listOf = <F extends Fields>(shape: F, description: string): Field<Input<F>[], true> =>
  optional(description, { is: 'list', shape })

/** Whether a file can be among these fields, so that a body of them may come in parts. */
export function holdFiles(fields: Fields): boolean {
  return Object.values(fields).some(({ told: { value } }) =>
    value.is === 'value' ? value.type === types.file || value.type === types.fileList : holdFiles(value.shape),
  )
}

/** What answers say of a field: what it means, when it comes, and whether those who follow changes hear of it. */
export function toldInAnswers({ told }: Field): string {
  const { description, deprecated, on_request, module, source } = told
  const switched = module ? `, with ${needed[module].map((one) => `\`${one}\``).join(' and ')} switched on` : ''
  const asked = on_request ? [`Only on request, through \`fields\`${switched}.`] : []
  const silent = (source?.from === 'expression' && source.of_others) || source?.from === 'record'
  const still = silent ? ['As it is when asked for: a change of it does not move `updated_at`.'] : []
  return [deprecated ?? description, ...asked, ...still].join(' ')
}

/** The JSON Schema of one field, as answers carry it and as bodies take it. */
export function schemaOf(one: Field, side: 'answer' | 'body'): JsonSchema {
  const { value, description, required, deprecated, preset, items_max } = one.told
  const described = {
    description: side === 'answer' ? toldInAnswers(one) : (deprecated ?? description),
    ...(deprecated === null ? {} : { deprecated: true }),
  }
  const plain: JsonSchema =
    value.is === 'value'
      ? value.type.schema
      : value.is === 'object'
        ? shapeSchema(value.shape, side)
        : { type: 'array', items: shapeSchema(value.shape, side) }
  const bare = {
    ...plain,
    ...(side === 'body' && plain.type === 'array' ? { maxItems: items_max } : {}),
    ...(side === 'body' && preset !== undefined ? { default: preset } : {}),
  }
  // In answers a list is always there, if only as an empty one.
  if (required || (side === 'answer' && value.is === 'list')) return { ...bare, ...described }
  if ('enum' in bare)
    return { ...bare, type: ['string', 'null'], enum: [...(bare.enum as string[]), null], ...described }
  return { ...bare, type: [plain.type, 'null'], ...described }
}

/** The JSON Schema of an object with these fields. In answers every default field is present, null when empty. */
export function shapeSchema(shape: Fields, side: 'answer' | 'body'): JsonSchema {
  const names = Object.keys(shape)
  const present = names.filter((name) =>
    side === 'answer' ? !shape[name]?.told.on_request : shape[name]?.told.required,
  )
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, schemaOf(one, side)])),
    ...(present.length > 0 ? { required: present } : {}),
  }
}
