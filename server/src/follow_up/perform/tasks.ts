import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { drawIds } from '../../db/draw_ids.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { userOf } from '../../domain/actor.ts'
import { addDays, type Day } from '../../domain/days.ts'
import type { Happening } from '../../events/emit_many.ts'
import { settingsOf } from '../../settings/store.ts'
import type { Colleague } from '../colleagues.ts'
import { followTaskBlocks, type TaskSubject } from '../hold/task_blocks.ts'
import { isOwed } from '../outstanding.ts'
import { readSubjects } from './subjects.ts'
import type { TaskKind } from './words/staff.ts'
import { staffWords } from './words/staff_words.ts'

/** A task that the service makes for people. */
export type NewTask = {
  kind: TaskKind
  /** What it is made for, such as an invoice and its round: the same again makes no second task. */
  key: string
  debtor_id: string
  invoice_id?: string
  credit_case_id?: string
  /** The day by which it should be done; a few days from today unless given. */
  due_on?: Day
  /** Whether nothing is sent for what it is about while it is open. */
  blocks?: boolean
  /** Who should do it; nobody in particular unless given. */
  assigned_to?: Colleague
}

/** How many days people get. */
const days_to_do: { readonly [kind in TaskKind]: number } = {
  call_reminder: 0,
  end_of_flow: 7,
  promise_broken: 1,
  plan_proposed: 1,
  plan_term_missed: 1,
  no_address: 7,
  wrong_address: 7,
  address_wanted: 1,
  address_changed: 7,
  stop_label: 1,
  call_back: 1,
  find_number: 1,
}

/**
 * Makes tasks, in the language of the administration. Returns the id of each, in their order, also of one that was made
 * before, and the events to emit.
 */
export async function makeTasks(
  change: Change,
  tasks: readonly NewTask[],
): Promise<{ task_ids: string[]; happened: Happening[] }> {
  if (tasks.length === 0) return { task_ids: [], happened: [] }
  const { db, administration_id, today, stamp } = change
  const { default_language } = await settingsOf(db, administration_id)
  const subjects = await readSubjects(change, default_language, tasks)
  const ids = await drawIds(db, 'tasks', tasks.length)
  const rows = tasks.map((task, place) => {
    const about = subjects[place] ?? { debtor: '', record: '', amount: '', due: '', phone: '' }
    return {
      ...staffWords(default_language).tasks[task.kind](about),
      ...subjectOf(task),
      id: ids[place],
      cause: causeOf(task),
      expiry_date: task.due_on ?? addDays(today, days_to_do[task.kind]),
      blocks_dossiers: task.blocks ?? false,
      assignee_id: task.assigned_to?.id,
      assignee_name: task.assigned_to?.name,
      assignee_address: task.assigned_to?.email_address,
    }
  })
  const { rows: made } = await sql<{ id: string }>`
    insert into tasks (administration_id, id, subject, description, expiry_date, debtor_id, invoice_id, credit_case_id,
                       blocks_dossiers, cause, assigned_to_user_id, assigned_to_user_name,
                       assigned_to_user_email_address, created_by_user_id, created_at, updated_at)
    select ${administration_id}::bigint, id, subject, description, expiry_date, debtor_id, invoice_id, credit_case_id,
           blocks_dossiers, cause, assignee_id, assignee_name, assignee_address, ${userOf(change.actor).id}::bigint,
           ${stamp}::timestamptz, ${stamp}::timestamptz
    from ${asTable('one', rows, {
      ...{ id: 'bigint', subject: 'text', description: 'text', expiry_date: 'date', debtor_id: 'bigint' },
      ...{ invoice_id: 'bigint', credit_case_id: 'bigint', blocks_dossiers: 'boolean', cause: 'text' },
      ...{ assignee_id: 'bigint', assignee_name: 'text', assignee_address: 'text' },
    })}
    order by id
    on conflict (administration_id, cause) where cause is not null do nothing
    returning id::text`.execute(db)
  const blocked = await followTaskBlocks(change, tasks.filter(({ blocks }) => blocks === true).map(subjectOf))
  const created = made.map(({ id }): Happening => taskEvent('todo_list_item_created', id))
  return { task_ids: await idsOf(change, tasks), happened: [...created, ...blocked] }
}

const causeOf = ({ kind, key }: Pick<NewTask, 'kind' | 'key'>): string => `${kind} ${key}`

const subjectOf = ({ debtor_id, invoice_id, credit_case_id }: NewTask): TaskSubject => ({
  debtor_id,
  invoice_id: invoice_id ?? null,
  credit_case_id: credit_case_id ?? null,
})

const taskEvent = (event_name: 'todo_list_item_created' | 'todo_list_item_deleted', id: string): Happening => ({
  event_name,
  resource_type: 'task',
  resource_id: id,
})

async function idsOf({ db, administration_id }: Change, tasks: readonly NewTask[]): Promise<string[]> {
  const rows = await db
    .selectFrom('tasks')
    .select(['id', 'cause'])
    .where('administration_id', '=', administration_id)
    .where('cause', 'in', tasks.map(causeOf))
    .execute()
  const by_cause = new Map(rows.map(({ id, cause }) => [cause, id]))
  return tasks.map((task) => by_cause.get(causeOf(task)) ?? '')
}

/**
 * Completes tasks of the service that nobody has to do any more, because what they are about is settled or gone, as
 * `cleaned_up`. One that somebody wrote a comment on stays: it is theirs. Returns the events to emit.
 */
export async function cleanTasks(change: Change, debtor_ids: readonly string[]): Promise<Happening[]> {
  const { db, administration_id, now, stamp } = change
  const owes = sql`exists (select from invoices i
    where i.administration_id = ${administration_id}::bigint and i.debtor_id = t.debtor_id and ${isOwed('i')})`
  const labelled = sql`exists (select from debtor_labels l
    where l.administration_id = ${administration_id}::bigint and l.debtor_id = t.debtor_id and lower(l.name) = 'stop')`
  const { rows } = await sql<TaskSubject & { id: string }>`
    update tasks t
    set completed_at = ${now.toISOString()}::timestamptz, completed_status = 'cleaned_up',
        updated_at = ${stamp}::timestamptz
    where t.administration_id = ${administration_id}::bigint and t.debtor_id = any(${[...debtor_ids]}::bigint[])
      and t.completed_at is null and t.cause is not null
      and not exists (select from task_comments c where c.administration_id = ${administration_id}::bigint
        and c.task_id = t.id)
      and not case
        when t.cause like 'stop\_label %' then ${labelled}
        when t.invoice_id is not null then exists (select from invoices i
          where i.administration_id = ${administration_id}::bigint and i.id = t.invoice_id and ${isOwed('i')})
        when t.credit_case_id is not null then exists (select from credit_cases c
          where c.administration_id = ${administration_id}::bigint and c.id = t.credit_case_id
            and c.deactivated_at is null)
        else ${owes} end
    returning t.id::text, t.debtor_id::text, t.invoice_id::text, t.credit_case_id::text`.execute(db)
  if (rows.length === 0) return []
  return [...rows.map(({ id }) => taskEvent('todo_list_item_deleted', id)), ...(await followTaskBlocks(change, rows))]
}

/** Completes the task that was made for something, because it is done. Returns the events to emit. */
export async function endTask(change: Change, task: Pick<NewTask, 'kind' | 'key'>): Promise<Happening[]> {
  const { db, administration_id, now, stamp } = change
  const rows = await db
    .updateTable('tasks')
    .set({ completed_at: now.toISOString(), completed_status: 'cleaned_up', updated_at: stamp })
    .where('administration_id', '=', administration_id)
    .where('cause', '=', causeOf(task))
    .where('completed_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => taskEvent('todo_list_item_deleted', id))
}

/** Completes tasks to check an address, because somebody says that it is right. Returns the events to emit. */
export async function endAddressTasks(change: Change, address: string): Promise<Happening[]> {
  const { db, administration_id, now, stamp } = change
  const { rows } = await sql<{ id: string }>`
    update tasks set completed_at = ${now.toISOString()}::timestamptz, completed_status = 'cleaned_up',
      updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and completed_at is null
      and starts_with(cause, ${causeOf({ kind: 'wrong_address', key: `${address} ` })}::text)
    returning id::text`.execute(db)
  return rows.map(({ id }) => taskEvent('todo_list_item_deleted', id))
}

/** The call that a flow asked for was made: one event, however often its task is completed. */
export async function callsMade(change: Change, task_ids: readonly string[]): Promise<Happening[]> {
  const { rows } = await sql<{ invoice_id: string; task_id: string }>`
    select s.invoice_id::text, s.task_id::text from steps s
    where s.administration_id = ${change.administration_id}::bigint and s.task_id = any(${[...task_ids]}::bigint[])
      and s.step = 'call_reminder' and s.invoice_id is not null and s.withdrawn_at is null
      and not exists (select from events e
        where e.administration_id = ${change.administration_id}::bigint and e.resource_type = 'invoice'
          and e.resource_id = s.invoice_id and e.event_name = 'invoice_call_reminder_performed'
          and e.context ->> 'task_id' = s.task_id::text)
    order by s.id`.execute(change.db)
  return rows.map(({ invoice_id, task_id }) => ({
    event_name: 'invoice_call_reminder_performed',
    resource_type: 'invoice',
    resource_id: invoice_id,
    details: { task_id: Number(task_id) },
  }))
}
