import { type RawBuilder, sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import type { Happening } from '../../events/emit_many.ts'
import { isOwed } from '../outstanding.ts'
import { changeBlocks } from './blocks.ts'

/**
 * What a task is about, as the engine reads it too: its invoice where it names one, else its case with all that is in
 * it. One about a debtor alone is about all that it owes.
 */
export type TaskSubject = { debtor_id: string | null; invoice_id: string | null; credit_case_id: string | null }

/** Whether a task blocks: while it is open, and longer where whoever completed it let the block stay. */
export const blocksNow = (task: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${task}.blocks_dossiers`)}
    and (${sql.ref(`${task}.completed_at`)} is null or ${sql.ref(`${task}.block_stays`)}))`

/** Lets what tasks are about be blocked for as long as one of them says so. Returns the events to emit. */
export async function followTaskBlocks(change: Change, subjects: readonly TaskSubject[]): Promise<Happening[]> {
  const { db, administration_id } = change
  const ids = (pick: (one: TaskSubject) => string | null) => [...new Set(subjects.flatMap((one) => pick(one) ?? []))]
  const wholly = ids(({ debtor_id, invoice_id, credit_case_id }) =>
    invoice_id === null && credit_case_id === null ? debtor_id : null,
  )
  const { rows } = await sql<{ id: string; blocked: boolean }>`
    select i.id, exists (
      select from tasks t
      where t.administration_id = ${administration_id}::bigint and ${blocksNow('t')}
        and (t.invoice_id = i.id or (t.credit_case_id = i.active_credit_case_id and t.invoice_id is null)
          or (t.debtor_id = i.debtor_id and t.invoice_id is null and t.credit_case_id is null))
    ) as blocked
    from invoices i
    where i.administration_id = ${administration_id}::bigint
      and (i.id = any(${ids((one) => one.invoice_id)}::bigint[])
        or i.active_credit_case_id = any(${ids((one) => one.credit_case_id)}::bigint[])
        or i.debtor_id = any(${wholly}::bigint[]))
      and (${isOwed('i')} or 'task' = any(i.block_reasons))
    order by i.id`.execute(db)
  return changeBlocks(
    change,
    rows.map(({ id, blocked }) => ({
      invoice_id: id,
      added: blocked ? ['task'] : [],
      removed: blocked ? [] : ['task'],
    })),
  )
}
