import { refuseParameters } from './errors.ts'

/** Bounds that nothing of the interface comes near: what is beyond them need not be understood to be refused. */
const depth_max = 32
const members_max = 500
const items_max = 100_000
const name_bytes_max = 200
/** Objects, lists, members and items in all, and different names in all. */
const values_max = 500_000
const names_max = 2_000

/** Shorter text is parsed as it is: whatever it holds takes no time. */
const checked_bytes_min = 16 * 1024

/**
 * Parses JSON that a caller sent: a body, a member that holds JSON as text, a parameter. Nothing else parses what comes
 * from outside, so that the same bounds hold everywhere. Undefined: it is no JSON.
 */
export function readJson(text: Buffer | string, place: string): unknown {
  if (text.length >= checked_bytes_min) {
    const problem = outOfBounds(typeof text === 'string' ? Buffer.from(text) : text)
    if (problem !== null) refuseParameters([`${place}: ${problem}`])
  }
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

/** A text in JSON, and the colon that makes a name of it, or whatever opens or closes. */
const marks = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[[\]{}]/gs

/** Names that come more than once in an object. Its text was parsed before: only what stands there last shows. */
export function repeatedNames(text: string): string[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  let depth = 0
  for (const [mark, written, names] of text.matchAll(marks)) {
    if (written === undefined) depth += mark === '{' || mark === '[' ? 1 : -1
    if (written === undefined || names === undefined || depth !== 1) continue
    // It is a text of JSON, with all that can be escaped in one.
    const name = String(JSON.parse(written))
    if (seen.has(name)) repeated.add(name)
    seen.add(name)
  }
  return [...repeated]
}

const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const [object_opens, object_closes, list_opens, list_closes] = [123, 125, 91, 93]

/** One object or list that is open: how many members or items it has so far. */
type Open = { object: boolean; count: number }

/**
 * Looks over JSON text before it is parsed, and returns what is out of bounds. Parsing a million names, or a hundred
 * thousand levels, takes the processor from everybody else for as long as a second; looking takes a fraction of that.
 * Text that is not JSON at all is left to the parser.
 */
export function outOfBounds(text: Buffer): string | null {
  const open: Open[] = []
  const names = new Set<number>()
  let values = 0
  let [string_from, string_to] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    const here = open.at(-1)
    if (letter === quote) {
      string_from = at + 1
      string_to = endOfString(text, string_from)
      values += structureIn(text, string_from, string_to)
      at = string_to
    } else if (letter === object_opens || letter === list_opens) {
      if (open.length === depth_max) return `must not be nested deeper than ${depth_max}`
      open.push({ object: letter === object_opens, count: 1 })
      values++
    } else if (letter === object_closes || letter === list_closes) {
      open.pop()
    } else if (letter === comma && here) {
      here.count++
      values++
      if (here.object && here.count > members_max) return too_many_members
      if (here.count > items_max) return `must not have more than ${items_max} items in a list`
    } else if (letter === colon && here?.object) {
      if (string_to - string_from > name_bytes_max) return `must not have a name longer than ${name_bytes_max} bytes`
      names.add(digest(text, string_from, string_to))
      if (names.size > names_max) return too_many_names
    }
    if (values > values_max) return `must not have more than ${values_max} values`
  }
  return null
}

export const too_many_members = `must not have more than ${members_max} members in an object`
export const too_many_names = `must not have more than ${names_max} different names`
export const bounds = { members_max, names_max }

/**
 * How many values a text may turn out to hold when it is parsed as JSON in its turn, as members that are objects or
 * lists may come. What is escaped in it may be anything, so it counts; a text that begins otherwise is only a text.
 */
export function structureIn(text: Buffer, from: number, to: number): number {
  if (!beginsStructure(text, from, to)) return 0
  let count = 0
  // More than the bound need not be counted.
  for (let at = from; at < to && count <= values_max; at++) {
    const letter = text[at]
    if (letter === comma || letter === object_opens || letter === list_opens) count++
    else if (letter === backslash && text[++at] !== quote) count++
  }
  return count
}

/** What may stand before a structure, and its beginning, or only the former as far as it is looked at. */
const beginning = /^(\s|\\[nrt]|\\u00(20|0[9ad]))*([[{]|\\u00[57]b|(\\(u\w{0,3})?)?$)/i
const beginning_bytes = 1000

/** Whether a text begins as an object or a list, be it escaped, after spaces. */
function beginsStructure(text: Buffer, from: number, to: number): boolean {
  const first = text[from]
  if (first === object_opens || first === list_opens) return true
  // Most texts begin with a letter or a digit.
  if (first === undefined || (first > 32 && first !== backslash)) return false
  return beginning.test(text.toString('latin1', from, Math.min(to, from + beginning_bytes)))
}

/** Of names that are different it is too, as good as always. Begins elsewhere in each process: nobody can aim at it. */
const digest_begins = Math.floor(Math.random() * 2 ** 31)
function digest(text: Buffer, from: number, to: number): number {
  let sum = digest_begins
  for (let at = from; at < to; at++) sum = Math.imul(sum ^ (text[at] ?? 0), 0x01000193)
  return sum
}

/** Where the string ends that begins here: the first quote that no backslash takes away. */
function endOfString(text: Buffer, from: number): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    let backslashes = 0
    while (text[at - 1 - backslashes] === backslash && at - 1 - backslashes >= from) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return text.length
}
