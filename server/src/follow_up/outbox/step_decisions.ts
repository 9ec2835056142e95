import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import type { Day } from '../../domain/days.ts'
import type { HoldReason } from '../../domain/holds.ts'
import type { Step } from '../../domain/steps.ts'

/** What a person decided about the next step of a record. */
export type StepDecision = ({ invoice_id: string } | { credit_case_id: string }) &
  (
    | { kind: 'move'; step: Step; round: number; day: Day }
    | { kind: 'approve'; step: Step; round: number; letter_key: string }
    | { kind: 'lift'; hold: HoldReason }
  )

/** Writes decisions of whoever makes the change. The latest of each kind counts. */
export async function writeDecisions(change: Change, decisions: readonly StepDecision[]): Promise<void> {
  if (decisions.length === 0) return
  const { db, administration_id, actor, stamp } = change
  const user_id = actor.kind === 'service' ? null : actor.id
  await sql`
    insert into step_decisions (administration_id, invoice_id, credit_case_id, kind, step, round, day, letter_key, hold,
                                user_id, created_at)
    select ${administration_id}::bigint, invoice_id, credit_case_id, kind, step, round, day, letter_key, hold,
           ${user_id}::bigint, ${stamp}::timestamptz
    from ${asTable('one', decisions, {
      ...{ invoice_id: 'bigint', credit_case_id: 'bigint', kind: 'text', step: 'text', round: 'integer', day: 'date' },
      ...{ letter_key: 'text', hold: 'text' },
    })}`.execute(db)
}
