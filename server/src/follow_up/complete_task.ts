import type { Change } from '../db/change.ts'
import { emit } from '../events/emit.ts'
import { emitMany } from '../events/emit_many.ts'
import { followTaskBlocks, type TaskSubject } from './hold/task_blocks.ts'
import { callsMade } from './perform/tasks.ts'
import { addressMended } from './send/marks.ts'

type Task = TaskSubject & { id: string }

type Completed = {
  completed_status: 'succeeded' | 'failed' | 'cleaned_up'
  completed_status_message: string | null
  blocks_dossiers: boolean
  /** Whether it goes on to block what it is about. */
  block_stays?: boolean
}

/** Completes a task that is open, and says what follows from it: a call was made, an address is right again. */
export async function completeTask(change: Change, task: Task, completed: Completed): Promise<void> {
  await change.db
    .updateTable('tasks')
    .set({ completed_at: change.now.toISOString(), ...completed, updated_at: change.stamp })
    .where('administration_id', '=', change.administration_id)
    .where('id', '=', task.id)
    .execute()
  await emit(change, 'todo_list_item_updated', 'task', task.id)
  const calls = completed.completed_status === 'succeeded' ? await callsMade(change, [task.id]) : []
  if (completed.completed_status === 'succeeded') await addressMended(change, task.id)
  await emitMany(change, [...calls, ...(await followTaskBlocks(change, [task]))])
}

/** Opens a completed task again. */
export async function reopenTask(change: Change, task: Task): Promise<void> {
  await change.db
    .updateTable('tasks')
    .set({ completed_at: null, completed_status: null, completed_status_message: null, block_stays: false })
    .set({ updated_at: change.stamp })
    .where('administration_id', '=', change.administration_id)
    .where('id', '=', task.id)
    .execute()
  await emit(change, 'todo_list_item_updated', 'task', task.id)
  await emitMany(change, await followTaskBlocks(change, [task]))
}
