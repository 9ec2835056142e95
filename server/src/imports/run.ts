import { type Kysely, sql } from 'kysely'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import { actAs } from '../runtime/act_as.ts'
import type { Reading } from '../runtime/reads.ts'
import { addCounts } from './counts.ts'
import { type PreparedRow, portionsOf } from './portions.ts'
import { type Import, type ImportKey, readImport, readRows } from './store.ts'
import { type PortionRules, type WrittenPortion, writePortion } from './write_portion.ts'

/** The run of an import: its number says whether it is still meant. */
export type ImportRun = ImportKey & { run: number }

type Performing = { last: boolean; signal: AbortSignal }

/**
 * Checks a file or imports it, portion by portion. The check is the import itself, taken back: what it says is what
 * happens. Each portion of an import is one transaction that also moves its position, so whoever is killed goes on
 * behind the last one that was written.
 */
export async function performRun(reading: Reading, wanted: ImportRun, { last, signal }: Performing): Promise<void> {
  const { db } = reading.database
  try {
    const begun = await stillMeant(db, wanted)
    if (begun === null) return
    const book_currency = await currencyOf(db, wanted.administration_id)
    const rules = { choices: begun.choices, book_currency }
    const portions = await portionsOf(await readRows(db, wanted), begun.choices, book_currency)
    let passed = 0
    for (const portion of portions) {
      const from = passed
      passed += portion.length
      if (passed <= begun.done) continue
      signal.throwIfAborted()
      const goes_on = begun.status === 'checking' ? checkPortion : importPortion
      if (!(await goes_on(reading, { ...wanted, from }, portion, rules))) return
    }
    await end(db, wanted)
  } catch (error) {
    if (last) await note(db, wanted, sql`failed = true, ended_at = now()`)
    throw error
  }
}

async function stillMeant(db: Kysely<Tables>, wanted: ImportRun): Promise<Import | null> {
  const found = await readImport(db, wanted)
  const meant = found !== null && found.run === wanted.run && ['checking', 'importing'].includes(found.status)
  return meant ? found : null
}

/** A portion of a run, by how many rows lie before it. */
type Portion = ImportRun & { from: number }

/**
 * Whether a portion is the next one of its run. It is not where another process took the run over, because this one
 * was still for so long that it was taken for dead: then each portion would be counted twice.
 */
const isNext = (found: Import | null, { run, from }: Portion): boolean => found?.run === run && found.done === from

/** What a portion would do. It is thrown, so that nothing of it stays. */
class TakenBack extends Error {
  readonly written: WrittenPortion

  constructor(written: WrittenPortion) {
    super('This was only tried.')
    this.written = written
  }
}

async function checkPortion(
  reading: Reading,
  wanted: Portion,
  portion: readonly PreparedRow[],
  rules: PortionRules,
): Promise<boolean> {
  const { administration_id } = wanted
  const written = await actAs(
    reading,
    { service: 'import', administration_id },
    async (acting): Promise<WrittenPortion> => {
      throw new TakenBack(await writePortion(acting, portion, rules))
    },
  ).catch((error: unknown) => {
    if (error instanceof TakenBack) return error.written
    throw error
  })
  return reading.database.db.transaction().execute((db) => noteWritten(db, wanted, written))
}

function importPortion(
  reading: Reading,
  wanted: Portion,
  portion: readonly PreparedRow[],
  rules: PortionRules,
): Promise<boolean> {
  const { administration_id } = wanted
  return actAs(reading, { service: 'import', administration_id }, async (acting) => {
    // Whoever stops the import, or begins it anew, waits for the lock of this change, or was before it.
    if (!isNext(await stillMeant(acting.db, wanted), wanted)) return false
    return noteWritten(acting.db, wanted, await writePortion(acting, portion, rules))
  })
}

/** Keeps what became of a portion, and says whether the run is still meant. */
async function noteWritten(db: Kysely<Tables>, wanted: Portion, { rows, counts }: WrittenPortion): Promise<boolean> {
  const found = await readImport(db, wanted, { lock: true })
  if (found === null || !isNext(found, wanted)) return false
  const { administration_id, import_id } = wanted
  const outcomes = rows.map(({ place, outcome, problems, remarks }) => ({
    ...{ place, outcome },
    problems: problems.length > 0 ? problems : null,
    remarks: remarks.length > 0 ? remarks : null,
  }))
  await sql`
    update import_rows r set outcome = one.outcome, problems = one.problems, remarks = one.remarks
    from ${asTable('one', outcomes, { place: 'integer', outcome: 'text', problems: 'jsonb', remarks: 'jsonb' })}
    where r.administration_id = ${administration_id}::bigint and r.import_id = ${import_id}::bigint
      and r.place = one.place`.execute(db)
  const all = JSON.stringify(addCounts(found.counts, counts))
  return note(db, wanted, sql`done = done + ${rows.length}::integer, counts = ${all}::jsonb`)
}

const end = (db: Kysely<Tables>, wanted: ImportRun): Promise<boolean> =>
  note(db, wanted, sql`status = case when status = 'checking' then 'checked' else 'done' end, ended_at = now()`)

/** Writes to a run that is under way, and says whether it still is. */
async function note(db: Kysely<Tables>, wanted: ImportRun, change: ReturnType<typeof sql>): Promise<boolean> {
  const { administration_id, import_id, run } = wanted
  const { numAffectedRows } = await sql`
    update imports set ${change}
    where administration_id = ${administration_id}::bigint and id = ${import_id}::bigint
      and run = ${run}::integer and status in ('checking', 'importing')`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

async function currencyOf(db: Kysely<Tables>, administration_id: string): Promise<string> {
  const { currency_code } = await db
    .selectFrom('administrations')
    .select('currency_code')
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  return currency_code
}
