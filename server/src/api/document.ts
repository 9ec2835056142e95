import type { Resource } from './define.ts'
import type { Field, Fields } from './field.ts'

/**
 * The SQL that renders the column `document` of a table: the default representation of the row as ready JSON text, made
 * by the database whenever the row is written (`db/documents.ts` puts it there). It is one expression without a sub-select, because PostgreSQL keeps such
 * an expression ready from call to call; anything else is set up anew for every row, at twice the cost or more.
 * The function is declared immutable although `to_char` and `to_json` are not: with UTC and a fixed pattern they always
 * print the same.
 */
export function documentSql(resource: Resource): string {
  const columns = new Map<string, string>()
  const pieces = members(resource.fields, '', columns)
  const quoted = [...columns.keys()].map((name) => `"${name}"`)
  const taken = [...columns].map(([name, type]) => `"${name}" ${type}`)
  return [
    `create or replace function ${resource.table}_document (\n  ${taken.join(',\n  ')}\n) returns text`,
    'language plpgsql immutable parallel safe as $$',
    'begin',
    `  return ${concatenated([`'{'`, ...pieces, `'}'`])};`,
    'end',
    '$$;',
    `-- document: ${resource.table}_document(${quoted.join(', ')})`,
  ].join('\n')
}

/** A function takes at most 100 arguments, and a member is two: its name and its value. */
const pieces_max = 40

/** Puts pieces of text together, a line for each, so that a changed definition shows as a changed line. */
function concatenated(pieces: readonly string[]): string {
  const parts: string[] = []
  for (let from = 0; from < pieces.length; from += pieces_max) {
    parts.push(`concat(\n    ${pieces.slice(from, from + pieces_max).join(',\n    ')}\n  )`)
  }
  return parts.join(' || ')
}

/** The members of an object as pieces of JSON text; notes which columns they need. */
function members(fields: Fields, prefix: string, columns: Map<string, string>): string[] {
  const shown = Object.entries(fields).filter(([, field]) => !field.definition.on_request)
  return shown.map(
    ([name, field], index) => `'${index === 0 ? '' : ','}"${name}":', ${piece(name, field, prefix, columns)}`,
  )
}

function piece(name: string, field: Field, prefix: string, columns: Map<string, string>): string {
  const { value, source, required } = field.definition
  const column = source?.from === 'column' ? source.column : `${prefix}${name}`
  if (value.is === 'value') {
    columns.set(column, value.type.sql)
    return json(value.type.json, value.type.print(`"${column}"`))
  }
  if (value.is === 'list') {
    columns.set(column, 'jsonb')
    return `coalesce("${column}"::text, 'null')`
  }
  const inner = `concat('{', ${members(value.shape, `${column}_`, columns).join(', ')}, '}')`
  return required ? inner : `case when "${column}_${Object.keys(value.shape)[0]}" is null then 'null' else ${inner} end`
}

/** JSON text of a printed value; only what people typed has to be looked at letter by letter. */
function json(kind: 'quoted' | 'bare' | 'escaped', printed: string): string {
  if (kind === 'escaped') return `coalesce(to_json(${printed})::text, 'null')`
  return `coalesce(${kind === 'bare' ? `(${printed})::text` : `'"' || ${printed} || '"'`}, 'null')`
}
