import type { Resource } from './define.ts'
import type { Field } from './field.ts'
import { defaultSelection } from './fields.ts'
import { printRow } from './print.ts'

/**
 * The SQL that gives a table its column `document`: the default representation of the row as ready JSON text, rendered
 * by the database whenever the row is written. The function is declared immutable although `to_char` is not: with UTC
 * and a fixed pattern it always prints the same.
 */
export function documentSql(resource: Resource): string {
  const columns = new Map<string, string>()
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!field.told.on_request) collect(name, field, '', columns)
  }
  const json = printRow(defaultSelection(resource.fields), {
    row: resource.table,
    column: (name) => `"${name}"`,
    given: () => {
      throw new Error(`${resource.name}: a document is made from its own row alone`)
    },
  })
  const quoted = [...columns.keys()].map((name) => `"${name}"`)
  const taken = [...columns].map(([name, type]) => `"${name}" ${type}`)
  return [
    `alter table ${resource.table} drop column if exists document;`,
    `drop function if exists ${resource.table}_document;`,
    `create function ${resource.table}_document (\n  ${taken.join(',\n  ')}\n) returns text`,
    `language sql immutable parallel safe as $$`,
    // A line for each field, so that a changed definition shows as a changed line.
    `  select ${json.replaceAll(/ as "(\w+)", /g, ' as "$1",\n    ')}`,
    `$$;`,
    `alter table ${resource.table} add column document text not null`,
    `  generated always as (${resource.table}_document(${quoted.join(', ')})) stored;`,
    `alter table ${resource.table} alter column document set storage main;`,
  ].join('\n')
}

function collect(name: string, field: Field, prefix: string, columns: Map<string, string>): void {
  const { value, source } = field.told
  if (value.is === 'value') {
    columns.set(source?.from === 'column' ? source.column : `${prefix}${name}`, value.type.sql)
    return
  }
  if (value.is === 'list') {
    if (source?.from === 'column') columns.set(source.column, 'jsonb')
    return
  }
  for (const [inner, one] of Object.entries(value.shape)) collect(inner, one, `${prefix}${name}_`, columns)
}
