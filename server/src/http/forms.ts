import { refuseParameters } from '../api/errors.ts'
import { bounds, structureIn, too_many_members, too_many_names } from '../api/json.ts'

const depth_max = 8
const pairs_max = 100_000
/** Fewer than in JSON: making one out of names and brackets takes longer. */
const values_max = 150_000
const name_letters_max = 200

type Branch = Map<string, Node>
type Node = { is: 'value'; value: unknown } | { is: 'list'; items: Node[] } | { is: 'object'; members: Branch }

/** What a form has so far: objects, lists and values, also in JSON that it carries, and names. */
type Sum = { values: number; names: Set<string> }

/**
 * Reads a form whose names carry brackets: `a[b]=1` is an object, `a[]=1` a list, `a[][b]=1` a list of objects in which
 * a repeated name begins the next one, `a[0][b]=1` the same by position. A plain name that is repeated makes a list. An
 * empty value is null. Everything else stays text: what it means is decided by the definition that reads it.
 */
export function parseForm(text: string): Record<string, unknown> {
  return formOf(pairsOf(text))
}

/** Makes an object of names and values, by the same rules; in a body of many parts, a value can be a file. */
export function formOf(pairs: Iterable<readonly [name: string, value: unknown]>): Record<string, unknown> {
  const root: Branch = new Map()
  const sum: Sum = { values: 0, names: new Set() }
  for (const [name, value] of pairs) {
    sum.values += structureOf(value)
    put(root, { keys: keysOf(name), leaf: { is: 'value', value }, name, sum }, 0)
    if (sum.values > values_max) refuseParameters([`body: must not have more than ${values_max} values in a form`])
    if (sum.names.size > bounds.names_max) refuseParameters([`body: ${too_many_names}`])
  }
  return toObject(root)
}

/** A value may be JSON, which is parsed when it is known that an object or a list belongs there. */
function structureOf(value: unknown): number {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return 0
  const text = Buffer.from(value)
  return structureIn(text, 0, text.length)
}

function* pairsOf(text: string): Generator<[string, string | null]> {
  let pairs = 0
  for (let from = 0, to = 0; from < text.length; from = to + 1) {
    to = text.indexOf('&', from)
    if (to < 0) to = text.length
    if (++pairs > pairs_max) refuseParameters([`body: must not have more than ${pairs_max} form fields`])
    if (to === from) continue
    const equals = text.indexOf('=', from)
    const name_to = equals < 0 || equals > to ? to : equals
    // Coded, each of its letters takes up to twelve.
    if (name_to - from > name_letters_max * 12) refuseLongName()
    const name = decode(text.slice(from, name_to), 'a name')
    if (name.length > name_letters_max) refuseLongName()
    const value = decode(text.slice(name_to + 1, to), `the value of ${name.slice(0, 60)}`)
    yield [name, value === '' ? null : value]
  }
}

function refuseLongName(): never {
  return refuseParameters([`body: must not have a name longer than ${name_letters_max} letters`])
}

/** What stands there is not repeated when it cannot be read: it may be a secret. */
function decode(text: string, place: string): string {
  if (!/[+%]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return refuseParameters([`body: has a broken percent-encoding in ${place}`])
  }
}

/** `a[b][][c]` is a, b, nothing, c: an empty key stands for the next place in a list. */
function keysOf(name: string): string[] {
  const bracket = name.indexOf('[')
  if (bracket < 1 || !/^(\[[^[\]]*\])+$/.test(name.slice(bracket))) return [name]
  const keys = [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split('][')]
  if (keys.length > depth_max)
    return refuseParameters([`${name.slice(0, 60)}: must not be nested deeper than ${depth_max}`])
  return keys
}

/** A value on its way to its place: the keys that lead there. */
type Way = { keys: readonly string[]; leaf: Node; name: string; sum: Sum }

/** Goes on from the key at this place of the way. */
function put(branch: Branch, way: Way, at: number): void {
  const { keys, leaf, name } = way
  const key = keys[at] ?? ''
  const here = branch.get(key)
  if (at === keys.length - 1) {
    if (here === undefined) add(branch, key, leaf, way)
    else branch.set(key, repeated(here, leaf, name))
    return
  }
  const next = keys[at + 1] ?? ''
  const node = here ?? (next === '' ? { is: 'list', items: [] } : { is: 'object', members: new Map() })
  if (here === undefined) add(branch, key, node, way)
  if (next === '') putInList(node, way, at + 2)
  else if (node.is === 'object') put(node.members, way, at + 1)
  else refuseMixed(name)
}

/** A position in a list is no name, and lists may be longer than objects. */
function add(branch: Branch, key: string, node: Node, { sum }: Way): void {
  branch.set(key, node)
  sum.values++
  if (isPosition(key)) return
  sum.names.add(key)
  if (branch.size > bounds.members_max) refuseParameters([`body: ${too_many_members}`])
}

function putInList(node: Node, way: Way, at: number): void {
  const { keys, leaf, name } = way
  if (node.is !== 'list') refuseMixed(name)
  if (at === keys.length) {
    node.items.push(leaf)
    way.sum.values++
    return
  }
  const last = node.items.at(-1)
  const open = last?.is === 'object' && !has(last.members, keys, at) ? last.members : null
  const members = open ?? new Map<string, Node>()
  if (open === null) {
    node.items.push({ is: 'object', members })
    way.sum.values++
  }
  put(members, way, at)
}

/** Whether an element has this member already, so that the member belongs to the next element. */
function has(members: Branch, keys: readonly string[], at: number): boolean {
  const here = members.get(keys[at] ?? '')
  if (here === undefined) return false
  if (at === keys.length - 1) return true
  if (keys[at + 1] !== '') return here.is === 'object' && has(here.members, keys, at + 1)
  // A list inside the element goes on: `a[][b][][c]` fills the last element of b, or begins its next one.
  return here.is !== 'list'
}

/** A plain name that comes again makes a list of what came. */
function repeated(here: Node, leaf: Node, name: string): Node {
  if (here.is === 'object') return refuseMixed(name)
  if (here.is === 'value') return { is: 'list', items: [here, leaf] }
  here.items.push(leaf)
  return here
}

function refuseMixed(name: string): never {
  return refuseParameters([`${name.slice(0, 60)}: is used as a value, a list and an object at once`])
}

function toObject(branch: Branch): Record<string, unknown> {
  return Object.fromEntries([...branch].map(([key, node]) => [key, toValue(node)]))
}

const isPosition = (key: string): boolean => key.length <= 6 && /^\d+$/.test(key)

function toValue(node: Node): unknown {
  if (node.is === 'value') return node.value
  if (node.is === 'list') return node.items.map(toValue)
  const keys = [...node.members.keys()]
  if (keys.length > 0 && keys.every(isPosition)) {
    return keys.sort((one, other) => Number(one) - Number(other)).map((key) => toValue(node.members.get(key) as Node))
  }
  return toObject(node.members)
}
