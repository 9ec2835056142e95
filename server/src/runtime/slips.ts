import type { Unknown } from '../api/input.ts'
import { intendedWord } from '../api/intended_word.ts'

/** So many unknown parameters are looked at; nobody sends more by a slip of the hand. */
const unknown_max = 50
const named_max = 10

/**
 * Parameters that nobody knows are no concern of ours, except those that are almost one that we know: whoever asks for
 * `debtor_number=7` would take the first of all debtors for that one.
 */
export function slipsAmong(unknown: readonly string[], words: readonly string[]): string[] {
  if (unknown.length > unknown_max) {
    const named = unknown.slice(0, named_max).map((name) => name.slice(0, 60))
    return [`${named.join(', ')} and ${unknown.length - named_max} more parameters: are not known; leave them out`]
  }
  return unknown.flatMap((name) => slipOf(name, name, words))
}

/** What a body says beside its own members: of which administration, and what to answer. */
const beside = ['administration_id', 'fields']

/** The same for the members of a body, at any depth; only the first are looked at, because records come with many. */
export function slipsIn(unknown: readonly Unknown[]): string[] {
  const inside = unknown.filter(({ path, name }) => path !== '' || !beside.includes(name))
  return inside.slice(0, unknown_max).flatMap(({ path, name, fields }) => {
    const words = Object.keys(fields)
    return slipOf(name, path === '' ? name : `${path}.${name}`, path === '' ? [...words, ...beside] : words)
  })
}

function slipOf(name: string, place: string, words: readonly string[]): string[] {
  const meant = intendedWord(name, words)
  return meant === null ? [] : [`${place.slice(0, 60)}: is not known; did you mean ${meant}?`]
}
