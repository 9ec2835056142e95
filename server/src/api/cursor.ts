import { refuseParameters } from './errors.ts'
import { isId } from './types.ts'

/**
 * Where a page starts: after the record with this id. While a client follows changes (`updated_after`), the cursor also
 * carries the moment of its first page, and later pages leave out what changed since. Without that, a change behind the
 * reader and a later one before it would give the client a newer `updated_at` than the change it never saw.
 */
export type Cursor = { id: string; until: string | null }

const start: Cursor = { id: '0', until: null }

/** Reads a cursor: the id of a record, or what `pagination.cursor` of an earlier page said. */
export function readCursor(given: string | undefined): Cursor {
  if (given === undefined || given === '') return start
  const match = /^(\d{1,19})(?:\.(\d{20}))?$/.exec(given)
  if (!match?.[1] || !isId(match[1])) {
    return refuseParameters(['cursor: must be the cursor of an earlier page, or the id of a record'])
  }
  return { id: match[1], until: match[2] === undefined ? null : readMoment(match[2]) }
}

/** Writes the cursor of the next page. */
export function writeCursor(id: string, until: string | null): string {
  return until === null ? id : `${id}.${until.replace(/\D/g, '')}`
}

/** SQL for a moment in the form that `writeCursor` takes: digits only, to the microsecond. */
export const momentDigits = (sql: string): string => `to_char(${sql} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`

function readMoment(digits: string): string {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})$/.exec(digits)
  const told = match ? `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}.${match[7]}Z` : ''
  if (Number.isNaN(Date.parse(`${told.slice(0, 23)}Z`))) {
    return refuseParameters(['cursor: must be the cursor of an earlier page, or the id of a record'])
  }
  return told
}
