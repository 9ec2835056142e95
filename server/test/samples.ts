import type { Operation } from '../src/api/operations.ts'
import type { JsonSchema } from '../src/api/types.ts'
import type { Chance } from './chance.ts'

/** Keys that members may hold, by the name of the member in the singular: ids, numbers, identifiers. */
export type Keys = { readonly [member: string]: readonly string[] }

/** What a request is made of, before anybody breaks it. */
export type Sample = {
  path: string
  query: Record<string, string>
  body: Record<string, unknown> | null
  /** Files that go with it; then it is sent in parts. */
  files?: { name: string; bytes: Uint8Array<ArrayBuffer>; filename: string }[]
}

/** A request that fits what the operation says of itself. */
export function sampleOf({ path, parameters, body }: Operation, keys: Keys, chance: Chance): Sample {
  const query: Record<string, string> = {}
  let filled = path
  for (const [name, parameter] of Object.entries(parameters)) {
    if (!parameter.required && chance.percent(60)) continue
    const value = name === 'fields' ? fieldsOf(chance) : sample(parameter.schema, name, keys, chance)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (parameter.in === 'path') {
      filled = filled.replace(`{${name}}`, encodeURIComponent(keyOf(path, name, keys, chance) ?? text))
    } else query[name] = text
  }
  // A body is described by an object.
  const made = body === null ? null : (sample(body, '', keys, chance) as Record<string, unknown>)
  return { path: filled, query, body: made }
}

/** What stands in a path belongs to the family that stands before it. */
const keyOf = (path: string, name: string, keys: Keys, chance: Chance): string | null => {
  const family = path.split(`/{${name}}`)[0]?.split('/').at(-1) ?? ''
  const known = keys[family] ?? keys[name] ?? []
  return known.length > 0 ? chance.pick(known) : null
}

const fieldsOf = (chance: Chance): string =>
  chance.pick(['{"only":["id"]}', '{"only":["id","updated_at"]}', '{"only":[]}', '{"only":["nothing"]}', '{}', '[]'])

function sample(schema: JsonSchema, name: string, keys: Keys, chance: Chance): unknown {
  if (Array.isArray(schema.anyOf)) return sample(chance.pick(schema.anyOf as JsonSchema[]), name, keys, chance)
  const kinds = Array.isArray(schema.type) ? (schema.type as string[]) : [String(schema.type)]
  if (kinds.includes('null') && chance.percent(8)) return null
  if (Array.isArray(schema.enum)) return chance.pick(schema.enum)
  const kind = kinds[0]
  if (kind === 'object') return objectOf(schema, name, keys, chance)
  if (kind === 'array') return listOf(schema, name, keys, chance)
  if (kind === 'boolean') return chance.percent(50)
  if (kind === 'integer' || kind === 'number') return numberOf(schema, chance)
  return textOf(schema, name, keys, chance)
}

function objectOf(schema: JsonSchema, name: string, keys: Keys, chance: Chance): unknown {
  const required = (schema.required ?? []) as string[]
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
    .filter(([member, one]) => required.includes(member) || (chance.percent(40) && !isFiles(one)))
    .map(([member, one]) => [member, member === 'fields' ? fieldsOf(chance) : sample(one, member, keys, chance)])
  if (name === 'credentials') return { key: 'value' }
  return Object.fromEntries(members)
}

/** JSON carries no files. */
const isFiles = ({ items }: JsonSchema): boolean => (items as JsonSchema | undefined)?.format === 'binary'

function listOf(schema: JsonSchema, name: string, keys: Keys, chance: Chance): unknown[] {
  const inner = (schema.items ?? { type: 'string' }) as JsonSchema
  return Array.from({ length: chance.below(4) }, () => sample(inner, name, keys, chance))
}

function numberOf({ minimum = -1000, maximum = 100_000 }: JsonSchema, chance: Chance): number {
  const [least, most] = [Number(minimum), Number(maximum)]
  return least + chance.below(Math.min(most - least, 100_000) + 1)
}

const days = ['2026-11-01', '2026-12-31', '2024-02-29', '1999-01-01']
const words = ['Example', 'Straße 12', 'x', '12', 'NL', 'EUR', 'nl', 'word', 'NL91ABNA0417164300', '2026-11-01']

function textOf(schema: JsonSchema, name: string, keys: Keys, chance: Chance): string {
  const known = keys[name] ?? keys[name.replace(/s$/, '')]
  if (known !== undefined && known.length > 0 && chance.percent(90)) {
    return /s$/.test(name) && chance.percent(30) ? `${chance.pick(known)},${chance.pick(known)}` : chance.pick(known)
  }
  if (schema.format === 'date') return chance.pick(days)
  if (schema.format === 'date-time') return `${chance.pick(days)}T09:30:00Z`
  if (schema.format === 'email') return `person${chance.below(1e6)}@example.com`
  if (schema.maxLength === 88) return chance.pick(keys.checksum ?? [`${'A'.repeat(86)}==`])
  if (String(schema.pattern ?? '').includes('{2}'))
    return `${chance.below(2000) - 500}.${chance.pick(['00', '5', '21'])}`
  if (schema.pattern !== undefined) return String(chance.below(30))
  const examples = Array.isArray(schema.examples) ? (schema.examples as string[]) : []
  if (examples.length > 0 && chance.percent(80)) return chance.pick(examples)
  if (/email/.test(name)) return `person${chance.below(1e6)}@example.com`
  if (/amount|price|quantity/.test(name)) return String(chance.below(1000))
  if (/country/.test(name)) return 'NL'
  if (/currency/.test(name)) return 'EUR'
  return chance.pick(words)
}
