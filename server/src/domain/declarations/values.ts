import type { FieldPosition } from './layouts.ts'

/** The text at a place, as it stands. */
export const textAt = (record: string, { at, length }: FieldPosition): string => record.slice(at - 1, at - 1 + length)

/** The digits at a place, or null when something else stands there. */
export function digitsAt(record: string, place: FieldPosition): string | null {
  const text = textAt(record, place)
  return text.length === place.length && /^[0-9]+$/.test(text) ? text : null
}

/** A day as YYYY-MM-DD, from YYYYMMDD; null when there is no such day. */
export function dayAt(record: string, place: FieldPosition): string | null {
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(textAt(record, place))
  if (!match) return null
  const day = `${match[1]}-${match[2]}-${match[3]}`
  const moment = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(day) ? null : day
}

/**
 * Cents with the letter that follows them: D is charged, C is given back. Nothing at all may stand without a letter,
 * because then it makes no difference. Null: not an amount.
 */
export function centsAt(record: string, place: FieldPosition): bigint | null {
  const digits = digitsAt(record, place)
  if (digits === null) return null
  const cents = BigInt(digits)
  const letter = textAt(record, { at: place.at + place.length, length: 1 })
  if (letter === 'D') return cents
  if (letter === 'C') return -cents
  return letter === ' ' && cents === 0n ? 0n : null
}

/** Cents as an amount in euros: 1250 is 12.50. Nothing is rounded. */
export function euros(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
