import { refuseParameters } from './errors.ts'
import { isDay, readMoment } from './moments.ts'
import { isId } from './types.ts'

/**
 * Where a page starts: after the record with this id. While a client follows changes (`updated_after`), the cursor also
 * carries the moment of its first page, and later pages leave out what changed since. Without that, a change behind the
 * reader and a later one before it would give the client a newer `updated_at` than the change it never saw.
 */
export type Cursor = {
  id: string
  until: string | null
  /** In a list that is ordered by a day: the word for that order, and the day of that record. */
  place: { order: string; day: string } | null
}

const start: Cursor = { id: '0', until: null, place: null }
const wrong = 'cursor: must be the cursor of an earlier page, or the id of a record'

/** Reads a cursor: what `pagination.cursor` of an earlier page said, or, in a list by id, the id of a record. */
export function readCursor(given: string | undefined, order: string | null = null): Cursor {
  if (given === undefined || given === '') return start
  const match = /^(\d{1,19})(?:\.(\d{20}))?(?:@([a-z_]{1,60})\.(\d{4}-\d\d-\d\d))?$/.exec(given)
  const [, id = '', digits, of_order, day = ''] = match ?? []
  if (!isId(id) || (of_order !== undefined && !isDay(day))) return refuseParameters([wrong])
  const until = digits === undefined ? null : readDigits(digits)
  if ((of_order ?? null) !== order) return refuseOrder(of_order ?? null, order)
  return { id, until, place: order === null ? null : { order, day } }
}

function refuseOrder(of_order: string | null, order: string | null): never {
  const from = of_order === null ? 'a list by id' : `a list in the order ${of_order}`
  const here = order === null ? 'this one is by id' : `this one is in the order ${order}`
  return refuseParameters([`cursor: is of ${from}, and ${here}; keep the order, or begin without a cursor`])
}

/** Writes the cursor of the next page. */
export function writeCursor({ id, until, place }: Cursor): string {
  const moment = until === null ? '' : `.${until.replace(/\D/g, '')}`
  return `${id}${moment}${place === null ? '' : `@${place.order}.${place.day}`}`
}

/** SQL for a moment in the form that `writeCursor` takes: digits only, to the microsecond. */
export const momentDigits = (sql: string): string => `to_char(${sql} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`

function readDigits(digits: string): string {
  const [, day = '', time = '', fraction = ''] = /^(\d{8})(\d{6})(\d{6})$/.exec(digits) ?? []
  const clock = time.replace(/(\d\d)(\d\d)/, '$1:$2:')
  const moment = readMoment(`${day.replace(/(\d{4})(\d\d)/, '$1-$2-')}T${clock}.${fraction}Z`)
  return moment ?? refuseParameters([wrong])
}
