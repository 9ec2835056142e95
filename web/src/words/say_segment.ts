import { sayCode } from './formats.ts'
import type { Language, Words } from './languages.ts'

/** What debtors and their invoices are told apart by. */
export const segments = ['country', 'party', 'flow', 'category', 'label', 'owner'] as const
export type Segment = (typeof segments)[number]

/** In an address: those that have no value. */
export const no_value = '-'

/** The name of a value of a segment; empty or `-` for those without one. */
export function saySegment(
  { words, language }: { words: Words; language: Language },
  segment: Segment,
  value: string | null,
): string {
  if (value === null || value === no_value) return words[`segment_none_${segment}`]
  if (segment === 'country') return sayCode(value, 'region', language)
  if (segment === 'party' && (value === 'business' || value === 'consumer')) return words[`segment_${value}`]
  return value
}
