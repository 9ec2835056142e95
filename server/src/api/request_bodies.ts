import { isObject } from '../domain/is_object.ts'
import type { Example } from './actions.ts'
import type { JsonSchema } from './types.ts'

/** How a body is described: as JSON and as a form, and in parts where files travel with it. */
export function requestBody(schema: JsonSchema, operation: { takes_files: boolean; example: Example | null }) {
  const example = operation.example ?? {}
  const plain = withoutFiles(schema)
  const said = withoutFilesIn(schema, example)
  const written = {
    'application/json': { schema: plain, example: said },
    'application/x-www-form-urlencoded': { schema: partsSchema(plain), example: partsOf(said) },
  }
  const parts = { 'multipart/form-data': { schema: partsSchema(schema), example: partsOf(example) } }
  const content = !operation.takes_files ? written : needsFile(schema) ? parts : { ...written, ...parts }
  return { required: true, content }
}

type ObjectSchema = { properties?: Record<string, JsonSchema>; required?: string[]; items?: JsonSchema }

/** Names of parts carry brackets where JSON has objects and lists: `order[file]`, `debtors[][name]`. */
function partsSchema(schema: JsonSchema): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  const walk = (inner: JsonSchema, nameOf: (member: string) => string, needed: boolean): void => {
    const { properties: members = {}, required: own = [] } = inner as ObjectSchema
    for (const [member, one] of Object.entries(members)) {
      const { items } = one as ObjectSchema
      const name = `${nameOf(member)}${items === undefined ? '' : '[]'}`
      const must = needed && own.includes(member)
      const nested = items ?? one
      if ('properties' in nested) {
        // What is in a list can also be named by its place, as `debtors[0][name]`.
        walk(nested, (deeper) => `${name}[${deeper}]`, must && items === undefined)
        continue
      }
      properties[name] = one
      if (must) required.push(name)
    }
  }
  walk(schema, (member) => member, true)
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

/** The same for what is sent. A name stands for one value, so several objects of a list are named by their places. */
function partsOf(example: Example): Example {
  const parts: Record<string, unknown> = {}
  const walk = (value: unknown, name: string): void => {
    const objects = Array.isArray(value) ? value.filter(isObject) : []
    const place = (index: number): string => `${name}[${objects.length > 1 ? index : ''}]`
    if (objects.length > 0) for (const [index, one] of objects.entries()) walk(one, place(index))
    else if (Array.isArray(value)) parts[`${name}[]`] = value
    else if (isObject(value)) for (const [member, inner] of Object.entries(value)) walk(inner, `${name}[${member}]`)
    else parts[name] = value
  }
  for (const [member, value] of Object.entries(example)) walk(value, member)
  return parts
}

const isFile = (schema: JsonSchema | undefined): boolean =>
  schema?.format === 'binary' || (schema?.items as JsonSchema | undefined)?.format === 'binary'

/** What JSON and forms can carry: everything but files. */
function withoutFiles(schema: JsonSchema): JsonSchema {
  const { properties } = schema as ObjectSchema
  if (properties === undefined) return schema
  const kept = Object.entries(properties).filter(([, one]) => !isFile(one))
  return { ...schema, properties: Object.fromEntries(kept.map(([name, one]) => [name, withoutFiles(one)])) }
}

function withoutFilesIn(schema: JsonSchema, example: Example): Example {
  const { properties = {} } = schema as ObjectSchema
  const kept = Object.entries(example).filter(([name]) => !isFile(properties[name]))
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isObject(value) ? withoutFilesIn(properties[name] ?? {}, value) : value]),
  )
}

const needsFile = (schema: JsonSchema): boolean => {
  const { properties = {}, required = [] } = schema as ObjectSchema
  return required.some((name) => isFile(properties[name]) || needsFile(properties[name] ?? {}))
}
