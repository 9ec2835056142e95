import { type RawBuilder, sql } from 'kysely'
import { integer, text } from '../api/field.ts'
import { momentText } from '../db/moments.ts'
import { type PagePosition, type PositionType, readPosition } from './places.ts'

/** What rows are ordered by: an expression on them, and what kind of value a cursor holds. */
export type Ordering = {
  by: RawBuilder<unknown>
  type: PositionType
  /** How the expression compares, where that is another type: days that stand as texts. */
  compared_as?: 'text'
}

type Orderings = Readonly<Record<string, Ordering>>

/** An order of a list: the name of a column, and a direction. */
export type OrderOf<All extends Orderings> = `${keyof All & string}_${'asc' | 'desc'}`

/** All orders that a list can be asked for. */
export const ordersOf = <const All extends Orderings>(orderings: All) =>
  // Each of them is one of the keys, with its direction.
  Object.keys(orderings).flatMap((name) => [`${name}_asc`, `${name}_desc`]) as OrderOf<All>[]

/** An order, ready to be put into a statement. */
export type Way = Ordering & { name: string; downwards: boolean }

export function wayOf<const All extends Orderings>(orderings: All, order: OrderOf<All>): Way {
  const downwards = order.endsWith('_desc')
  const name = order.slice(0, downwards ? -'_desc'.length : -'_asc'.length)
  const ordering = orderings[name]
  if (!ordering) throw new Error(`There is no order ${order}.`)
  return { ...ordering, name, downwards }
}

/** What follows `order by`; rows with the same value stand in the order of their ids. */
export function orderBy({ by, downwards }: Way, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const way = downwards ? sql`desc` : sql`asc`
  return sql`${by} ${way}, ${id} ${way}`
}

/** The condition, behind an `and`, that rows stand after a place. */
export function standsAfter(
  { by, type, compared_as, downwards }: Way,
  id: RawBuilder<unknown>,
  after: PagePosition | null,
): RawBuilder<unknown> {
  if (after === null) return sql``
  const value = sql`${after.value}::${sql.raw(compared_as ?? type)}`
  return sql`and (${by}, ${id}) ${downwards ? sql`<` : sql`>`} (${value}, ${after.id}::bigint)`
}

/** The column `place`, of which a cursor is made. */
export const placeIn = ({ by, type }: Way): RawBuilder<unknown> =>
  sql`${type === 'timestamptz' ? momentText(by) : sql`(${by})::text`} as place`

/** Where the page of a cursor begins, in this order. */
export const startOf = ({ type }: Way, cursor: string | null | undefined): PagePosition | null =>
  readPosition(cursor, type)

/** Rows of a page, unless said. */
export const page_size = 50
/** A file is put together from larger pages. */
const page_size_max = 1000

/** What every list that comes in pages takes. */
export const page_fields = {
  cursor: text('Goes on after the last row of the page before.'),
  per_page: integer(`Rows of a page; ${page_size} unless said.`, 1, page_size_max),
}

/** What every such list answers beside its rows. */
export const next_cursor = text('Where the next page begins; empty on the last one.')
