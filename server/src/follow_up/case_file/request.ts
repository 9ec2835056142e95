import { sql } from 'kysely'
import { refuse } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { userOf } from '../../domain/actor.ts'
import { enqueue } from '../../queue/enqueue.ts'

/** Asks for the file of a case. It is made by a job, for documents may be many and large. */
export async function requestCaseFile(change: Change, credit_case_id: string): Promise<void> {
  const { db, administration_id, now, stamp, today, actor } = change
  const { rows } = await sql<{ id: string; kind: 'pdf' | 'zip' }>`
    insert into case_files (administration_id, credit_case_id, kind, filename, requested_by_user_id, created_at)
    select c.administration_id, c.id, made.kind,
           'case-' || c.case_number || '-' || ${today}::text || '.' || made.kind, ${userOf(actor).id}::bigint,
           ${now.toISOString()}::timestamptz
    from credit_cases c cross join (values ('pdf'), ('zip')) made (kind)
    where c.administration_id = ${administration_id}::bigint and c.id = ${credit_case_id}::bigint
    returning id::text, kind`.execute(db)
  const id = (kind: 'pdf' | 'zip'): string =>
    rows.find((one) => one.kind === kind)?.id ?? refuse('not_found', 'There is no such credit case.')
  await enqueue(db, 'make_case_file', { administration_id, credit_case_id, pdf_id: id('pdf'), zip_id: id('zip') })
  await sql`
    update credit_cases set updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = ${credit_case_id}::bigint`.execute(db)
}
