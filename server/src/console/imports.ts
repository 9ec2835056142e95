import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { MemberContext } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import { boolean, dateTime, id, integer, listOf, money, object, oneOf, text, textList } from '../api/field.ts'
import type { Role } from '../api/principal.ts'
import type { Tables } from '../db/schema.ts'
import type { Cell } from '../domain/imports/cell.ts'
import { type CellFormat, type Choices, cell_formats, problemsOf, propose } from '../domain/imports/choices.ts'
import { import_fields, import_kinds } from '../domain/imports/fields.ts'
import { type RowProblem, row_problem_codes } from '../domain/imports/row.ts'
import { no_counts } from '../imports/counts.ts'
import { type Import, import_statuses, listImports, readImport, row_outcomes } from '../imports/store.ts'

/** Files hold everything about debtors, so they are for those who may write them. */
export const import_roles: readonly Role[] = ['administrator', 'standard']

const listed_max = 20
const rows_max = 200
/** A page with more letters than this ends early: one of long cells would fill memory. */
const letters_max = 500_000

const field = oneOf(import_fields, 'What the column holds.')

/** What a person chooses for a file, and what is shown of that. */
export const choice_fields = {
  kind: oneOf(import_kinds, 'What the file holds.').required(),
  places: listOf(
    { field: field.required(), place: integer('Column of the file, counted from 0.', 0, 1_000).required() },
    'Which column holds what.',
  ).required(),
  formats: listOf(
    { field: field.required(), format: oneOf(cell_formats, 'How its days or amounts are written.').required() },
    'How columns are written that can be read in more than one way.',
  ).required(),
  sent: boolean('Whether debtors have the invoices already; those are not sent to them.').required(),
}

const counts = {
  new: integer('Rows that become new records.').required(),
  changed: integer('Rows that change a record.').required(),
  unchanged: integer('Rows that are known already.').required(),
  refused: integer('Rows that are left out.').required(),
  remarks: integer('Rows that are taken, and should be looked at.').required(),
  debtors_new: integer('New debtors.').required(),
  debtors_changed: integer('Debtors that change.').required(),
  debtors_unchanged: integer('Debtors that are known already.').required(),
  open_amount: money('What is open in all rows that are taken.').required(),
}

const listed_import = {
  id: id('Identifier.').required(),
  filename: text('Name of the file.').required(),
  status: oneOf(import_statuses, 'How far it is.').required(),
  failed: boolean('Whether it stopped before its end.').required(),
  row_count: integer('Rows of the file.').required(),
  done: integer('Rows that were gone through.').required(),
  created_at: dateTime('When the file was brought.').required(),
  counts: object(counts, 'What came of the rows until now.').required(),
}

export const shown_import = {
  ...listed_import,
  columns: listOf(
    {
      heading: text('What stands above it.').required(),
      samples: textList('Some of what stands in it.').required(),
      filled: integer('Rows that have something in it.').required(),
      date_order: oneOf(['day_first', 'month_first', 'unclear', 'none'], 'What its days begin with.').required(),
      decimal_mark: oneOf(['comma', 'point', 'unclear', 'none'], 'What stands before its cents.').required(),
    },
    'Columns of the file.',
  ).required(),
  choices: object(choice_fields, 'How the file is read.').required(),
  proposals: listOf(choice_fields, 'How it would be read without a choice, for each kind of file.').required(),
  problems: listOf(
    {
      field: field.required(),
      problem: oneOf(['missing', 'twice', 'unclear', 'unknown'], 'What is not right.').required(),
    },
    'Why it cannot be checked yet.',
  ).required(),
}

const row_problem = {
  field: oneOf(import_fields, 'Column; empty where it is about the row.'),
  problem: oneOf(row_problem_codes, 'What is not right.').required(),
  value: text('What stands there.'),
  line: integer('The line that says the same already.'),
  says: text('What the interface said.'),
}

export const import_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/imports',
    reach: 'member',
    description: 'Lists the newest files that were brought in.',
    body: {},
    answer: { imports: listOf(listed_import, 'Imports, the newest first.').required() },
    run: async (context) => {
      checkRole(context)
      const { db, administration_id } = context
      return { imports: (await listImports(db, administration_id, listed_max)).map(importListed) }
    },
  }),
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/imports/{id}',
    reach: 'member',
    description: 'Shows how a file is read, how far its check or import is, and what came of it.',
    body: { id: id('Import.').required() },
    answer: shown_import,
    run: async (context, { id: import_id }) => importShown(await found(context, import_id)),
  }),
  rows: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/imports/{id}/rows',
    reach: 'member',
    description: 'Lists rows that were refused, or that should be looked at, in the order of the file.',
    body: {
      id: id('Import.').required(),
      show: oneOf(['refused', 'remarks'], 'Which rows.').required(),
      after: integer('Where the rows before ended.', -1, 1_000_000).default(-1),
    },
    answer: {
      rows: listOf(
        {
          line: integer('Line of the file.').required(),
          outcome: oneOf(row_outcomes, 'What came of it.').required(),
          cells: textList('Its cells.').required(),
          problems: listOf(row_problem, 'What is not right.').required(),
        },
        'Rows.',
      ).required(),
      after: integer('Where these rows end; empty when there are no more.'),
    },
    run: async (context, { id: import_id, show, after }) => {
      await found(context, import_id)
      return rowsAfter(context.db, { administration_id: context.administration_id, import_id, show, after })
    },
  }),
}

function checkRole({ role }: MemberContext): void {
  if (!import_roles.includes(role)) refuse('forbidden', 'Your role does not allow this.')
}

async function found(context: MemberContext, import_id: string): Promise<Import> {
  checkRole(context)
  const { db, administration_id } = context
  return (await readImport(db, { administration_id, import_id })) ?? refuse('not_found', 'There is no such import.')
}

const importListed = ({ id: of, filename, status, failed, row_count, done, created_at, counts: counted }: Import) => ({
  ...{ id: of, filename, status, failed, row_count, done, created_at },
  counts: { ...no_counts, ...counted },
})

/** An import as pages show it. */
export function importShown(one: Import) {
  const { columns, choices } = one
  return {
    ...importListed(one),
    columns,
    choices: choicesShown(choices),
    proposals: import_kinds.map((kind) => choicesShown(propose(columns, kind))),
    problems: problemsOf(choices, columns),
  }
}

const choicesShown = ({ kind, places, formats, sent }: Choices) => ({
  kind,
  sent,
  places: import_fields.flatMap((one) => {
    const place = places[one]
    return place === undefined ? [] : [{ field: one, place }]
  }),
  formats: import_fields.flatMap((one) => {
    const format: CellFormat | undefined = formats[one]
    return format === undefined ? [] : [{ field: one, format }]
  }),
})

type RowsWanted = { administration_id: string; import_id: string; show: 'refused' | 'remarks'; after: number }
type FoundRow = {
  place: number
  line: number
  outcome: (typeof row_outcomes)[number]
  cells: Cell[]
  problems: RowProblem[]
  /** How many there are up to one more than a page. */
  found: number
}

async function rowsAfter(db: Kysely<Tables>, { administration_id, import_id, show, after }: RowsWanted) {
  const which = show === 'refused' ? sql`outcome = 'refused'` : sql`outcome <> 'refused' and remarks is not null`
  const { rows } = await sql<FoundRow>`
    with page as (
      select place, line, outcome, cells, ${show === 'refused' ? sql`problems` : sql`remarks`} as problems
      from import_rows
      where administration_id = ${administration_id}::bigint and import_id = ${import_id}::bigint
        and place > ${after}::integer and ${which}
      order by place limit ${rows_max + 1}::integer
    ), weighed as (
      select *, sum(length(cells::text)) over (order by place) - length(cells::text) as letters_before,
             count(*) over ()::integer as found
      from page
    )
    select place, line, outcome, cells, problems, found from weighed
    where letters_before <= ${letters_max}::bigint order by place limit ${rows_max}::integer`.execute(db)
  return {
    rows: rows.map(({ line, outcome, cells, problems }) => ({
      ...{ line, outcome },
      cells: cells.map((cell) => String(cell ?? '')),
      problems: (problems ?? []).map(({ field: of, problem, value, line: other, says }) => ({
        ...{ field: of, problem, value: value ?? null, line: other ?? null, says: says ?? null },
      })),
    })),
    after: rows.length < (rows[0]?.found ?? 0) ? (rows.at(-1)?.place ?? null) : null,
  }
}
