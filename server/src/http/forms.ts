import { refuseParameters } from '../api/errors.ts'

const depth_max = 8
const pairs_max = 200_000
const name_letters_max = 200

type Branch = Map<string, Node>
type Node = { is: 'value'; value: unknown } | { is: 'list'; items: Node[] } | { is: 'object'; members: Branch }

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
  for (const [name, value] of pairs) put(root, keysOf(name), { is: 'value', value }, name)
  return toObject(root)
}

function* pairsOf(text: string): Generator<[string, string | null]> {
  let pairs = 0
  for (const pair of text.split('&')) {
    if (pair === '') continue
    if (++pairs > pairs_max) refuseParameters([`body: must not have more than ${pairs_max} form fields`])
    const equals = pair.indexOf('=')
    const coded = equals < 0 ? pair : pair.slice(0, equals)
    // Coded, each of its letters takes up to twelve.
    if (coded.length > name_letters_max * 12) refuseLongName()
    const name = decode(coded, 'a name')
    if (name.length > name_letters_max) refuseLongName()
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1), `the value of ${name.slice(0, 60)}`)
    yield [name, value === '' ? null : value]
  }
}

function refuseLongName(): never {
  return refuseParameters([`body: must not have a name longer than ${name_letters_max} letters`])
}

/** What stands there is not repeated when it cannot be read: it may be a secret. */
function decode(text: string, place: string): string {
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

function put(branch: Branch, keys: readonly string[], leaf: Node, name: string): void {
  const [key = '', ...inner] = keys
  const here = branch.get(key)
  if (inner.length === 0) {
    branch.set(key, here === undefined ? leaf : repeated(here, leaf, name))
    return
  }
  const [next = ''] = inner
  const node = here ?? (next === '' ? { is: 'list', items: [] } : { is: 'object', members: new Map() })
  if (here === undefined) branch.set(key, node)
  if (next === '') putInList(node, inner.slice(1), leaf, name)
  else if (node.is === 'object') put(node.members, inner, leaf, name)
  else refuseMixed(name)
}

function putInList(node: Node, keys: readonly string[], leaf: Node, name: string): void {
  if (node.is !== 'list') refuseMixed(name)
  if (keys.length === 0) {
    node.items.push(leaf)
    return
  }
  const last = node.items.at(-1)
  const open = last?.is === 'object' && !has(last.members, keys) ? last.members : null
  const members = open ?? new Map<string, Node>()
  if (open === null) node.items.push({ is: 'object', members })
  put(members, keys, leaf, name)
}

/** Whether an element has this member already, so that the member belongs to the next element. */
function has(members: Branch, [key = '', ...inner]: readonly string[]): boolean {
  const here = members.get(key)
  if (here === undefined) return false
  if (inner.length === 0) return true
  if (inner[0] !== '') return here.is === 'object' && has(here.members, inner)
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

function toValue(node: Node): unknown {
  if (node.is === 'value') return node.value
  if (node.is === 'list') return node.items.map(toValue)
  const keys = [...node.members.keys()]
  if (keys.length > 0 && keys.every((key) => /^\d{1,6}$/.test(key))) {
    return keys.sort((one, other) => Number(one) - Number(other)).map((key) => toValue(node.members.get(key) as Node))
  }
  return toObject(node.members)
}
