import { type Field, ofType } from '../api/field.ts'
import type { Role } from '../api/principal.ts'
import type { Type } from '../api/types.ts'
import { amount_pattern, colour_pattern, time_pattern } from './types.ts'

/** Settings that stand together on the page. */
export const setting_groups = ['engine', 'sending', 'look', 'delivery', 'portal', 'law'] as const
export type SettingGroup = (typeof setting_groups)[number]

/** How a value is typed in, whatever it means. */
export const setting_kinds = [
  'switch',
  'integer',
  'choice',
  'choices',
  'time',
  'amount',
  'colour',
  'days',
  'email_address',
  'email_addresses',
  'text',
] as const
export type SettingKind = (typeof setting_kinds)[number]

/** One setting of an administration: a field with its default, where it stands, and who may change it. */
export type Setting<F extends Field = Field> = { group: SettingGroup; field: F; changed_by: readonly Role[] }

export const administrators: readonly Role[] = ['administrator']
/** Those whose role is for the daily work. */
export const workers: readonly Role[] = ['administrator', 'standard']

export const setting = <F extends Field>(
  group: SettingGroup,
  field: F,
  changed_by: readonly Role[] = administrators,
): Setting<F> => ({ group, field, changed_by })

/** The type of a setting, which always is a plain value. */
export function typeOf({ field }: Setting): Type<unknown> {
  const { value } = field.definition
  if (value.is !== 'value') throw new Error('A setting is a plain value.')
  return value.type
}

/** The same field without its default, for a body that may leave it as it is. Empty means: the default again. */
export const changeable = (one: Setting): Field<unknown, true> => ofType(typeOf(one))(one.field.definition.description)

/** How a setting is typed in, and within which bounds: all of it follows from its type. */
export function controlOf(one: Setting): {
  kind: SettingKind
  options: string[]
  minimum: number | null
  maximum: number | null
} {
  // What a JSON Schema may say, of which each type says some.
  const schema = typeOf(one).schema as Schema
  const bounds = { minimum: schema.minimum ?? null, maximum: schema.maximum ?? null }
  const options = schema.enum ?? schema.items?.enum ?? []
  return { kind: kindOf(schema), options: [...options], ...bounds }
}

type Schema = {
  type?: string
  format?: string
  pattern?: string
  enum?: readonly string[]
  items?: { format?: string; enum?: readonly string[] }
  minimum?: number
  maximum?: number
}

const patterns: Readonly<Record<string, SettingKind>> = {
  [time_pattern]: 'time',
  [amount_pattern]: 'amount',
  [colour_pattern]: 'colour',
}
const list_formats: Readonly<Record<string, SettingKind>> = { date: 'days', email: 'email_addresses' }

function kindOf({ type, format, pattern = '', items, ...schema }: Schema): SettingKind {
  if (type === 'boolean') return 'switch'
  if (type === 'integer') return 'integer'
  if (schema.enum) return 'choice'
  if (items?.enum) return 'choices'
  if (format === 'email') return 'email_address'
  const kind = items ? list_formats[items.format ?? ''] : (patterns[pattern] ?? 'text')
  if (!kind) throw new Error('No control is known for a list of this kind.')
  return kind
}
