import { refuseParameters } from './errors.ts'
import { isDay, isId } from './types.ts'

/**
 * Where a page starts: after the record with this id. While a client follows changes (`updated_after`), the cursor also
 * carries the moment of its first page, and later pages leave out what changed since. Without that, a change behind the
 * reader and a later one before it would give the client a newer `updated_at` than the change it never saw.
 */
export type Cursor = {
  id: string
  until: string | null
  /** In a list that is ordered by a day: the day of that record. */
  day: string | null
}

const start: Cursor = { id: '0', until: null, day: null }
const wrong = 'cursor: must be the cursor of an earlier page'

/** Reads a cursor: the id of a record, or what `pagination.cursor` of an earlier page said. */
export function readCursor(given: string | undefined, ordered = false): Cursor {
  if (given === undefined || given === '') return start
  const match = /^(\d{1,19})(?:\.(\d{20}))?(?:@(\d{4}-\d\d-\d\d))?$/.exec(given)
  if (!match?.[1] || !isId(match[1])) return refuseParameters([`${wrong}, or the id of a record`])
  const day = match[3] ?? null
  if (ordered !== (day !== null) || (day !== null && !isDay(day)))
    return refuseParameters([`${wrong} in the same order`])
  return { id: match[1], until: match[2] === undefined ? null : readMoment(match[2]), day }
}

/** Writes the cursor of the next page. */
export function writeCursor({ id, until, day }: Cursor): string {
  return `${id}${until === null ? '' : `.${until.replace(/\D/g, '')}`}${day === null ? '' : `@${day}`}`
}

/** SQL for a moment in the form that `writeCursor` takes: digits only, to the microsecond. */
export const momentDigits = (sql: string): string => `to_char(${sql} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`

function readMoment(digits: string): string {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})$/.exec(digits)
  const told = match ? `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}.${match[7]}Z` : ''
  if (Number.isNaN(Date.parse(`${told.slice(0, 23)}Z`))) {
    return refuseParameters([`${wrong}, or the id of a record`])
  }
  return told
}
