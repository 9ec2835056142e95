import { sql } from 'kysely'
import type { Context } from '../../api/context.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { plainName } from '../../domain/file_names.ts'
import type { GivenDocument, GivenInvoice } from './input.ts'
import type { References } from './references.ts'

const kinds = { document: 'pdf', ubl_document: 'xml' } as const
type Kind = keyof typeof kinds

/** A file on an invoice; the newest of its kind is the one that is shown. */
export type Attached = { id: string; invoice_id: string; kind: Kind; file_id: string; filename: string }

type Attaching = { kind: Kind; file_id: string; filename: string }
/** What has to be done to the documents of an invoice. */
export type DocumentChanges = { removed: string[]; added: Attaching[]; problems: string[] }

/** The documents of invoices, the newest first, by invoice. */
export async function knownDocuments(
  { db, administration_id }: Context,
  invoice_ids: readonly string[],
): Promise<Map<string, Attached[]>> {
  if (invoice_ids.length === 0) return new Map()
  const { rows } = await sql<Attached>`
    select a.id, a.invoice_id, a.kind, a.file_id, a.filename from unnest(${invoice_ids}::bigint[]) as wanted (id)
    join invoice_documents a on a.administration_id = ${administration_id}::bigint and a.invoice_id = wanted.id
      and a.kind in ('document', 'ubl_document')
    order by a.id desc`.execute(db)
  return Map.groupBy(rows, ({ invoice_id }) => invoice_id)
}

/** What a client wants done with the documents of one invoice. */
export function decideDocuments(
  given: GivenInvoice,
  attached: readonly Attached[],
  files: References['files'],
): DocumentChanges {
  const changes: DocumentChanges = { removed: [], added: [], problems: [] }
  // The words of the table are those of the two members.
  for (const kind of Object.keys(kinds) as Kind[]) {
    const request = given[kind]
    const own = attached.filter((one) => one.kind === kind)
    if (request) decideOne(request, { kind, own, usual: usualName(given.invoice_number, kinds[kind]) }, files, changes)
  }
  return changes
}

/** Numbers with slashes are usual, and no folders. */
const usualName = (invoice_number: string, ending: string): string =>
  `${invoice_number.replaceAll(/[/\\]/g, '-')}.${ending}`

function decideOne(
  request: GivenDocument,
  { kind, own, usual }: { kind: Kind; own: readonly Attached[]; usual: string },
  files: References['files'],
  changes: DocumentChanges,
): void {
  const file_id = request.checksum ? files.get(request.checksum) : undefined
  if (request.destroy) {
    changes.removed.push(...own.filter((one) => !request.checksum || one.file_id === file_id).map(({ id }) => id))
    return
  }
  if (!request.checksum) changes.problems.push(`${kind}.checksum: is missing`)
  else if (file_id === undefined) changes.problems.push(`${kind}.checksum: no file with this checksum was uploaded`)
  else {
    const before = own.find((one) => one.file_id === file_id)
    const filename = plainName(request.filename || before?.filename || usual)
    if (before !== undefined && before === own[0] && before.filename === filename) return
    if (before) changes.removed.push(before.id)
    changes.added.push({ kind, file_id, filename })
  }
}

/** Writes the changed documents of many invoices. */
export async function writeDocuments(
  { db, administration_id, stamp }: Context,
  changes: readonly { invoice_id: string; documents: DocumentChanges }[],
): Promise<void> {
  const removed = changes.flatMap(({ documents }) => documents.removed)
  if (removed.length > 0) {
    await sql`delete from invoice_documents
              where administration_id = ${administration_id}::bigint and id = any(${removed}::bigint[])`.execute(db)
  }
  const added = changes.flatMap(({ invoice_id, documents }) => documents.added.map((one) => ({ invoice_id, ...one })))
  if (added.length === 0) return
  await sql`
    insert into invoice_documents (administration_id, invoice_id, kind, file_id, filename, created_at)
    select ${administration_id}::bigint, invoice_id, kind, file_id, filename, ${stamp}::timestamptz
    from ${asTable('one', added, {
      ...{ invoice_id: 'bigint', kind: 'text', file_id: 'bigint', filename: 'text' },
    })}`.execute(db)
}
