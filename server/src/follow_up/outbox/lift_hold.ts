import { sql } from 'kysely'
import { refuse } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { addDays } from '../../domain/days.ts'
import type { HoldReason } from '../../domain/holds.ts'
import { touch } from '../../events/touch.ts'
import { sendNow } from './next_step.ts'
import { type FollowedRecord, keyOf, steer } from './record.ts'
import { writeDecisions } from './step_decisions.ts'
import { releaseSurge } from './surge.ts'

/** For so many days silence of the books is taken for no news. */
const books_believed_days = 5

/** What ends with its cause, and where that is ended instead. */
const ended_elsewhere: { readonly [Reason in HoldReason]?: string } = {
  stopped: 'start sending again in the outbox',
  administration_paused: 'resume the administration',
  administration_reminding_paused: 'resume the administration',
  debtor_paused: 'resume the debtor',
  debtor_reminding_paused: 'resume the debtor',
  invoice_paused: 'resume the invoice',
  case_paused: 'resume the credit case',
  stop_label: 'take the label off the debtor',
  task: 'complete the task',
  promise: 'withdraw the promise',
  dispute: 'end the dispute',
  dispute_unanswered: 'end the dispute',
  payment_plan_active: 'end the payment plan',
  payment_plan_proposed: 'answer the proposed plan',
  unread_message: 'read the message',
}

/** Holds that a decision about the record alone takes away, for as long as the record lasts. */
const lifted_for_good: readonly HoldReason[] = ['not_sent', 'too_old', 'costs_left']

/** Takes a hold away from a record, where a person may. A second call finds no such hold, and says so. */
export async function liftHold(change: Change, record: FollowedRecord, hold: HoldReason): Promise<void> {
  const steered = await steer(change, record, null)
  if (hold === 'surge') return releaseSurge(change)
  if (hold === 'approval' || hold === 'cap') return sendNow(change, { ...record, step: steered.outlook.step })
  if (!steered.outlook.holds.some(({ reason }) => reason === hold)) {
    refuse('conflict', `${hold} does not hold this record, or not any more.`)
  }
  if (hold === 'books_stale') return believeBooks(change, steered.debtor_id)
  if (lifted_for_good.includes(hold)) {
    await writeDecisions(change, [{ ...keyOf(record), kind: 'lift', hold }])
    return touch(change, [steered.debtor_id])
  }
  const instead = ended_elsewhere[hold]
  refuse('conflict', instead ? `To lift ${hold}, ${instead}.` : `${hold} cannot be lifted; it ends by itself.`)
}

/** Silence of the books is about all debtors, and so is lifting it. */
async function believeBooks(change: Change, debtor_id: string): Promise<void> {
  const { db, administration_id, today, stamp } = change
  await sql`
    insert into engine_states (administration_id, books_stale_lifted_until, rules_version, updated_at)
    values (${administration_id}::bigint, ${addDays(today, books_believed_days)}::date, 2, ${stamp}::timestamptz)
    on conflict (administration_id) do update set books_stale_lifted_until = excluded.books_stale_lifted_until,
      rules_version = engine_states.rules_version + 1, updated_at = excluded.updated_at`.execute(db)
  await touch(change, [debtor_id])
}
