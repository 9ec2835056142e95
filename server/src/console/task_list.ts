import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { boolean, date, dateTime, id, integer, listOf, oneOf, text } from '../api/field.ts'
import { shownMoment } from '../db/moments.ts'
import type { Day } from '../domain/days.ts'
import { colleaguesOf } from '../follow_up/colleagues.ts'
import { completed_statuses } from '../resources/tasks.ts'
import { type About, about_columns, about_fields, aboutJoins } from './about.ts'
import {
  next_cursor,
  type OrderOf,
  orderBy,
  ordersOf,
  page_fields,
  page_size,
  placeIn,
  standsAfter,
  startOf,
  type Way,
  wayOf,
} from './orderings.ts'
import { type PagePosition, pageOf } from './places.ts'
import { readTaskFilter, type TaskFilter, task_filter_fields, taskJoins, tasksChosenBy } from './task_filter.ts'
import { task_totals_fields, taskTotals } from './task_totals.ts'
import { dueDays } from './today_panel.ts'
import { totalsCall } from './totals.ts'

const description_length_max = 400

/** What tasks are ordered by. */
const ordered_by = {
  due: { by: sql`r.expiry_date`, type: 'date' },
  completed: { by: sql`r.completed_at`, type: 'timestamptz' },
  subject: { by: sql`left(coalesce(r.subject, ''), 200)`, type: 'text' },
  owner: { by: sql`coalesce(r.assigned_to_user_name, '')`, type: 'text' },
  debtor: { by: sql`left(coalesce(d.name, ''), 200)`, type: 'text' },
} as const

export type TaskOrder = OrderOf<typeof ordered_by>

type Listed = About & {
  id: string
  subject: string | null
  description: string | null
  expiry_date: string
  days_left: number
  assigned_to: string | null
  blocks_dossiers: boolean
  completed_at: string | null
  completed_status: (typeof completed_statuses)[number] | null
}

const listed = {
  id: id('Identifier.').required(),
  subject: text('Subject.'),
  description: text('What to do; in a list as far as it fits there.'),
  expiry_date: date('Day by which it should be done.').required(),
  days_left: integer('Days until then; below 0 when it is late.').required(),
  assigned_to: text('Name of who should do it.'),
  blocks_dossiers: boolean('Whether it blocks what it is about.').required(),
  completed_at: dateTime('When it was completed.'),
  completed_status: oneOf(completed_statuses, 'How it ended.'),
  ...about_fields,
}

/** Tasks as somebody works through them: what is late stands first, and what was done last. */
export const task_list_calls: Actions = {
  choices: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/task_choices',
    reach: 'member',
    description: 'Lists who can be given a task, and the days to which tasks are put off most often.',
    body: {},
    answer: {
      colleagues: listOf(
        { id: id('Who.').required(), name: text('Name.').required() },
        'Who can be given a task.',
      ).required(),
      days: listOf({ day: date('A day.').required() }, 'Sending days to come.').required(),
    },
    run: async ({ db, administration_id, today }) => ({
      colleagues: (await colleaguesOf({ db, administration_id })).map(({ id: user_id, name }) => ({
        id: user_id,
        name,
      })),
      days: await dueDays(db, { administration_id, today }),
    }),
  }),

  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/tasks',
    reach: 'member',
    description: 'Lists tasks with what they are about.',
    body: {
      ...task_filter_fields,
      order: oneOf(
        ordersOf(ordered_by),
        'By what, and in which direction; unless said, open ones by the day they are due, others newest first.',
      ),
      ...page_fields,
    },
    answer: {
      tasks: listOf(listed, 'Tasks.').required(),
      cursor: next_cursor,
    },
    run: async ({ db, principal, today, administration_id }, { order, cursor, per_page, ...asked }) => {
      const filter = readTaskFilter({ administration_id, today, user_id: principal.user_id }, asked)
      const way = taskWay(filter, order ?? null)
      const size = per_page ?? page_size
      const { rows } = await sql<Listed & { place: string }>`
        select ${columns(today)}, left(r.description, ${description_length_max}::integer) as description,
               ${placeIn(way)}
        from (${taskPage(filter, way, startOf(way, cursor), size + 1)}) r ${aboutJoins(administration_id)}
        order by ${orderBy(way, task_id)}`.execute(db)
      const { page: tasks, cursor: next } = pageOf(rows, size)
      return { tasks, cursor: next }
    },
  }),

  totals: totalsCall({
    list: 'tasks',
    description: 'Counts the tasks of a list, and what it can be narrowed down to.',
    body: task_filter_fields,
    answer: task_totals_fields,
    run: ({ db, principal: { user_id }, today, administration_id }, asked) =>
      taskTotals(db, readTaskFilter({ administration_id, today, user_id }, asked), user_id),
  }),

  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/tasks/{id}',
    reach: 'member',
    description: 'Shows a task with what it is about, and what was said of it.',
    body: { id: id('Task.').required() },
    answer: {
      ...listed,
      completed_status_message: text('Explains how it ended.'),
      created_at: dateTime('When it was made.').required(),
      comments: listOf(
        {
          id: id('Identifier.').required(),
          content: text('Text.').required(),
          person: text('Who wrote it.'),
          created_at: dateTime('When it was written.').required(),
        },
        'Comments, oldest first.',
      ).required(),
    },
    run: async ({ db, today, administration_id }, { id: of_task }) => {
      const { rows } = await sql<Shown>`
        select ${columns(today)}, r.description, r.completed_status_message, ${shownMoment('r.created_at')} as created_at,
               array(
                 select json_build_object('id', o.id::text, 'content', o.content, 'created_at',
                          ${shownMoment('o.created_at')}, 'person', nullif(concat_ws(' ', u.first_name, u.last_name), ''))
                 from task_comments o left join users u on u.id = o.user_id
                 where o.administration_id = ${administration_id}::bigint and o.task_id = r.id
                 order by o.id) as comments
        from tasks r ${aboutJoins(administration_id)}
        where r.administration_id = ${administration_id}::bigint and r.id = ${of_task}::bigint`.execute(db)
      return rows[0] ?? refuse('not_found', 'There is no such task.')
    },
  }),
}

type Shown = Listed & {
  completed_status_message: string | null
  created_at: string
  comments: { id: string; content: string; person: string | null; created_at: string }[]
}

const columns = (today: Day): RawBuilder<unknown> => sql`
  r.id::text, r.subject, r.expiry_date::text,
  r.expiry_date - ${today}::date as days_left,
  r.assigned_to_user_name as assigned_to, r.blocks_dossiers, ${shownMoment('r.completed_at')} as completed_at,
  r.completed_status, ${about_columns}`

const task_id = sql`r.id`

/** An order of the list, ready for its statement. */
export function taskWay({ show }: Pick<TaskFilter, 'show'>, order: TaskOrder | null): Way {
  const way = wayOf(ordered_by, order ?? (show === 'open' ? 'due_asc' : 'completed_desc'))
  if (way.name === 'completed' && show === 'open') refuseParameters(['order: tasks that are open were not completed'])
  return way
}

/** The tasks of a page. */
export function taskPage(
  filter: TaskFilter,
  way: Way,
  after: PagePosition | null,
  limit = page_size + 1,
): RawBuilder<unknown> {
  return sql`
    select r.* from tasks r ${way.name === 'debtor' ? aboutJoins(filter.administration_id) : taskJoins(filter)}
    where ${tasksChosenBy(filter)} ${standsAfter(way, task_id, after)}
    order by ${orderBy(way, task_id)} limit ${limit}::integer`
}
