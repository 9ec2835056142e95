import { type Kysely, type RawBuilder, sql } from 'kysely'
import { shownMoment } from '../db/moments.ts'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import type { Cell } from '../domain/imports/cell.ts'
import type { Choices } from '../domain/imports/choices.ts'
import type { FoundColumn } from '../domain/imports/recognise.ts'
import { isUnderWay } from '../queue/under_way.ts'
import type { Counts } from './counts.ts'
import type { SheetRow } from './reading/sheet.ts'

export type ImportKey = { administration_id: string; import_id: string }
export const import_statuses = ['read', 'checking', 'checked', 'importing', 'done'] as const
export type ImportStatus = (typeof import_statuses)[number]
export const row_outcomes = ['new', 'changed', 'unchanged', 'refused'] as const
export type RowOutcome = (typeof row_outcomes)[number]

/** How long a file and what came of it can be looked at. */
const kept_days = 14
const rows_at_once = 1_000
/** Of more than these in an administration, the oldest are forgotten. */
const kept_max = 20

export type Import = {
  id: string
  filename: string
  columns: FoundColumn[]
  choices: Choices
  row_count: number
  status: ImportStatus
  failed: boolean
  run: number
  done: number
  counts: Partial<Counts>
  created_at: string
}

const shown = sql`id::text, filename, columns, choices, row_count, status, failed, run, done, counts,
  ${shownMoment('created_at')} as created_at`

const isRunning = ({ failed, status }: Import): boolean => !failed && ['checking', 'importing'].includes(status)

/** A run that has no job any more stopped as well, although nobody could note it. */
async function withItsJob(db: Kysely<Tables>, key: ImportKey, one: Import): Promise<Import> {
  if (!isRunning(one) || (await isUnderWay(db, 'import_file', { ...key, run: one.run }))) return one
  // It may have ended between the two questions.
  const again = (await readRow(db, key)) ?? one
  return isRunning(again) && again.run === one.run ? { ...again, failed: true } : again
}

type NewImport = Pick<Import, 'filename' | 'columns' | 'choices'> & {
  administration_id: string
  rows: readonly SheetRow[]
  user_id: string | null
  now: Date
}

/** Keeps a file that was read; returns its id. */
export async function addImport(db: Kysely<Tables>, made: NewImport): Promise<string> {
  const { administration_id, filename, columns, choices, rows, user_id, now } = made
  const { rows: added } = await sql<{ id: string }>`
    insert into imports (administration_id, filename, columns, choices, row_count, started_by_user_id, created_at)
    values (${administration_id}::bigint, ${filename}::text, ${JSON.stringify(columns)}::jsonb,
            ${JSON.stringify(choices)}::jsonb, ${rows.length}::integer, ${user_id}::bigint,
            ${now.toISOString()}::timestamptz)
    returning id::text`.execute(db)
  const import_id = added[0]?.id ?? ''
  for (let from = 0; from < rows.length; from += rows_at_once) {
    const some = rows.slice(from, from + rows_at_once).map((row, at) => ({ ...row, place: from + at }))
    await sql`
      insert into import_rows (administration_id, import_id, place, line, cells)
      select ${administration_id}::bigint, ${import_id}::bigint, place, line, cells
      from ${asTable('one', some, { place: 'integer', line: 'integer', cells: 'jsonb' })}`.execute(db)
  }
  await sql`
    delete from imports i using (
      select id from imports where administration_id = ${administration_id}::bigint
      order by id desc offset ${kept_max}::integer
    ) old
    where i.administration_id = ${administration_id}::bigint and i.id = old.id and i.status <> 'importing'`.execute(db)
  return import_id
}

const of = ({ administration_id, import_id }: ImportKey): RawBuilder<unknown> =>
  sql`administration_id = ${administration_id}::bigint and id = ${import_id}::bigint`

export async function readImport(
  db: Kysely<Tables>,
  key: ImportKey,
  { lock = false }: { lock?: boolean } = {},
): Promise<Import | null> {
  const row = await readRow(db, key, lock)
  return row ? withItsJob(db, key, row) : null
}

async function readRow(db: Kysely<Tables>, key: ImportKey, lock = false): Promise<Import | null> {
  const { rows } = await sql<Import>`
    select ${shown} from imports where ${of(key)} ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** The newest imports of an administration. */
export async function listImports(db: Kysely<Tables>, administration_id: string, limit: number): Promise<Import[]> {
  const { rows } = await sql<Import>`
    select ${shown} from imports where administration_id = ${administration_id}::bigint
    order by id desc limit ${limit}::integer`.execute(db)
  const all: Import[] = []
  for (const one of rows) all.push(await withItsJob(db, { administration_id, import_id: one.id }, one))
  return all
}

/** Begins a check or an import from the first row, and says under which number: one that was under way stops. */
export async function beginRun(
  db: Kysely<Tables>,
  key: ImportKey,
  { status, choices }: { status: 'checking' | 'importing'; choices: Choices },
): Promise<number> {
  await sql`
    update import_rows set outcome = null, problems = null, remarks = null
    where administration_id = ${key.administration_id}::bigint and import_id = ${key.import_id}::bigint
      and outcome is not null`.execute(db)
  return numbered(
    db,
    key,
    sql`status = ${status}::text, choices = ${JSON.stringify(choices)}::jsonb, done = 0, counts = '{}'`,
  )
}

/** Goes on with an import that could not be ended, behind the last row that was written. */
export const resumeRun = (db: Kysely<Tables>, key: ImportKey): Promise<number> =>
  numbered(db, key, sql`status = 'importing'`)

async function numbered(db: Kysely<Tables>, key: ImportKey, change: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ run: number }>`
    update imports set ${change}, run = run + 1, failed = false, ended_at = null where ${of(key)}
    returning run`.execute(db)
  return rows[0]?.run ?? 0
}

export type StoredRow = { place: number; line: number; cells: Cell[] }

export async function readRows(db: Kysely<Tables>, { administration_id, import_id }: ImportKey): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select place, line, cells from import_rows
    where administration_id = ${administration_id}::bigint and import_id = ${import_id}::bigint
    order by place`.execute(db)
  return rows
}

export async function removeImport(db: Kysely<Tables>, key: ImportKey): Promise<void> {
  await sql`delete from imports where ${of(key)}`.execute(db)
}

/** Forgets imports that are older than they are kept, with their rows, one after the other. */
export async function purgeImports(db: Kysely<Tables>, now: Date): Promise<Record<string, number>> {
  const oldest = new Date(now.getTime() - kept_days * 86_400_000).toISOString()
  const { rows } = await sql<{ administration_id: string; id: string }>`
    select administration_id::text, id::text from imports where created_at <= ${oldest}::timestamptz`.execute(db)
  for (const { administration_id, id: import_id } of rows) await removeImport(db, { administration_id, import_id })
  return { imports: rows.length }
}
