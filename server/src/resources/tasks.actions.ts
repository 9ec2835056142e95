import { type Actions, onOne } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { boolean, text } from '../api/field.ts'
import { userOf } from '../domain/actor.ts'
import { emit } from '../events/emit.ts'
import { emitMany } from '../events/emit_many.ts'
import { followTaskBlocks } from '../follow_up/hold/task_blocks.ts'
import { callsMade } from '../follow_up/perform/tasks.ts'
import { addressMended } from '../follow_up/send/marks.ts'
import { tasks } from './tasks.ts'

/**
 * A task is open or completed. `mark_completed` and `unmark_completed` go from one to the other; asked for the state it
 * is in already, a task stays as it is, and nobody is told.
 */
export const task_actions: Actions = {
  comment: onOne(tasks, {
    method: 'POST',
    status: 201,
    summary: 'Comment on a task',
    example: { comment: 'Called: they pay on Friday.' },
    description: 'Adds a comment to a task. The same comment again is a second comment.',
    answers: 'batch',
    body: { comment: text('Text of the comment.').required() },
    run: async (context, task, { comment }) => {
      await addComment(context, task.id, comment)
      await touch(context, task.id)
    },
  }),

  mark_completed: onOne(tasks, {
    method: 'PATCH',
    summary: 'Mark a task as completed',
    example: { completed_status: 'succeeded', comment: 'They paid.' },
    description: 'Completes a task. A task that is completed already stays as it is, and takes no comment.',
    body: {
      completed_status: tasks.input.completed_status,
      completed_status_message: tasks.input.completed_status_message,
      comment: text('A comment to add while completing.'),
      resume_dossiers: boolean('Lifts the block that the task put on what it is linked to.'),
    },
    run: async (context, task, body) => {
      if (task.completed_at !== null) return
      await context.db
        .updateTable('tasks')
        .set({
          completed_at: context.now.toISOString(),
          completed_status: body.completed_status,
          completed_status_message: body.completed_status_message ?? null,
          blocks_dossiers: body.resume_dossiers === true ? false : task.blocks_dossiers,
          updated_at: context.stamp,
        })
        .where('administration_id', '=', context.administration_id)
        .where('id', '=', task.id)
        .execute()
      if (body.comment) await addComment(context, task.id, body.comment)
      await emit(context, 'todo_list_item_updated', 'task', task.id)
      const calls = body.completed_status === 'succeeded' ? await callsMade(context, [task.id]) : []
      if (body.completed_status === 'succeeded') await addressMended(context, task.id)
      await emitMany(context, [...calls, ...(await followTaskBlocks(context, [task]))])
    },
  }),

  unmark_completed: onOne(tasks, {
    method: 'PATCH',
    summary: 'Open a completed task again',
    description: 'Opens a completed task again. A task that is open stays as it is.',
    body: {},
    run: async (context, task) => {
      if (task.completed_at === null) return
      await context.db
        .updateTable('tasks')
        .set({
          completed_at: null,
          completed_status: null,
          completed_status_message: null,
          updated_at: context.stamp,
        })
        .where('administration_id', '=', context.administration_id)
        .where('id', '=', task.id)
        .execute()
      await emit(context, 'todo_list_item_updated', 'task', task.id)
      await emitMany(context, await followTaskBlocks(context, [task]))
    },
  }),
}

async function addComment(context: Context, task_id: string, content: string): Promise<void> {
  await context.db
    .insertInto('task_comments')
    .values({
      administration_id: context.administration_id,
      task_id,
      content,
      user_id: userOf(context.actor).id,
      created_at: context.stamp,
    })
    .execute()
}

/** A comment is part of the task, so whoever follows tasks must see that it changed. */
async function touch(context: Context, task_id: string): Promise<void> {
  await context.db
    .updateTable('tasks')
    .set({ updated_at: context.stamp })
    .where('administration_id', '=', context.administration_id)
    .where('id', '=', task_id)
    .execute()
  await emit(context, 'todo_list_item_updated', 'task', task_id)
}
