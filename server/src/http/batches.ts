import type { Batch, ManyAction } from '../api/actions.ts'
import { isObject, readObject, sayUnknown } from '../api/input.ts'

/** The items that can be handed over, what is wrong with the others, and under which key each item is told of. */
export type Checked = {
  good: object[]
  errors: Map<string, string[]>
  /** Of items that can be handed over: what was left out of them. */
  warnings: Map<string, string[]>
  keyOf: (item: string | object) => string
}

/** Checks each item apart. Errors stand under the key as the client sent it, or under the position without one. */
export function checkItems(action: ManyAction, items: readonly unknown[]): Checked {
  const good: object[] = []
  const errors = new Map<string, string[]>()
  const warnings = new Map<string, string[]>()
  const sent_keys = new Map<string | object, string>()
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    const key = sentKey(action, item) ?? String(index)
    const read = readObject(item, action.item)
    const told = read.problems.map((problem) => problem.replace(/^body: /, ''))
    for (const member of action.keys) {
      const value = read.values[member]
      if (value === undefined || value === null || value === '') continue
      const place = `${member} ${value}`
      if (seen.has(place)) told.push(`${member}: is in this request more than once`)
      else if (member === action.keys[0]) sent_keys.set(String(value), key)
      seen.add(place)
    }
    sent_keys.set(read.values, key)
    if (told.length > 0) errors.set(key, [...(errors.get(key) ?? []), ...told])
    else {
      good.push(read.values)
      if (read.unknown.length > 0) add(warnings, key, sayUnknown(read.unknown))
    }
  }
  return { good, errors, warnings, keyOf: (one) => sent_keys.get(one) ?? String(one) }
}

/** The first of the members by which an item is known that was sent. */
function sentKey(action: ManyAction, item: unknown): string | null {
  if (!isObject(item)) return null
  for (const member of action.keys) {
    const sent = item[member]
    if ((typeof sent === 'string' && sent !== '') || typeof sent === 'number') return String(sent).slice(0, 200)
  }
  return null
}

/** Puts what an action found beside what was wrong before it, and tells all of it. */
export function batchResult({ good, errors, warnings, keyOf }: Checked, found: Batch): string {
  for (const [item, texts] of found.errors ?? []) add(errors, keyOf(item), texts)
  for (const [item, texts] of found.warnings ?? []) add(warnings, keyOf(item), texts)
  // What was refused as a whole is not there in part.
  for (const key of errors.keys()) warnings.delete(key)
  return tellBatch({ count: found.count ?? good.length - (found.errors?.size ?? 0), errors, warnings })
}

const add = (told: Map<string, string[]>, key: string, texts: readonly string[]): void => {
  told.set(key, [...(told.get(key) ?? []), ...texts])
}

/** What came of a batch, as the interface tells it. */
export function tellBatch({ count, errors = new Map(), warnings = new Map() }: Batch & { count: number }): string {
  return JSON.stringify({
    success: true,
    count,
    errors: Object.fromEntries(errors),
    ...(warnings.size > 0 ? { warnings: Object.fromEntries(warnings) } : {}),
  })
}
