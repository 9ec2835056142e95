import { sql } from 'kysely'
import { momentsIn } from '../db/change.ts'
import type { Incoming } from '../files/incoming.ts'
import { registerFile } from '../files/uploads.ts'
import { entriesOf } from '../follow_up/case_file/entries.ts'
import { casePdf } from '../follow_up/case_file/pdf.ts'
import { readCaseFile } from '../follow_up/case_file/read.ts'
import { zipOf } from '../follow_up/case_file/zip.ts'
import type { Jobs } from '../queue/jobs.ts'
import { changeAs } from '../runtime/transact.ts'
import { job, type Needs } from './job.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    /** Makes the file of a case: the dossier, and the archive with every document. */
    make_case_file: { administration_id: string; credit_case_id: string; pdf_id: string; zip_id: string }
  }
}

/** The library that writes archives knows none that are larger than four gigabytes. */
const bytes_max = 3 * 1024 ** 3

export const make_case_file = job('make_case_file', {
  retries: { times: 5, first_s: 10, longest_s: 300 },
  longest_s: 1_800,
  alone: false,
  at_once: 1,
  reaches_outside: false,
  timetable: null,
  handle: makeCaseFile,
})

type Asked = Jobs['make_case_file']

/** Begun again, it makes the same bytes, which the store keeps once. A case that is gone needs no file. */
async function makeCaseFile(asked: Asked, needs: Needs): Promise<void> {
  const { administration_id, credit_case_id, pdf_id, zip_id } = asked
  const { database, store, now } = needs
  const calendar = await database.db
    .selectFrom('administrations')
    .select(['timezone', 'days_ahead'])
    .where('id', '=', administration_id)
    .executeTakeFirst()
  if (!calendar) return
  const { today } = momentsIn(calendar, now())
  const file = await readCaseFile(database.db, { administration_id, credit_case_id }, today)
  if (!file) return
  const dossier = await casePdf(file)
  const archive = zipOf(entriesOf(file, dossier, store.open), today)
  const pdf = await keep(needs, pieces(dossier))
  const zip = await keep(needs, archive)
  await changeAs(needs, { service: 'engine', administration_id }, async (change) => {
    const files = [
      { id: pdf_id, ...pdf, content_type: 'application/pdf' },
      { id: zip_id, ...zip, content_type: 'application/zip' },
    ]
    for (const { id, ...made } of files) {
      const file_id = await registerFile(change.db, change, made)
      await sql`
        update case_files set file_id = ${file_id}::bigint, made_at = ${change.now.toISOString()}::timestamptz
        where administration_id = ${administration_id}::bigint and id = ${id}::bigint`.execute(change.db)
    }
  })
}

async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function keep(
  { store }: Needs,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Pick<Incoming, 'checksum' | 'byte_size'>> {
  const incoming = await store.receive(bytes, bytes_max)
  try {
    await store.keep(incoming)
  } finally {
    await incoming.discard()
  }
  const { checksum, byte_size } = incoming
  return { checksum, byte_size }
}
