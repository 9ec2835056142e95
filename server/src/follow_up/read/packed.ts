import { type RawBuilder, sql } from 'kysely'

// A day's look reads hundreds of thousands of rows with many columns, and to take each apart value by value costs more
// than to decide about it. So columns come as one text, and are cut apart together.

const between = '|'

/**
 * Columns as one text: those that always say something, and behind them those that may be null. Only for ids, days,
 * amounts, yes and no, and words of our own: none of them holds the mark that stands between them.
 */
export function packed(
  always: readonly RawBuilder<unknown>[],
  sometimes: readonly RawBuilder<unknown>[],
): RawBuilder<string> {
  const columns = [...always, ...sometimes.map((column) => sql`coalesce((${column})::text, '')`)]
  return sql`concat_ws(${sql.lit(between)}, ${sql.join(columns)})`
}

/** Columns of a row by their names. */
export const columnsOf = (row: string, names: readonly string[]): RawBuilder<unknown>[] =>
  names.map((name) => sql.ref(`${row}.${name}`))

/** The values of columns that came as one text, in their order; so many that none can be missing unnoticed. */
export function unpacked<Values extends readonly string[]>(text: string, length: Values['length']): Values {
  const values = text.split(between)
  if (values.length !== length) throw new Error(`Expected ${length} values and found ${values.length} in a packed row`)
  return values as unknown as Values
}

/** A value of a column that may be null. */
export const orNull = <Value extends string>(value: Value): Value | null => (value === '' ? null : value)

/** A value of a column that says yes or no. */
export const isYes = (value: string): boolean => value === 't'
