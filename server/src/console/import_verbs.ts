import { type Actions, call } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { file, id } from '../api/field.ts'
import type { SentFile } from '../api/sent_file.ts'
import { type Choices, problemsOf, propose } from '../domain/imports/choices.ts'
import { fieldsOf } from '../domain/imports/fields.ts'
import { type ReadFile, readFileAt } from '../imports/reading/read_file.ts'
import { bytes_max, FileProblem } from '../imports/reading/sheet.ts'
import { addImport, beginRun, type Import, readImport, removeImport, resumeRun } from '../imports/store.ts'
import { enqueue } from '../queue/enqueue.ts'
import { auditBy } from './audit_by.ts'
import { choice_fields, importShown, shown_import } from './imports.ts'

const path = '/console/administrations/{administration_id}/imports'
const import_id = id('Import.').required()

/** How people bring in a file: it is read, checked, and then imported. */
export const import_verbs: Actions = {
  read: call({
    method: 'POST',
    path,
    reach: 'administration',
    description: 'Reads a file of debtors or invoices, and proposes what its columns hold. Nothing is written yet.',
    body: { file: file(`CSV, or an Excel workbook (.xlsx), at most ${bytes_max / 1024 / 1024} MB.`).required() },
    answer: shown_import,
    // It is read and put aside before the transaction, so that nobody waits for it. Its bytes are not kept: all that
    // we need are its rows.
    prepare: async ({ file: sent }, { db, administration_id, principal, now }) => {
      const { columns, rows } = await readSent(sent, administration_id)
      const user_id = principal?.kind === 'person' ? principal.user_id : null
      const made = {
        administration_id,
        filename: sent.filename,
        columns,
        choices: propose(columns),
        rows,
        user_id,
        now,
      }
      return db.transaction().execute((trx) => addImport(trx, made))
    },
    run: async (context, _, made) => importShown(await importOf(context, made)),
  }),
  check: call({
    method: 'POST',
    path: `${path}/{id}/check`,
    reach: 'administration',
    description:
      'Begins to count what an import would do, row by row, without doing it. A check that is under way is replaced.',
    body: { id: import_id, ...choice_fields },
    answer: shown_import,
    run: async (context, { id: wanted, ...chosen }) => {
      const { columns, status } = await importOf(context, wanted)
      if (status === 'importing' || status === 'done') refuse('conflict', 'This file was imported already.')
      const choices = choicesOf(chosen)
      const problems = problemsOf(choices, columns)
      if (problems.length > 0) refuseParameters(problems.map(({ field, problem }) => `${field}: is ${problem}`))
      const key = keyOf(context, wanted)
      await enqueue(context.db, 'import_file', {
        ...key,
        run: await beginRun(context.db, key, { status: 'checking', choices }),
      })
      return importShown(await importOf(context, wanted))
    },
  }),
  start: call({
    method: 'POST',
    path: `${path}/{id}/start`,
    reach: 'administration',
    description:
      'Imports a file that was checked. One that runs or is done stays as it is; one that stopped goes on where it was.',
    body: { id: import_id },
    answer: shown_import,
    run: async (context, { id: wanted }) => {
      const { db } = context
      const found = await importOf(context, wanted)
      const { status, failed, filename, choices, row_count } = found
      if (status === 'read' || status === 'checking') refuse('conflict', 'The file has to be checked first.')
      if (status === 'done' || (status === 'importing' && !failed)) return importShown(found)
      const key = keyOf(context, wanted)
      const begins = status === 'checked'
      const run = await (begins ? beginRun(db, key, { status: 'importing', choices }) : resumeRun(db, key))
      await enqueue(db, 'import_file', { ...key, run })
      if (begins) await auditBy(context, 'file_imported', { name: filename, rows: String(row_count) })
      return importShown(await importOf(context, wanted))
    },
  }),
  discard: call({
    method: 'DELETE',
    path: `${path}/{id}`,
    reach: 'administration',
    description: 'Forgets a file. What was imported of it stays.',
    body: { id: import_id },
    answer: {},
    run: async (context, { id: wanted }) => {
      const { status, failed } = await importOf(context, wanted)
      if (status === 'importing' && !failed) refuse('conflict', 'This file is being imported.')
      await removeImport(context.db, keyOf(context, wanted))
      return {}
    },
  }),
}

async function readSent({ path: at, byte_size }: SentFile, by: string): Promise<ReadFile> {
  if (byte_size > bytes_max) refuseParameters([`file: is larger than ${bytes_max / 1024 / 1024} MB; split it`])
  try {
    return await readFileAt(at, { by })
  } catch (error) {
    if (error instanceof FileProblem) return refuseParameters([`file: ${error.message}`])
    throw error
  }
}

const keyOf = ({ administration_id }: Context, wanted: string) => ({ administration_id, import_id: wanted })

async function importOf(context: Context, wanted: string): Promise<Import> {
  const found = await readImport(context.db, keyOf(context, wanted), { lock: true })
  return found ?? refuse('not_found', 'There is no such import.')
}

type Chosen = {
  kind: Choices['kind']
  places: { field: keyof Choices['places']; place: number }[]
  formats: { field: keyof Choices['formats']; format: NonNullable<Choices['formats'][keyof Choices['formats']]> }[]
  sent: boolean
}

/** Columns that files of the kind do not have are left out. */
function choicesOf({ kind, places, formats, sent }: Chosen): Choices {
  const fields = new Set(fieldsOf(kind))
  const pairs = <One extends { field: keyof Choices['places'] }>(list: readonly One[]): One[] =>
    list.filter((one) => fields.has(one.field))
  return {
    kind,
    sent,
    places: Object.fromEntries(pairs(places).map(({ field, place }) => [field, place])),
    formats: Object.fromEntries(pairs(formats).map(({ field, format }) => [field, format])),
  }
}
