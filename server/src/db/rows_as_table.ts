import { type RawBuilder, sql } from 'kysely'

type Row<Column extends string> = { readonly [column in Column]?: unknown }

/**
 * Rows for a statement to read from, as a table of this name with columns of these types:
 * `from ${asTable('line', rows, { invoice_id: 'bigint', description: 'text' })}`. They travel as one list for each
 * column, which PostgreSQL reads in a third of the time that the same rows take as JSON. A list cannot hold lists.
 */
export function asTable<Column extends string>(
  name: string,
  rows: readonly Row<NoInfer<Column>>[],
  types: { readonly [column in Column]: string },
): RawBuilder<unknown> {
  // They are the keys of the object that was just given.
  const columns = Object.keys(types) as Column[]
  const lists = columns.map((column) => sql`${listText(rows, column)}::${sql.raw(types[column])}[]`)
  return sql`unnest(${sql.join(lists)}) as ${sql.ref(name)} (${sql.join(columns.map((column) => sql.ref(column)))})`
}

/** The values of one column as PostgreSQL writes a list; put together by hand, because there are many of them. */
function listText<Column extends string>(rows: readonly Row<Column>[], column: Column): string {
  let text = ''
  for (const row of rows) text += `${text === '' ? '{' : ','}${itemText(row[column])}`
  return text === '' ? '{}' : `${text}}`
}

function itemText(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const text =
    typeof value !== 'object' ? String(value) : value instanceof Date ? value.toISOString() : JSON.stringify(value)
  return `"${special.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`
}

const special = /["\\]/
