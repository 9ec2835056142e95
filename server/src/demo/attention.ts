import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Range } from './bulk.ts'
import { dice, type Fragment, pick } from './chance.ts'
import { aboutInvoices, later } from './correspondence.ts'
import { type DemoAdministration, idOf, person } from './ground.ts'
import { task_comments, tasks } from './texts.ts'

const i = sql.ref('i')

// Two in five tasks are open; the others ended in each of the three ways.
const status = sql`(array[null, null, 'succeeded', 'failed', 'cleaned_up'])[1 + i % 5]`

// Some of them the engine made: it waits for a call, or has no address to write to.
const call = sql.lit('call_reminder demo ')
const address = sql.lit('no_address demo ')
const cause = sql`(case when i % 20 = 5 then ${call} when i % 20 = 15 then ${address} end)`

export async function insertTasks(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const assignee = person(ground, i)
  const assigned = sql`i % 11 <> 6`
  // A task that was cleaned up was about an invoice that has been paid since: those are the last subjects.
  const subject = sql`case when i % 5 = 4 then ${ground.sizes.messages}::integer + 1 - i else i end`
  const texts = (part: keyof (typeof tasks)[number]) =>
    pick(
      tasks.map((task) => task[part]),
      sql`i / 5 + i % 5`,
    )
  await sql`
    insert into tasks (
      administration_id, id, subject, description, expiry_date, assigned_to_user_id, assigned_to_user_name,
      assigned_to_user_email_address, debtor_id, invoice_id, credit_case_id, completed_at, completed_status,
      completed_status_message, created_by_user_id, blocks_dossiers, cause, created_at, updated_at)
    select
      ${ground.administration_id}::bigint, ${idOf(ground, 'tasks', i)},
      case ${cause} when ${call} then 'Call' when ${address} then 'Find an address' else ${texts('subject')} end,
      ${texts('description')},
      case when ${cause} = ${call} then ${ground.now}::date
           when status is null then ${ground.now}::date + ${dice(i, 111, 21)} - 6
           else happened_at::date + 7 end,
      case when ${assigned} then ${assignee.id} end, case when ${assigned} then ${assignee.name} end,
      case when ${assigned} then ${assignee.email_address} end, debtor_id,
      case when i % 3 <> 0 and case_id is null then invoice_id end,
      case when i % 3 <> 0 then case_id end, completed_at, status,
      case status when 'cleaned_up' then 'The invoice was paid.'
                  when 'succeeded' then ${texts('succeeded')}
                  when 'failed' then ${texts('failed')} end,
      ${person(ground, sql`i / 3`).id}, status is null and i % 20 = 1, ${cause} || i, happened_at, greatest(happened_at, completed_at)
    from (
      select *, ${status} as status,
        case when ${status} is not null then ${later(sql`happened_at`, ground.now, 112)} end as completed_at
      from ${aboutInvoices(ground, range, 113, subject)} about
      offset 0
    ) planned`.execute(db)
  await insertComments(db, ground, range)
}

/** Comments come between the making of a task and its last change, so the task is as new as its last comment. */
async function insertComments(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  await sql`
    insert into task_comments (administration_id, id, task_id, content, user_id, created_at)
    select administration_id, id * 2 + second, id, ${pick(task_comments, sql`(id + second)::integer`)},
           ${person(ground, sql`(id + second)::integer`).id},
           created_at + (updated_at - created_at) * (1 + second) / 3
    from tasks
    cross join generate_series(0, 1) second
    where administration_id = ${ground.administration_id}::bigint
      and id between ${idOf(ground, 'tasks', sql`${range.from}::integer`)}
                 and ${idOf(ground, 'tasks', sql`${range.to}::integer`)}
      and id % 3 > second`.execute(db)
}

/** Every kind, with what it is about. */
const kinds: readonly [type: string, about: 'administration' | 'debtor' | 'invoice'][] = [
  ['mail_bounced', 'debtor'],
  ['mail_bounced', 'invoice'],
  ['letter_returned', 'invoice'],
  ['sms_failed', 'invoice'],
  ['ubl_failed', 'invoice'],
  ['email_address_provided', 'debtor'],
  ['credit_limit_exceeded', 'debtor'],
  ['payment_plan_proposed', 'debtor'],
  ['payment_plan_expired', 'debtor'],
  ['document_missing', 'invoice'],
  ['import_invalid', 'administration'],
  ['import_failed', 'administration'],
  ['import_missing', 'administration'],
]
const bounce_reasons = ['550 5.1.1 mailbox does not exist', '552 5.2.2 mailbox full', '550 5.4.1 domain not found']

export async function insertNotifications(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const user = person(ground, sql`i / 3`)
  await sql`
    insert into notifications (
      administration_id, id, notification_type, resource_type, details, acknowledged_by_user_id,
      acknowledged_by_user_name, acknowledged_by_user_email_address, acknowledged_at, debtor_id, invoice_id,
      created_at, updated_at)
    select
      ${ground.administration_id}::bigint, ${idOf(ground, 'notifications', i)}, kind, about, ${details},
      case when seen_at is not null then ${user.id} end, case when seen_at is not null then ${user.name} end,
      case when seen_at is not null then ${user.email_address} end, seen_at,
      case when about <> 'administration' then debtor_id end, case when about = 'invoice' then invoice_id end,
      happened_at, greatest(happened_at, seen_at)
    from (
      select *, ${pick(
        kinds.map(([type]) => type),
        i,
      )} as kind, ${pick(
        kinds.map(([, about]) => about),
        i,
      )} as about,
        case when i % 5 > 1 then ${later(sql`happened_at`, ground.now, 121)} end as seen_at
      from ${aboutInvoices(ground, range, 122)} about
      offset 0
    ) listed`.execute(db)
}

/** A case that went through all its steps waits for somebody to hand it over. */
export async function insertCaseNotifications(db: Kysely<Tables>, ground: DemoAdministration): Promise<void> {
  const number = sql`${ordinaryNotifications(ground)}::integer + id - ${ground.before.credit_cases}::bigint`
  await sql`
    insert into notifications (
      administration_id, id, notification_type, resource_type, debtor_id, credit_case_id, created_at, updated_at)
    select administration_id, ${idOf(ground, 'notifications', number)},
           'ready_for_bailiff', 'credit_case', debtor_id, id, ready_at, ready_at
    from (
      select *, notice_of_default_at + interval '9 days' as ready_at from credit_cases
      where administration_id = ${ground.administration_id}::bigint
    ) cases
    where ready_at < ${ground.now} and forwarded_to_bailiff_at is null and deactivated_at is null`.execute(db)
}

/** The rest of the ids is for notifications about cases. */
export const ordinaryNotifications = (ground: DemoAdministration): number =>
  ground.sizes.notifications - (ground.sizes.credit_cases - ground.sizes.deleted)

const details: Fragment = sql`case kind
  when 'mail_bounced' then jsonb_build_object('bounce_reason', ${pick(bounce_reasons, sql`i / 13`)})
  when 'email_address_provided' then jsonb_build_object('email_address', 'new.address' || i || '@example.com')
  when 'import_invalid' then jsonb_build_object('invalid_records', 1 + i % 9)
  else '{}'::jsonb end`
