/**
 * A type has four forms at once: as JSON Schema (documentation, contract tests), as a TypeScript type, as the SQL
 * that prints a column of it, and as the way a caller's value is read. So no serializer and no mapper exists.
 */
export type JsonSchema = { readonly [key: string]: unknown }

/** What came of reading a caller's value: the value, or what is wrong with it, to stand behind the parameter's name. */
export type Read<T> = { value: T } | { problem: string }

/** How the text of a column becomes JSON outside the database; a moment is as PostgreSQL prints it in UTC. */
export type Sent = 'quoted' | 'bare' | 'escaped' | 'moment'

export type Type<T> = {
  schema: JsonSchema
  /** The PostgreSQL type of the column, and of a parameter that is compared with it. */
  sql: string
  /** SQL that turns a column into what `row_to_json` shall show. */
  print: (column: string) => string
  /** How what was printed becomes JSON: in quotes as it is, as it is, or after a look at every letter. */
  json: 'quoted' | 'bare' | 'escaped'
  /** As both of these where the JSON is put together outside the database, which can do less there. */
  sent?: { print: (column: string) => string; json: Sent }
  read: (value: unknown) => Read<T>
}
