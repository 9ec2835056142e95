import { type Actions, onOne } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { boolean, text } from '../api/field.ts'
import { userOf } from '../domain/actor.ts'
import { emit } from '../events/emit.ts'
import { completeTask, reopenTask } from '../follow_up/complete_task.ts'
import { tasks } from './tasks.ts'

/**
 * A task is open or completed. `mark_completed` and `unmark_completed` go from one to the other; asked for the state it
 * is in already, a task stays as it is, and there is no event.
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
      resume_dossiers: boolean(
        'Whether the block ends that the task put on what it is linked to: with true for good, with false not before ' +
          'the task is opened and completed with true. Unless given, it ends for as long as the task is completed.',
      ),
    },
    run: async (context, task, body) => {
      if (task.completed_at !== null) return
      if (body.comment) await addComment(context, task.id, body.comment)
      const { completed_status, completed_status_message, resume_dossiers } = body
      await completeTask(context, task, {
        completed_status,
        completed_status_message: completed_status_message ?? null,
        blocks_dossiers: resume_dossiers === true ? false : task.blocks_dossiers,
        block_stays: resume_dossiers === false && task.blocks_dossiers,
      })
    },
  }),

  unmark_completed: onOne(tasks, {
    method: 'PATCH',
    summary: 'Open a completed task again',
    description: 'Opens a completed task again. A task that is open stays as it is.',
    body: {},
    run: async (context, task) => {
      if (task.completed_at === null) return
      await reopenTask(context, task)
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
