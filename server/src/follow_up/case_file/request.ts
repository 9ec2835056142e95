import { sql } from 'kysely'
import { refuse } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { userOf } from '../../domain/actor.ts'
import { enqueue } from '../../queue/enqueue.ts'

/** So long a file that was asked for counts as being made; after that somebody may ask again. */
const making_minutes = 10

/** Whether the file of a case is being made. */
export async function isBeingMade({ db, administration_id, now }: Change, credit_case_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from case_files
    where administration_id = ${administration_id}::bigint and credit_case_id = ${credit_case_id}::bigint
      and made_at is null
      and created_at > ${now.toISOString()}::timestamptz - make_interval(mins => ${making_minutes}::integer)
    limit 1`.execute(db)
  return rows.length > 0
}

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
