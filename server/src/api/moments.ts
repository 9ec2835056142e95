import { readDay } from '../domain/days.ts'

// Days and moments as callers write them. Whatever is taken here PostgreSQL takes too: a test asks it.

/** Whether a text is a day that exists, written as YYYY-MM-DD. */
export const isDay = (value: string): boolean => readDay(value) !== null

/** The end of a day may be written as 24:00. No place on earth is as far from UTC as the offset that is refused. */
const clock = /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?|24:00(?::00(?:\.0{1,9})?)?/
const offset = /Z|[+-](?:0\d|1[0-5]):?[0-5]\d/
const moment = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})(?:[T ](${clock.source})(${offset.source})?)?$`, 'i')

const first_ms = Date.parse('0001-01-01T00:00:00Z')
const last_ms = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * A moment in one spelling, to the microsecond, or null for what is none. Without an offset it is in UTC; a day stands
 * for its beginning. In UTC it lies within the years that have four digits, because answers print no others.
 */
export function readMoment(text: string): string | null {
  const match = moment.exec(text)
  const [, day = '', time = '00:00:00', zone = 'Z'] = match ?? []
  if (!match || !isDay(day)) return null
  const [minutes = '', fraction = ''] = time.split('.')
  const seconds = minutes.length === 5 ? `${minutes}:00` : minutes
  const there = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  const ms = Date.parse(`${day}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${there}`)
  if (!(ms >= first_ms && ms <= last_ms)) return null
  return `${day}T${seconds}${fraction === '' ? '' : `.${fraction.slice(0, 6)}`}${there}`
}
