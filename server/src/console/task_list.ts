import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, date, dateTime, id, integer, listOf, oneOf, text } from '../api/field.ts'
import { momentText, shownMoment } from '../db/moments.ts'
import type { Day } from '../domain/days.ts'
import { colleaguesOf } from '../follow_up/colleagues.ts'
import { completed_statuses } from '../resources/tasks.ts'
import { type About, about_columns, about_fields, about_joins } from './about.ts'
import { type PagePosition, pageOf, readPosition } from './places.ts'
import { dueDays } from './today_panel.ts'

const shows = ['open', 'done'] as const
const owners = ['everybody', 'mine'] as const
const page_size = 50
const description_length_max = 400

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
    description: 'Tells who can be given a task, and days until which tasks are put off most often.',
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
    description: 'Lists tasks with what they are about: open ones by the day they are due, others newest first.',
    body: {
      show: oneOf(shows, 'Which tasks.').required(),
      whose: oneOf(owners, 'Tasks of everybody, or only those of whoever asks.').required(),
      cursor: text('Goes on after the last task of the page before.'),
    },
    answer: {
      tasks: listOf(listed, 'Tasks.').required(),
      cursor: text('Where the next page begins; empty on the last one.'),
    },
    run: async ({ db, principal, today, administration_id }, { show, whose, cursor }) => {
      const page = taskPage({
        administration_id,
        show,
        user_id: whose === 'mine' ? principal.user_id : null,
        after: readPosition(cursor, show === 'open' ? 'date' : 'timestamptz'),
      })
      const way = show === 'open' ? sql`asc` : sql`desc`
      const { rows } = await sql<Listed & { place: string }>`
        select ${columns(today)}, left(r.description, ${description_length_max}::integer) as description,
               ${show === 'open' ? sql`r.expiry_date::text` : momentText('r.completed_at')} as place
        from (${page}) r ${about_joins}
        order by r.${sql.ref(column(show))} ${way}, r.id ${way}`.execute(db)
      const { page: tasks, cursor: next } = pageOf(rows, page_size)
      return { tasks, cursor: next }
    },
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
    run: async ({ db, today, administration_id }, { id: task_id }) => {
      const { rows } = await sql<Shown>`
        select ${columns(today)}, r.description, r.completed_status_message, ${shownMoment('r.created_at')} as created_at,
               array(
                 select json_build_object('id', o.id::text, 'content', o.content, 'created_at',
                          ${shownMoment('o.created_at')}, 'person', nullif(concat_ws(' ', u.first_name, u.last_name), ''))
                 from task_comments o left join users u on u.id = o.user_id
                 where o.administration_id = r.administration_id and o.task_id = r.id
                 order by o.id) as comments
        from tasks r ${about_joins}
        where r.administration_id = ${administration_id}::bigint and r.id = ${task_id}::bigint`.execute(db)
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

type Wanted = {
  administration_id: string
  show: (typeof shows)[number]
  /** Whose tasks; null for those of everybody. */
  user_id: string | null
  after: PagePosition | null
}

const column = (show: Wanted['show']) => (show === 'open' ? 'expiry_date' : 'completed_at')

/** The rows of a page, and one more. */
export function taskPage({ administration_id, show, user_id, after }: Wanted): RawBuilder<unknown> {
  const open = show === 'open'
  const by = sql.ref(column(show))
  const way = open ? sql`asc` : sql`desc`
  const type = sql.raw(open ? 'date' : 'timestamptz')
  return sql`
    select * from tasks
    where administration_id = ${administration_id}::bigint and completed_at is ${open ? sql`null` : sql`not null`}
      ${user_id === null ? sql`` : sql`and assigned_to_user_id = ${user_id}::bigint`}
      ${after ? sql`and (${by}, id) ${open ? sql`>` : sql`<`} (${after.value}::${type}, ${after.id}::bigint)` : sql``}
    order by ${by} ${way}, id ${way} limit ${page_size + 1}::integer`
}
