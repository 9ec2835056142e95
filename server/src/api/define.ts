import assert from 'node:assert/strict'
import type { Tables } from '../db/schema.ts'
import { dateTime, type Field, type Fields, type Given, id } from './field.ts'
import { after, before, type Filters } from './filters.ts'
import { type InputOf, inputOf, shownOf } from './writable.ts'

export type TableName = keyof Tables & string

/** A condition that ties a row to the id of whoever asks. */
type Tie = (row: string, owner_id: string) => string

/**
 * Whose records a caller may see: those of one administration, the administrations of the token themselves, or those
 * that a condition ties to the calling application. On our own pages: what is tied to the company, for its
 * administrators, or to the person who is signed in.
 */
export type Within =
  | { reach: 'administration' }
  | { reach: 'token' }
  | { reach: 'application'; where: Tie }
  | { reach: 'company'; where: Tie }
  | { reach: 'person'; where: Tie }

export type Reach = Within['reach']

/** A noun: what can be seen and sent of one family of records. Everything else is derived from it. */
export type Resource<Table extends TableName = TableName, R extends Reach = Reach, Written extends Fields = Fields> = {
  name: string
  /** The noun in the singular, as sentences use it. */
  one: string
  table: Table
  path: string
  description: string
  within: Within & { reach: R }
  reads: readonly ('list' | 'show')[]
  permission: string | null
  /** Columns by which `identifier_type` can ask for a record instead of by internal id. */
  identifiers: readonly string[]
  /** The column whose value stands in the path of one record, with a value for samples; the internal id if null. */
  shown_by: { column: string; example: string } | null
  /** What is shown. */
  fields: Fields
  /** What clients may send of it, under the names of its columns; the verbs say when. */
  input: Written
  filters: Filters
  /** Operations on which `fields` may choose what is shown. */
  selectable: readonly ('list' | 'show')[]
  /** Columns of days by which a list can be ordered instead of by id. */
  orders: readonly string[]
  /** Whether each row stores its default representation as ready text. */
  document: boolean
  /** The column that grows in commit order, which a client follows to stay in step. */
  follows: { column: string; filter: string } | null
  /** Rows older than this are not shown any more, though they may still be there. */
  shown_days: { column: string; days: number } | null
  /** Whether a list begins with the last record instead of the first. */
  newest_first: boolean
  /** The table that notes, in `last_id`, up to where rows were removed because of their age. */
  removed: 'removed_events' | null
  /** A condition that hides rows from callers who may not see what they are about. */
  visible: ((row: string, given: Given) => string) | null
}

/** The reaches that need no condition can be given by their name. */
type Plain = 'administration' | 'token'

type ResourceDefinition<Table extends TableName, R extends Reach, F extends Fields> = {
  name: string
  one: string
  description: string
  within: (R & Plain) | Exclude<Extract<Within, { reach: R }>, { reach: Plain }>
  reads: readonly ('list' | 'show')[]
  /** What is shown, and what is only sent. */
  fields: F
  filters?: Filters
  table?: Table
  path?: string
  permission?: string
  identifiers?: readonly string[]
  shown_by?: { column: string; example: string }
  selectable?: readonly ('list' | 'show')[]
  orders?: readonly string[]
  document?: boolean
  newest_first?: boolean
  removed?: 'removed_events'
  visible?: (row: string, given: Given) => string
}

/** Defines a noun. Refuses, at start, what could never work. */
export function resource<const Table extends TableName, const R extends Reach, const F extends Fields>(
  definition: ResourceDefinition<Table, R, F> & { table: Table },
): Resource<Table, R, InputOf<F>> {
  const { name, fields, filters = {} } = definition
  const within: Within = typeof definition.within === 'string' ? { reach: definition.within } : definition.within
  const document = definition.document ?? within.reach === 'administration'
  const ours = within.reach === 'company' || within.reach === 'person'
  const defined: Resource<Table, R, InputOf<F>> = {
    name,
    one: definition.one,
    table: definition.table,
    path: definition.path ?? `${ours ? '/console' : '/v1'}/${name}`,
    description: definition.description,
    // What was given has the reach R, in its short form or in its long one.
    within: within as Within & { reach: R },
    reads: definition.reads,
    permission: ours || within.reach === 'application' ? null : `${definition.permission ?? name}:read`,
    identifiers: definition.identifiers ?? [],
    shown_by: definition.shown_by ?? null,
    fields: shownOf(fields),
    input: inputOf(fields),
    filters,
    selectable: definition.selectable ?? definition.reads,
    orders: definition.orders ?? [],
    document,
    follows: 'updated_after' in filters ? { column: 'updated_at', filter: 'updated_after' } : null,
    shown_days: null,
    newest_first: definition.newest_first ?? false,
    removed: definition.removed ?? null,
    visible: definition.visible ?? null,
  }
  check(defined)
  return defined
}

export const deleted_days = 90

/** The list of what was deleted from a family in the last 90 days, with what is left of each record. */
export function deletedFrom<const Table extends TableName, R extends Reach>(
  of: Resource<TableName, R>,
  definition: { table: Table; one: string; description: string; left: Fields },
): Resource<Table, R, Record<never, never>> {
  const defined: Resource<Table, R, Record<never, never>> = {
    name: `${of.name}.deleted`,
    one: definition.one,
    table: definition.table,
    path: `${of.path}/deleted`,
    description: definition.description,
    within: of.within,
    reads: ['list'],
    permission: of.permission,
    identifiers: [],
    shown_by: null,
    fields: {
      id: id('Identifier of the deleted record.').required(),
      administration_id: id('Administration it belonged to.').required(),
      ...definition.left,
      deleted_at: dateTime('When it was deleted.').required(),
    },
    input: {},
    filters: {
      deleted_after: after('deleted_at', `Only records deleted after this moment; at most ${deleted_days} days back.`),
      deleted_before: before('deleted_at', 'Only records deleted before this moment.'),
    },
    selectable: [],
    orders: [],
    document: true,
    follows: { column: 'deleted_at', filter: 'deleted_after' },
    shown_days: { column: 'deleted_at', days: deleted_days },
    newest_first: false,
    removed: null,
    visible: null,
  }
  check(defined)
  return defined
}

function check(resource: Resource): void {
  assert(resource.fields.id, `${resource.name}: a record needs an id, which is its cursor`)
  for (const [name, field] of [...Object.entries(resource.fields), ...Object.entries(resource.filters)]) {
    const sentence = 'definition' in field ? field.definition.description : field.description
    assert(sentence.endsWith('.'), `${resource.name}.${name}: its description is a sentence, and ends in a full stop`)
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    assert(
      field.definition.on_request || !field.definition.module,
      `${resource.name}.${name}: a field of a module is on request`,
    )
    assert(
      !resource.document || field.definition.on_request || isOwnColumn(field),
      `${resource.name}.${name}: a default field is a column of its own row, or the family has no document`,
    )
  }
}

/** Whether a field can be printed from its own row alone, as a stored document must be. */
function isOwnColumn(field: Field): boolean {
  const { source, value } = field.definition
  return source?.from === 'column' || (source === null && value.is !== 'list')
}
