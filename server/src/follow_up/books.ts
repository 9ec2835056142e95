import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { wake } from './look/schedule.ts'

/**
 * Notes that the books wrote invoices, changed or not: as long as they do, what is open is believed. Once an hour is
 * enough. After a silence of a day or more everybody is looked at again, because reminding may have stopped meanwhile.
 */
export async function noteBooks({ db, administration_id, real_now }: Change): Promise<void> {
  const at = real_now.toISOString()
  const { rows } = await sql<{ silent: boolean }>`
    update engine_states e set books_written_at = ${at}::timestamptz,
      rules_version = e.rules_version + case when before.silent then 1 else 0 end
    from (select administration_id, books_written_at < ${at}::timestamptz - interval '1 day' as silent
          from engine_states where administration_id = ${administration_id}::bigint) before
    where e.administration_id = before.administration_id
      and (e.books_written_at is null or e.books_written_at < ${at}::timestamptz - interval '1 hour')
    returning coalesce(before.silent, false) as silent`.execute(db)
  if (rows[0]?.silent) await wake({ db, administration_id })
}
