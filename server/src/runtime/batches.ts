import { isDeepStrictEqual } from 'node:util'
import type { Batch, ManyAction } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import type { Fields } from '../api/field.ts'
import { makeUnknownWarnings, type ReadObject, readObject } from '../api/input.ts'
import { isRounded } from '../api/numbers.ts'
import { isObject } from '../domain/is_object.ts'

/** The items that can be handed over, what is wrong with the others, and under which key each item is reported. */
export type Checked = {
  good: object[]
  errors: Map<string, string[]>
  /** Of items that cannot, and say which record they are about: what is wrong, by the first of their keys. */
  refused: Map<string, string[]>
  /** Of items that can be handed over: what was left out of them. */
  warnings: Map<string, string[]>
  keyOf: (item: string | object) => string
  /** A key that no record can have: that of the item's position. */
  placeOf: (item: object) => string
}

type Item = {
  read: ReadObject<Fields>
  /** The first of the members by which an item is known that was sent, as it came; null without any. */
  sent: string | null
  /** Every key that was sent, with the name of its member, as it is stored. */
  names: string[]
}

/**
 * Checks each item apart. Errors stand under the key as the client sent it, and are only ever about that record: what
 * has no key, or says something else about a key that was there already, stands under its position. An item that comes
 * again as it was is left out.
 */
export function checkItems(action: ManyAction, given: readonly unknown[]): Checked {
  const items = given.map((one) => itemOf(action, one))
  const placeAt = placesBeside(items)
  const unclear = sharedKeys(items)
  const good: object[] = []
  const errors = new Map<string, string[]>()
  const refused = new Map<string, string[]>()
  const warnings = new Map<string, string[]>()
  const keys = new Map<string | object, string>()
  const places = new Map<object, string>()
  const seen = new Map<string, Item>()
  const sayUnknown = makeUnknownWarnings()
  for (const [index, item] of items.entries()) {
    const { read, sent, names } = item
    const again = names.find((name) => seen.has(name))
    if (again !== undefined && isSame(item, seen.get(again))) continue
    for (const name of names) if (!seen.has(name)) seen.set(name, item)
    const place = placeAt(index)
    const key = sent === null || again !== undefined || unclear.has(sent) ? place : sent
    const problems = read.problems.map((problem) => problem.replace(/^body: /, ''))
    const known_by = read.values[action.keys[0] ?? '']
    if (again !== undefined) problems.push(`${again.split(' ')[0]}: ${repeated}`)
    else if (problems.length > 0 && known_by) refused.set(String(known_by), problems)
    if (problems.length > 0) {
      add(errors, key, problems)
      continue
    }
    good.push(read.values)
    if (read.unknown.length > 0) add(warnings, key, sayUnknown(read.unknown))
    keys.set(read.values, key)
    places.set(read.values, place)
    if (known_by) keys.set(String(known_by), key)
  }
  return {
    good,
    errors,
    refused,
    warnings,
    keyOf: (one) => keys.get(one) ?? String(one),
    placeOf: (one) => places.get(one) ?? '',
  }
}

const repeated = 'is in this request more than once, and says something else here; only the first one counts'

function itemOf(action: ManyAction, given: unknown): Item {
  const read = readObject(given, action.item)
  const sent = isObject(given) ? action.keys.filter((member) => isKey(given[member])) : []
  const [first] = sent
  return {
    read,
    sent: isObject(given) && first !== undefined ? String(given[first]).slice(0, shown_max) : null,
    names: sent.map((member) => `${member} ${read.values[member] ?? (given as Record<string, unknown>)[member]}`),
  }
}

/** Longer than any key that is stored. */
const shown_max = 300

/** A number that was rounded is no key that anybody sent. */
const isKey = (value: unknown): boolean =>
  (typeof value === 'number' && !isRounded(value)) || (typeof value === 'string' && value.trim() !== '')

const isSame = (one: Item, other: Item | undefined): boolean =>
  isDeepStrictEqual(one.read.values, other?.read.values) && isDeepStrictEqual(one.read.problems, other?.read.problems)

/** Keys that were sent by members of different names, so that nobody could tell which record is meant. */
function sharedKeys(items: readonly Item[]): Set<string> {
  const owners = new Map<string, string | undefined>()
  const shared = new Set<string>()
  for (const { sent, names } of items) {
    if (sent === null) continue
    if (owners.has(sent) && owners.get(sent) !== names[0]) shared.add(sent)
    owners.set(sent, names[0])
  }
  return shared
}

/** A position behind a hash sign can be no id; one more hash sign tells it apart from a key that was sent like it. */
function placesBeside(items: readonly Item[]): (index: number) => string {
  const sent = new Set(items.map((item) => item.sent))
  const free = (place: string): string => (sent.has(place) ? free(`#${place}`) : place)
  return (index) => free(`#${index}`)
}

/** Lets a verb do its work on items that were checked, in the transaction of the caller. */
export async function runItems(context: Context, action: ManyAction, { good, refused }: Checked): Promise<Batch> {
  // The items were read against the action's own fields, and the caller made the context for it.
  if (refused.size > 0) await action.refused?.(context as never, refused)
  return good.length > 0 ? action.run(context as never, good as never) : {}
}

/** Puts what an action found beside what was wrong before it, and returns all of it. */
export function batchResult({ good, errors, warnings, keyOf, placeOf }: Checked, found: Batch): string {
  for (const [item, texts] of found.errors ?? []) {
    const again = typeof item === 'object' && found.repeated?.has(item)
    add(errors, again ? placeOf(item) : keyOf(item), texts)
  }
  for (const [item, texts] of found.warnings ?? []) add(warnings, keyOf(item), texts)
  // What was refused as a whole is not there in part.
  for (const key of errors.keys()) warnings.delete(key)
  return batchText({ count: found.count ?? good.length - (found.errors?.size ?? 0), errors, warnings })
}

const add = (texts_by_key: Map<string, string[]>, key: string, texts: readonly string[]): void => {
  texts_by_key.set(key, [...(texts_by_key.get(key) ?? []), ...texts])
}

/** What came of a batch, as the interface returns it. */
export function batchText({ count, errors = new Map(), warnings = new Map() }: Batch & { count: number }): string {
  return JSON.stringify({
    success: true,
    count,
    errors: Object.fromEntries(errors),
    ...(warnings.size > 0 ? { warnings: Object.fromEntries(warnings) } : {}),
  })
}
