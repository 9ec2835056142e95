import { sql } from 'kysely'
import { refuse, refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { userOf } from '../../domain/actor.ts'
import { emitMany } from '../../events/emit_many.ts'
import { settingsOf } from '../../settings/store.ts'
import { reopenTask } from '../complete_task.ts'
import type { TaskSubject } from '../hold/task_blocks.ts'
import { staffWords } from '../perform/words/staff_words.ts'
import { endPromises } from '../promises/settle.ts'
import type { CallOutcome } from './calls.ts'
import { unmarkDebtors } from './marks.ts'

type Call = {
  id: string
  debtor_id: string
  outcome: CallOutcome
  note_id: string
  promise_id: string | null
  task_id: string | null
  completed_task_ids: string[]
  user_id: string
  day: string
  taken_back_at: string | null
}

/**
 * Takes a call back on the day on which it was recorded, by whoever recorded it: its promise is withdrawn, its task
 * goes, the tasks that it completed are open again, and the debtor is back on the list. The note stays and says so. A
 * dispute is ended where it stands, with an outcome. Taken back already, a call stays as it is.
 */
export async function takeBackCall(change: Change, call_id: string): Promise<void> {
  const { db, administration_id, stamp, today, actor } = change
  const call = (await readCall(change, call_id)) ?? refuse('not_found', 'There is no such call.')
  if (call.taken_back_at !== null) return
  if (call.user_id !== userOf(actor).id) refuse('forbidden', 'Only who recorded a call takes it back.')
  if (call.outcome === 'dispute') refuseParameters(['id: opened a dispute; end that one on its invoice'])
  if (call.day !== today) refuseParameters(['id: is of another day; withdraw its promise or complete its task instead'])
  if (call.promise_id !== null) await endPromises(change, [call.promise_id], 'withdrawn')
  if (call.task_id !== null) await removeTask(change, call.task_id)
  await reopenTasks(change, call.completed_task_ids)
  const { default_language } = await settingsOf(db, administration_id)
  await sql`
    update notes set content = content || ' ' || ${staffWords(default_language).call_taken_back}::text,
                     updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = ${call.note_id}::bigint`.execute(db)
  await sql`
    update calls set taken_back_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = ${call.id}::bigint`.execute(db)
  await unmarkDebtors(change, [call.debtor_id])
}

async function readCall({ db, administration_id }: Change, id: string): Promise<Call | undefined> {
  const { rows } = await sql<Call>`
    select id::text, debtor_id::text, outcome, note_id::text, promise_id::text, task_id::text,
           completed_task_ids::text[] as completed_task_ids, user_id::text, day::text, taken_back_at::text
    from calls where administration_id = ${administration_id}::bigint and id = ${id}::bigint for update`.execute(db)
  return rows[0]
}

/** The task that the call led to goes unless somebody completed it meanwhile. */
async function removeTask(change: Change, id: string): Promise<void> {
  const { db, administration_id } = change
  const open = sql`administration_id = ${administration_id}::bigint and id = ${id}::bigint and completed_at is null`
  const { rows } = await sql`select from tasks where ${open} for update`.execute(db)
  if (rows.length === 0) return
  await emitMany(change, [{ event_name: 'todo_list_item_deleted', resource_type: 'task', resource_id: id }])
  await sql`delete from tasks where ${open}`.execute(db)
}

async function reopenTasks(change: Change, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<TaskSubject & { id: string }>`
    select id, debtor_id::text, invoice_id::text, credit_case_id::text from tasks
    where administration_id = ${change.administration_id}::bigint and id = any(${ids}::bigint[])
      and completed_at is not null
    order by id for update`.execute(change.db)
  for (const task of rows) await reopenTask(change, task)
}
