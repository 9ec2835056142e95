import { type Module, needed } from './modules.ts'
import { integerType } from './numbers.ts'
import { enumType, type JsonSchema, list_length_max, type Type, types } from './types.ts'

/** Values a statement is given from outside its row: asked for by name, bound as parameters. */
export type Given = (
  name: /** The one that the statement is bound to: what belongs to a row is tied to it, and so lies on one node. */
    | 'administration_id'
    | ('base_url' | 'today' | 'permissions' | 'link_until' | 'link_inner' | 'link_outer')
    | ('mail_local' | 'mail_domain' | 'mail_inner' | 'mail_outer'),
) => string

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
/** The rows of another table that name this record, oldest first unless given. */
export const rowsOf = (table: string, key: string, order = 'id'): Source => ({ from: 'rows', table, key, order })
/** The one record of another table that this row names. */
export const recordOf = (table: string, key: string): Source => ({ from: 'record', table, key })

export type Fields = { readonly [name: string]: Field }

export type FieldDefinition<T> = {
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

/**
 * How clients send a field: as it is shown, as another type (`key`, with the same sentence, and needed where it is
 * always present), or as a member of its own, where writing differs in more than that. Some are sent and never shown.
 */
export type Writing = 'as_shown' | 'never_shown' | ((description: string) => Field) | Field

/**
 * One field of a noun, or one member of a body; `Null` says whether it may be empty, `Written` how clients send it: null
 * when they do not.
 */
export type Field<T = unknown, Null extends boolean = boolean, Written = unknown> = {
  readonly definition: FieldDefinition<T>
  /** Keeps the two kinds apart for the compiler, which compares types by their members. */
  readonly may_be_empty: Null
  readonly written: Written
  /** Always present and never null; as input: must be given. */
  required(): Field<T, false, Written>
  /** What a member counts as when it is not sent, or empty. Never on what an update may leave as it is. */
  default(value: T): Field<T, false, Written>
  /** The most items of a list in a body, where that is less than for every list. */
  atMost(items_max: number): Field<T, Null, Written>
  /** Left out of answers unless named through `fields`. */
  onRequest(): Field<T, Null, Written>
  /** Only there while the administration has this module; implies on request. */
  when(module: Module): Field<T, Null, Written>
  from(source: Source): Field<T, Null, Written>
  /** Kept for old clients; the sentence says what to use instead. */
  deprecated(instead: string): Field<T, Null, Written>
  /** Clients may send it too, and it is stored in its column; it is then a part of `input` of its noun. */
  writable(): Field<T, Null, 'as_shown'>
  writable<const As extends ((description: string) => Field) | Field>(as: As): Field<T, Null, As>
  /** Clients may send it, and nobody sees it through the interface. */
  writeOnly(): Field<T, Null, 'never_shown'>
}

type Name<F> = { [K in keyof F]: F[K] extends Field<unknown, false> ? K : never }[keyof F]
type Value<F> = F extends Field<infer T, boolean> ? T : never

/** The TypeScript type of a body that was read against these fields. */
export type Input<F extends Fields> = { [K in Name<F>]: Value<F[K]> } & {
  [K in Exclude<keyof F, Name<F>>]?: Value<F[K]> | null
}

/** A field with all that is said of it. */
export function field<T, Null extends boolean, Written>(
  definition: FieldDefinition<T>,
  may_be_empty: Null,
  written: Written,
): Field<T, Null, Written> {
  const change = (change: Partial<FieldDefinition<T>>) =>
    field<T, Null, Written>({ ...definition, ...change }, may_be_empty, written)
  return {
    definition,
    may_be_empty,
    written,
    required: () => field<T, false, Written>({ ...definition, required: true }, false, written),
    default: (value) => field<T, false, Written>({ ...definition, preset: value }, false, written),
    atMost: (items_max) => change({ items_max }),
    onRequest: () => change({ on_request: true }),
    when: (module) => change({ module, on_request: true }),
    from: (source) => change({ source }),
    deprecated: (instead) => change({ deprecated: instead }),
    writable: <As = 'as_shown'>(as?: As) =>
      // Without an argument As is the word for it, as the two signatures say.
      field(definition, may_be_empty, as ?? ('as_shown' as As)),
    writeOnly: () => field(definition, may_be_empty, 'never_shown'),
  }
}

function plain<T>(description: string, value: FieldDefinition<T>['value']): Field<T, true, null> {
  const unset = { required: false, on_request: false, module: null, source: null, deprecated: null }
  return field({ description, value, ...unset, preset: undefined, items_max: list_length_max }, true, null)
}

/** Fields of a type of one's own. */
export const ofType =
  <T>(type: Type<T>) =>
  (description: string): Field<T, true, null> =>
    plain(description, { is: 'value', type })

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
/** An object whose members depend on the record; what is known of them is described as JSON Schema. */
export const json = (description: string, members: JsonSchema = {}): Field<Record<string, unknown>, true, null> =>
  plain(description, { is: 'value', type: { ...types.json, schema: { ...types.json.schema, ...members } } })
/** A list of such objects. */
export const jsonList = (description: string, item: JsonSchema = {}): Field<Record<string, unknown>[], true, null> => {
  const schema = { ...types.jsonList.schema, items: { type: 'object', ...item } }
  return plain(description, { is: 'value', type: { ...types.jsonList, schema } })
}
/** An internal identifier, of the record itself or of another one. */
export const id = ofType(types.id)

export const integer = (description: string, minimum?: number, maximum?: number): Field<number, true, null> =>
  plain(description, { is: 'value', type: integerType(minimum, maximum) })

export const oneOf = <const Word extends string>(
  words: readonly Word[],
  description: string,
): Field<Word, true, null> => plain(description, { is: 'value', type: enumType(words) })

/** A nested object; its columns carry the field's name as prefix. Empty while its first member is. */
export const object = <F extends Fields>(shape: F, description: string): Field<Input<F>, true, null> =>
  plain(description, { is: 'object', shape })

/** A list of nested objects. */
export const listOf = <F extends Fields>(shape: F, description: string): Field<Input<F>[], true, null> =>
  plain(description, { is: 'list', shape })

/** Whether a file can be among these fields, so that a body of them may come in parts. */
export function holdFiles(fields: Fields): boolean {
  return Object.values(fields).some(({ definition: { value } }) =>
    value.is === 'value' ? value.type === types.file || value.type === types.fileList : holdFiles(value.shape),
  )
}

/** What answers say of a field: what it means, when it comes, and whether those who follow changes hear of it. */
export function answerDescription({ definition }: Field): string {
  const { description, deprecated, on_request, module, source } = definition
  const switched = module ? `, with ${needed[module].map((one) => `\`${one}\``).join(' and ')} switched on` : ''
  const asked = on_request ? [`Only on request, through \`fields\`${switched}.`] : []
  const silent = (source?.from === 'expression' && source.of_others) || source?.from === 'record'
  const still = silent ? ['As it is when asked for: a change of it does not move `updated_at`.'] : []
  return [deprecated ?? description, ...asked, ...still].join(' ')
}

/** The JSON Schema of one field, as answers carry it and as bodies take it. */
export function schemaOf(one: Field, side: 'answer' | 'body'): JsonSchema {
  const { value, description, required, deprecated, preset, items_max } = one.definition
  const described = {
    description: side === 'answer' ? answerDescription(one) : (deprecated ?? description),
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
    side === 'answer' ? !shape[name]?.definition.on_request : shape[name]?.definition.required,
  )
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, schemaOf(one, side)])),
    ...(present.length > 0 ? { required: present } : {}),
  }
}
