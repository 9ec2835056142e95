import type { Field, Given } from './field.ts'
import { defaultSelection, type Selection } from './fields.ts'
import type { Sent } from './types.ts'

/** How to write a column of the row that is being printed, and the name under which expressions know that row. */
export type RowScope = { row: string; column: (name: string) => string; given: Given }

/** SQL that makes one JSON text of a row: `row_to_json` over a sub-select is compact, and the fastest way there is. */
export function printRow(selection: Selection, scope: RowScope): string {
  if (selection.length === 0) return `'{}'`
  return `(select row_to_json(shown)::text from (select ${printList(selection, scope, '')}) shown)`
}

/** One member of a record whose JSON is put together outside the database. */
export type Column = { name: string; sql: string; json: Sent }

/**
 * The columns of which the JSON of a row can be put together without a look at the definition. Building it in the
 * database costs more than everything else about a page; only what lies inside a member is still built there.
 */
export function printColumns(selection: Selection, scope: RowScope): Column[] {
  return selection.map(({ name, field, nested }) => {
    const { value } = field.definition
    if (value.is !== 'value') return { name, sql: print(name, field, nested, scope, ''), json: 'bare' }
    const { type } = value
    const sent = type.sent ?? type
    return { name, sql: sent.print(columnOf(name, field, scope, '')), json: sent.json }
  })
}

function printList(selection: Selection, scope: RowScope, prefix: string): string {
  return selection
    .map(({ name, field, nested }) => `${print(name, field, nested, scope, prefix)} as "${name}"`)
    .join(', ')
}

function print(name: string, field: Field, nested: Selection | null, scope: RowScope, prefix: string): string {
  const { value, source, required } = field.definition
  if (value.is === 'value') return value.type.print(columnOf(name, field, scope, prefix))
  const inner = nested ?? defaultSelection(value.shape)
  if (source?.from === 'rows' || source?.from === 'record') return printJoined(source, value.is, inner, scope)
  if (source?.from === 'column') return printStored(scope.column(source.column), nested)
  if (source?.from === 'expression') {
    const made = columnOf(name, field, scope, prefix)
    return nested === null ? made : printStored(`${made}::jsonb`, nested)
  }
  const object = printObject(inner, scope, `${prefix}${name}_`)
  const first = Object.keys(value.shape)[0]
  return required ? object : `case when ${scope.column(`${prefix}${name}_${first}`)} is not null then ${object} end`
}

function columnOf(name: string, field: Field, scope: RowScope, prefix: string): string {
  const { source } = field.definition
  if (source?.from === 'expression') return `(${source.sql(scope.row, scope.given)})`
  return scope.column(source?.from === 'column' ? source.column : `${prefix}${name}`)
}

function printObject(selection: Selection, scope: RowScope, prefix: string): string {
  if (selection.length === 0) return `'{}'::json`
  return `(select row_to_json(part) from (select ${printList(selection, scope, prefix)}) part)`
}

/** A list that its row stores as JSON: as it is, or of each item what was chosen. */
function printStored(column: string, nested: Selection | null): string {
  if (nested === null) return column
  const members = nested.map(({ name }) => `item -> '${name}' as "${name}"`).join(', ')
  const one = nested.length === 0 ? `'{}'::json` : `(select row_to_json(part) from (select ${members}) part)`
  return (
    `(select coalesce(json_agg(${one} order by place), '[]') ` +
    `from jsonb_array_elements(${column}) with ordinality as items (item, place))`
  )
}

type Joined = { from: 'rows' | 'record'; table: string; key: string; order?: string }

/** Rows of another table stay inside the administration of this row, as every statement does. */
function printJoined(source: Joined, is: 'object' | 'list', selection: Selection, scope: RowScope): string {
  const other = `${scope.row}_${source.table}`
  const there: RowScope = { ...scope, row: other, column: (column) => `${other}."${column}"` }
  const one = printObject(selection, there, '')
  const same = `${other}.administration_id = ${scope.given('administration_id')}`
  if (is === 'object')
    return `(select ${one} from ${source.table} ${other} where ${same} and ${other}.id = ${scope.column(source.key)})`
  const all = `'[' || string_agg((${one})::text, ',' order by ${other}.${source.order ?? 'id'}) || ']'`
  return (
    `(select coalesce(${all}, '[]')::json from ${source.table} ${other} ` +
    `where ${same} and ${other}.${source.key} = ${scope.column('id')})`
  )
}
