import { type Kysely, sql } from 'kysely'
import { id, integer, listOf, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { type CountedMark, countedMarks, markColumns, markCounts } from './marks.ts'
import { type TaskFilter, type TaskMark, task_marks, taskJoins, taskMarks, tasksChosenBy } from './task_filter.ts'
import { countedBy } from './totals.ts'

/** The most people that are listed: those of most tasks. */
const owners_max = 12

export const task_totals_fields = {
  tasks: integer('Tasks of the list.').required(),
  open_tasks: integer('All tasks that are open, whatever the list shows.').required(),
  own_tasks: integer('Those of them that are for whoever asks.').required(),
  unassigned_tasks: integer('Those of them that are for nobody.').required(),
  owners: listOf(
    {
      user_id: id('Who.').required(),
      name: text('Name.').required(),
      count: integer('Tasks that would be left.').required(),
    },
    `Who has tasks of the list, those with most first, at most ${owners_max}.`,
  ).required(),
  marks: countedMarks(task_marks),
}

type Totals = {
  tasks: number
  open_tasks: number
  own_tasks: number
  unassigned_tasks: number
  owners: { user_id: string; name: string; count: number }[]
  marks: CountedMark<TaskMark>[]
}

/** How many tasks a list has. Those of people who left keep the name that they were given with. */
export async function taskTotals(db: Kysely<Tables>, filter: TaskFilter, user_id: string): Promise<Totals> {
  return countedBy(
    db,
    sql<Totals>`
    with listed as materialized (
      select r.assigned_to_user_id as user_id, r.assigned_to_user_name as name, ${markColumns(taskMarks(filter.today))}
      from tasks r ${taskJoins(filter)} where ${tasksChosenBy(filter)}),
    open as (
      select count(*)::integer as open_tasks,
             (count(*) filter (where assigned_to_user_id = ${user_id}::bigint))::integer as own_tasks,
             (count(*) filter (where assigned_to_user_id is null))::integer as unassigned_tasks
      from tasks where administration_id = ${filter.administration_id}::bigint and completed_at is null)
    select count(*)::integer as tasks, (select open_tasks from open), (select own_tasks from open),
           (select unassigned_tasks from open),
           coalesce((select json_agg(json_build_object('user_id', o.user_id::text, 'name', o.name, 'count', o.count)
                                     order by o.count desc, o.name)
             from (select user_id, max(name) as name, count(*) as count from listed where user_id is not null
                   group by user_id order by count(*) desc, max(name) limit ${owners_max}::integer) o), '[]') as owners,
           ${markCounts(task_marks)} as marks
    from listed`,
  )
}
