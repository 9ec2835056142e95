import { counted, fill } from './fill.ts'
import { sayDay } from './formats.ts'
import type { Language, Words } from './languages.ts'
import { sayFlow, sayType } from './say_type.ts'

type Facts = { readonly reason: string; readonly [fact: string]: string | null }

/** What a step, its day, or the lack of one rests on, as a sentence with its facts. */
export function sayBecause(because: Facts, words: Words, language: Language): string {
  const key = `because_${because.reason}`
  if (!hasWords(words, key)) return `${because.reason.replaceAll('_', ' ')}.`
  return capital(fill(words[key], factsIn(because, words, language)))
}

/** All that a step rests on, one sentence after the other. */
export const sayReasons = (reasons: readonly Facts[], words: Words, language: Language): string =>
  reasons.map((reason) => sayBecause(reason, words, language)).join(' ')

/** Why a letter was withdrawn or came back: a reason of ours in words, or what a server said, as it is. */
export function sayLetterReason(reason: string, words: Words): string {
  const key = `withdrawn_${reason}`
  if (hasWords(words, key)) return words[key]
  return hasWords(words, `why_${reason}`) ? sayWhy(reason, words) : reason
}

/** Why nothing is sent, as a sentence; a reason that is newer than these pages is shown by its name. */
export function sayWhy(reason: string, words: Words): string {
  const key = `why_${reason}`
  return hasWords(words, key) ? words[key] : fill(words.why_other, { reason: sayType(words, 'hold', reason) })
}

/** What would lift a hold; null when nobody wrote it down. */
export function sayLift(reason: string, words: Words): string | null {
  const key = `lift_${reason}`
  return hasWords(words, key) ? words[key] : null
}

/** Days in the reader's notation, and how far a day is from the one that it is counted from. */
function factsIn(facts: Facts, words: Words, language: Language): Record<string, string> {
  const said: Record<string, string> = {}
  for (const [name, value] of Object.entries(facts)) {
    if (value !== null) said[name] = /^\d{4}-\d\d-\d\d$/.test(value) ? sayDay(value, language) : value
  }
  if (facts.party) said.party = sayType(words, 'party', facts.party)
  if (facts.reason === 'flow' && facts.code) said.code = sayFlow(words, facts.code)
  if (facts.step) said.step = sayType(words, 'step', facts.step)
  if (said.day && facts.days) said.span = fill(sayDistance(Number(facts.days), words), { day: said.day })
  return said
}

function sayDistance(days: number, words: Words): string {
  if (days === 0) return words.span_on
  return days > 0
    ? counted(days, words.span_after_one, words.span_after)
    : counted(-days, words.span_before_one, words.span_before)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const hasWords = (words: Words, key: string): key is keyof Words & string => Object.hasOwn(words, key)
