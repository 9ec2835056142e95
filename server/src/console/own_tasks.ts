import { type Actions, create, onOne } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { boolean, date, id, text } from '../api/field.ts'
import { userOf } from '../domain/actor.ts'
import { addDays, type Day } from '../domain/days.ts'
import { emitMany } from '../events/emit_many.ts'
import { colleagueOf } from '../follow_up/colleagues.ts'
import { followTaskBlocks } from '../follow_up/hold/task_blocks.ts'
import { subject_length_max } from '../resources/messages/create.ts'
import { tasks } from '../resources/tasks.ts'
import { findSubject, subject_fields } from './work_subject.ts'

/** Tasks that people make are made on our pages alone; the interface shows them, and completes them. */
export const own_task_actions: Actions = {
  create: create(tasks, {
    description: 'Makes a task. Without anybody to do it, it is for who makes it.',
    body: {
      subject: text('Subject.').required(),
      description: text('What to do.'),
      expiry_date: date('Day by which it should be done.').required(),
      assigned_to_user_id: id('Who should do it.'),
      blocks_dossiers: boolean('Whether nothing is sent for what it is about while it is open.'),
      ...subject_fields,
    },
    run: async (context, { subject, description, expiry_date, assigned_to_user_id, blocks_dossiers, ...about }) => {
      const { db, administration_id, stamp, actor, today } = context
      const problems = [...lateProblems(expiry_date, today), ...longProblems({ subject, description })]
      if (problems.length > 0) refuseParameters(problems)
      const found = await findSubject(context, about)
      const { id: task_id } = await db
        .insertInto('tasks')
        .values({
          ...{ administration_id, subject, description: description ?? null, expiry_date, ...found },
          ...(await assignee(context, assigned_to_user_id ?? null)),
          ...{ blocks_dossiers: blocks_dossiers === true, created_by_user_id: userOf(actor).id },
          ...{ created_at: stamp, updated_at: stamp },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const made = { event_name: 'todo_list_item_created', resource_type: 'task', resource_id: task_id } as const
      const blocked = blocks_dossiers === true ? await followTaskBlocks(context, [found]) : []
      await emitMany(context, [made, ...blocked])
      return { id: task_id }
    },
  }),

  assign: onOne(tasks, {
    method: 'PATCH',
    description: 'Takes a task over, or hands it on to a colleague. One that is completed stays as it is.',
    body: { assigned_to_user_id: id('Who should do it; whoever asks unless given.') },
    run: async (context, task, { assigned_to_user_id }) => {
      refuseCompleted(task)
      await changeTask(context, task.id, await assignee(context, assigned_to_user_id ?? null))
    },
  }),

  put_off: onOne(tasks, {
    method: 'PATCH',
    description: 'Puts a task off until a day, which is today or later. One that is completed stays as it is.',
    body: { expiry_date: date('Day by which it should be done.').required() },
    run: async (context, task, { expiry_date }) => {
      refuseCompleted(task)
      const problems = lateProblems(expiry_date, context.today)
      if (expiry_date < context.today) problems.push('expiry_date: must not be in the past')
      if (problems.length > 0) refuseParameters(problems)
      await changeTask(context, task.id, { expiry_date })
    },
  }),

  delete: onOne(tasks, {
    method: 'PATCH',
    description: 'Deletes a task with its comments. Only who made it may do that.',
    body: {},
    answers: 'nothing',
    run: async (context, task) => {
      const { db, administration_id, actor } = context
      const user_id = userOf(actor).id
      if (user_id === null || task.created_by_user_id !== user_id) {
        refuse('forbidden', 'Only who made a task deletes it; complete it instead.')
      }
      await emitMany(context, [{ event_name: 'todo_list_item_deleted', resource_type: 'task', resource_id: task.id }])
      await db
        .deleteFrom('tasks')
        .where('administration_id', '=', administration_id)
        .where('id', '=', task.id)
        .execute()
      await emitMany(context, await followTaskBlocks(context, [task]))
    },
  }),
}

/** Beyond this nobody means a day: a task that never comes back is forgotten. */
const days_ahead_max = 3 * 366
const length_max = { subject: subject_length_max, description: 10_000 } as const

function lateProblems(expiry_date: string, today: Day): string[] {
  const last = addDays(today, days_ahead_max)
  return expiry_date > last ? [`expiry_date: must not be after ${last}`] : []
}

const longProblems = (given: { [Part in keyof typeof length_max]?: string | null | undefined }): string[] =>
  // The keys of the list.
  (Object.keys(length_max) as (keyof typeof length_max)[]).flatMap((part) =>
    (given[part]?.length ?? 0) > length_max[part]
      ? [`${part}: must not be longer than ${length_max[part]} characters`]
      : [],
  )

function refuseCompleted({ completed_at }: { completed_at: string | null }): void {
  if (completed_at !== null) refuse('unprocessable_entity', 'This task is completed; open it again first.')
}

type Changed = { expiry_date: string } | Awaited<ReturnType<typeof assignee>>

async function changeTask(context: Context, task_id: string, changed: Changed): Promise<void> {
  const { db, administration_id, stamp } = context
  await db
    .updateTable('tasks')
    .set({ ...changed, updated_at: stamp })
    .where('administration_id', '=', administration_id)
    .where('id', '=', task_id)
    .execute()
  await emitMany(context, [{ event_name: 'todo_list_item_updated', resource_type: 'task', resource_id: task_id }])
}

/** Who shall do it; whoever makes it unless somebody is named. */
async function assignee(context: Context, wanted: string | null) {
  const found = await colleagueOf(context, wanted ?? userOf(context.actor).id ?? '0', 'assigned_to_user_id')
  return {
    assigned_to_user_id: found.id,
    assigned_to_user_name: found.name,
    assigned_to_user_email_address: found.email_address,
  }
}
