import { refuseParameters } from '../api/errors.ts'
import { isDay, readMoment } from '../api/moments.ts'

/** Where a page of a list goes on: after the record with this id, and this value of what the list is ordered by. */
export type PagePosition = { value: string; id: string }

const shapes = {
  bigint: /^\d{1,18}$/,
  // A text that PostgreSQL can hold.
  text: /^[^\0]{0,1000}$/s,
  date: /^\d{4}-\d\d-\d\d$/,
  numeric: /^-?\d{1,16}\.\d\d$/,
  timestamptz: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
} as const

export type PositionType = keyof typeof shapes

/** The place that a cursor stands for; null for the first page. A cursor that no page ended with is refused. */
export function readPosition(cursor: string | null | undefined, type: PositionType): PagePosition | null {
  if (!cursor) return null
  // A text may have spaces of its own; the id stands behind the last one.
  const end = cursor.lastIndexOf(' ')
  const [value, id] = [cursor.slice(0, Math.max(end, 0)), cursor.slice(end + 1)]
  if (end < 0 || !/^\d{1,18}$/.test(id) || !isOne(value, type)) refusePosition()
  return { value, id }
}

export const refusePosition = (): never => refuseParameters(['cursor: is none of this list'])

/** Whether a text is such a value. A day such as 30 February has the shape of one, and is none. */
function isOne(value: string, type: PositionType): boolean {
  if (!shapes[type].test(value)) return false
  if (type === 'numeric' || type === 'bigint' || type === 'text') return true
  if (type === 'date') return isDay(value)
  return readMoment(value) !== null
}

/** A page out of one row more than it shows, and the cursor of the next one. */
export function pageOf<Row extends { id: string; place: string }>(
  rows: readonly Row[],
  size: number,
): { page: Omit<Row, 'place'>[]; cursor: string | null } {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    page: shown.map(({ place: _, ...row }) => row),
    cursor: rows.length > size && last ? `${last.place} ${last.id}` : null,
  }
}
