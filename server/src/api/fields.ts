import { isObject } from '../domain/is_object.ts'
import { refuseParameters } from './errors.ts'
import type { Field, Fields } from './field.ts'
import { readJson } from './json.ts'
import { type Module, needed } from './modules.ts'
import { nearest } from './nearest.ts'

/** The fields an answer shall carry, in order, with what is chosen inside nested ones. */
export type Selection = readonly { name: string; field: Field; nested: Selection | null }[]

const names_max = 500

/** What an answer carries when nobody asks for anything: every field that is not on request. */
export function defaultSelection(fields: Fields): Selection {
  return Object.entries(fields)
    .filter(([, field]) => !field.definition.on_request)
    .map(([name, field]) => ({ name, field, nested: null }))
}

/**
 * Reads the parameter `fields`: `{"only":["id",{"postal_address":["city"]}]}`, as JSON text or as an object. What is
 * named is shown, and nothing else. A name that does not exist is refused, with the nearest one that does. A field of
 * a module that is off is left out, also when it is named, because the caller cannot know the settings.
 */
export function parseFields(given: unknown, fields: Fields, modules: ReadonlySet<Module>): Selection {
  const wanted = typeof given === 'string' ? readJson(given, 'fields') : given
  if (!isObject(wanted) || !Array.isArray(wanted.only)) {
    return refuseParameters(['fields: must be a JSON object with a list under "only", like {"only":["id","name"]}'])
  }
  if (wanted.only.length > names_max) return refuseParameters([`fields: must not name more than ${names_max} fields`])
  return select(wanted.only, fields, modules, '')
}

function select(items: readonly unknown[], fields: Fields, modules: ReadonlySet<Module>, path: string): Selection {
  const chosen = new Map<string, Selection[number]>()
  for (const item of items) {
    const { name, inner } = nameOf(item, path)
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) return refuseUnknown(name, fields, path)
    const { module } = field.definition
    if (module !== null && !needed[module].every((one) => modules.has(one))) continue
    chosen.set(name, { name, field, nested: inner === null ? null : selectInside(field, inner, modules, path + name) })
  }
  return [...chosen.values()]
}

function nameOf(item: unknown, path: string): { name: string; inner: readonly unknown[] | null } {
  if (typeof item === 'string') return { name: item, inner: null }
  const [entry, second] = isObject(item) ? Object.entries(item) : []
  if (entry === undefined || second !== undefined || !Array.isArray(entry[1]) || entry[1].length > names_max) {
    const where = path === '' ? 'an item of "only"' : `an item inside ${path.slice(0, -1)}`
    return refuseParameters([`fields: ${where} must be a name, or one name with a list, like {"debtor":["id"]}`])
  }
  return { name: entry[0], inner: entry[1] }
}

function selectInside(field: Field, inner: readonly unknown[], modules: ReadonlySet<Module>, path: string): Selection {
  const { value } = field.definition
  if (value.is === 'value') return refuseParameters([`fields: ${path} has no fields inside it`])
  return select(inner, value.shape, modules, `${path}.`)
}

function refuseUnknown(name: string, fields: Fields, path: string): never {
  const near = nearest(name, Object.keys(fields))
  const shown = `${path}${name}`.slice(0, 80)
  const hint = near === null ? '' : `; did you mean ${path}${near}?`
  return refuseParameters([`fields: there is no field ${shown}${hint}`])
}
