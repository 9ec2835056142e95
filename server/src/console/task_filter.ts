import { type RawBuilder, sql } from 'kysely'
import { id, oneOf, text } from '../api/field.ts'
import type { Day } from '../domain/days.ts'
import { debtorHas } from '../search/narrow.ts'
import { anywhere } from '../search/plain.ts'
import { aboutJoins } from './about.ts'
import { holdAll, type MarkConditions, marksField, readMarks, readSought } from './marks.ts'

const shows = ['open', 'done'] as const
const owners = ['everybody', 'mine', 'nobody'] as const

/** What tasks can be narrowed down to besides, several at once. */
export const task_marks = ['late', 'today', 'next_7', 'blocks', 'with_invoice', 'with_case'] as const
export type TaskMark = (typeof task_marks)[number]

/** What a list of tasks can be asked for; its totals and its file take the same. */
export const task_filter_fields = {
  show: oneOf(shows, 'Which tasks.').required(),
  whose: oneOf(owners, 'Tasks of everybody, only those of whoever asks, or those of nobody.').required(),
  assigned_to: id('Only tasks of this colleague.'),
  marks: marksField('tasks', task_marks),
  text: text(
    'Only tasks with this in their subject, or about a debtor with each of these words in what is known of it.',
  ),
}

export type TaskFilter = {
  administration_id: string
  today: Day
  show: (typeof shows)[number]
  /** Whose tasks; null for those of everybody. */
  user_id: string | 'nobody' | null
  marks: readonly TaskMark[]
  text: string
}

type Asked = {
  show: TaskFilter['show']
  whose: (typeof owners)[number]
  assigned_to?: string | null
  marks?: string | null
  text?: string | null
}
type Here = { administration_id: string; today: Day; user_id: string }

export function readTaskFilter({ administration_id, today, user_id }: Here, asked: Asked): TaskFilter {
  const of_whom = { everybody: asked.assigned_to ?? null, mine: user_id, nobody: 'nobody' } as const
  return {
    ...{ administration_id, today, show: asked.show, user_id: of_whom[asked.whose] },
    ...{ marks: readMarks(task_marks, asked.marks), text: readSought(asked.text) },
  }
}

/** What the task `r` is about, where a filter asks for that. */
export const taskJoins = ({ administration_id, text: wanted }: TaskFilter): RawBuilder<unknown> =>
  wanted === '' ? sql`` : aboutJoins(administration_id)

/** The condition on the task `r`. */
export function tasksChosenBy({ administration_id, today, ...filter }: TaskFilter): RawBuilder<unknown> {
  const { show, user_id, marks, text: wanted } = filter
  const sought = sql`(lower(r.subject) like lower(${anywhere(wanted)}::text)
    or ${debtorHas(administration_id, sql`d.id`, wanted)})`
  return sql`r.administration_id = ${administration_id}::bigint
    and r.completed_at is ${show === 'open' ? sql`null` : sql`not null`}
    ${user_id === null ? sql`` : user_id === 'nobody' ? sql`and r.assigned_to_user_id is null` : sql`and r.assigned_to_user_id = ${user_id}::bigint`}
    ${holdAll(marks, taskMarks(today))}
    ${wanted === '' ? sql`` : sql`and ${sought}`}`
}

/** The condition for each mark on the task `r`. */
export const taskMarks = (today: Day): MarkConditions<TaskMark> => ({
  late: sql`(r.completed_at is null and r.expiry_date < ${today}::date)`,
  today: sql`r.expiry_date = ${today}::date`,
  next_7: sql`(r.expiry_date between ${today}::date and ${today}::date + 7)`,
  blocks: sql`r.blocks_dossiers`,
  with_invoice: sql`r.invoice_id is not null`,
  with_case: sql`r.credit_case_id is not null`,
})
