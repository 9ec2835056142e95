import { type RawBuilder, sql } from 'kysely'
import { follow_up_sources } from './timeline_follow_up.ts'
import { about, type Expression, naming, of, type Source, type Wanted } from './timeline_source.ts'

export const timeline_kinds = [
  ...(['message', 'note', 'notification', 'payment', 'task', 'event'] as const),
  ...(['step', 'reminder', 'letter', 'promise', 'dispute'] as const),
] as const
export type TimelineKind = (typeof timeline_kinds)[number]

/** What somebody wants to read of: what people said and agreed, what the service did by itself, or money. */
export const timeline_shows = {
  everything: timeline_kinds,
  people: ['message', 'note', 'task', 'promise', 'dispute'],
  engine: ['letter', 'step', 'reminder', 'notification', 'event'],
  money: ['payment', 'promise'],
} as const satisfies Record<string, readonly TimelineKind[]>
export type TimelineShow = keyof typeof timeline_shows

/** Events that say what another entry of the timeline says already. */
const shown_by_other_entries = [
  'invoice_new_comment',
  'case_new_comment',
  'debtor_new_comment',
  'invoice_payment_created',
  'promise_created',
  'dispute_opened',
  'todo_list_item_created',
  'todo_list_item_updated',
]

/** Events of steps, which the rows of steps and letters show better where there are any. */
const shown_by_steps = ['invoice_step_performed', 'case_step_performed', 'case_created', 'case_to_bailiff']

const columns = {
  name: 'text',
  subject: 'text',
  content: 'text',
  person: 'text',
  service: 'text',
  amount: 'numeric',
  done_at: 'timestamptz',
  resource_type: 'text',
  invoice_id: 'bigint',
  credit_case_id: 'bigint',
  payment_plan_id: 'bigint',
  letter_id: 'bigint',
  status: 'text',
  channel: 'text',
  day: 'date',
  recipient: 'text',
  currency_code: 'text',
  invoices: 'integer',
  reasons: 'jsonb',
  context: 'jsonb',
} as const

/** The newest entries of every kind after the cursor, each kind no more than fit on a page. */
export function timelineEntries(wanted: Wanted, show: TimelineShow = 'everything'): RawBuilder<unknown> {
  const parts = timeline_shows[show].flatMap((kind) =>
    sources[kind](wanted).map(({ from, at, indexed = asItIs, values }) => {
      const shown = Object.entries(columns).map(
        ([name, type]) => sql`${values[name] ?? sql`null::${sql.raw(type)}`} as ${sql.ref(name)}`,
      )
      return sql`(select ${kind}::text as kind, r.id, ${at} as at, ${sql.join(shown)}
                  from ${from} ${goingOn(kind, { at, indexed, after: wanted.after })}
                  order by ${indexed(at)} desc, r.id desc limit ${wanted.limit}::integer)`
    }),
  )
  return sql.join(parts, sql` union all `)
}

const asItIs = (moment: Expression): Expression => moment

/**
 * Entries come by moment, then kind, then id, all downwards. Within one kind that is a comparison of moment and id
 * alone, which an index can answer.
 */
function goingOn(
  kind: TimelineKind,
  { at, indexed, after }: Required<Pick<Source, 'at' | 'indexed'>> & Pick<Wanted, 'after'>,
): Expression {
  if (after === null) return sql``
  const moment = indexed(sql`${after.at}::timestamptz`)
  if (kind < after.kind) return sql`and ${indexed(at)} <= ${moment}`
  if (kind > after.kind) return sql`and ${indexed(at)} < ${moment}`
  return sql`and (${indexed(at)}, r.id) < (${moment}, ${after.id}::bigint)`
}

const sources: Readonly<Record<TimelineKind, (wanted: Wanted) => Source[]>> = {
  message: (wanted) => [
    {
      from: naming('messages', wanted),
      at: sql`coalesce(r.received_at, r.sent_at, r.created_at)`,
      values: {
        ...about,
        name: sql`r.sender_type`,
        subject: sql`r.subject`,
        content: sql`r.content`,
        // Who wrote it, and never who read it.
        person: sql`case when r.sender_type = 'debtor' then coalesce(${cameBy(wanted, 'from_name')}, ${cameBy(wanted, 'from_address')}) end`,
        channel: sql`case when ${cameBy(wanted, 'from_address')} is not null then 'mail'
          when r.sender_type = 'debtor' then 'portal' end`,
        done_at: sql`r.read_at`,
      },
    },
  ],
  note: (wanted) => [
    {
      from: naming('notes', wanted),
      at: sql`r.created_at`,
      values: {
        ...about,
        // A call leaves a note, which says what came of it.
        name: sql`(select k.outcome from calls k
          where k.administration_id = ${wanted.administration_id}::bigint and k.note_id = r.id
            and k.taken_back_at is null)`,
        content: sql`r.content`,
        person: sql`coalesce(r.user_name, r.from_email_address)`,
        done_at: sql`r.completed_at`,
      },
    },
  ],
  notification: (wanted) => [
    {
      from: naming('notifications', wanted),
      at: sql`r.created_at`,
      values: {
        ...about,
        name: sql`r.notification_type`,
        content: sql`coalesce(r.details ->> 'bounce_reason', r.details ->> 'email_address')`,
        person: sql`r.acknowledged_by_user_name`,
        done_at: sql`r.acknowledged_at`,
      },
    },
  ],
  payment: (wanted) => [
    {
      from: wanted.family === 'debtors' ? paymentsOfDebtor(wanted) : naming('payments', wanted),
      at: sql`(r.payment_date::timestamp at time zone 'UTC')`,
      values: {
        ...about,
        name: sql`coalesce(r.transaction_type, 'payment')`,
        subject: sql`r.cost_type`,
        content: sql`coalesce(r.description, r.reason)`,
        amount: sql`r.total_amount`,
      },
    },
  ],
  task: (wanted) => [
    {
      from: naming('tasks', wanted),
      at: sql`r.created_at`,
      values: {
        ...about,
        name: sql`coalesce(r.completed_status, 'open')`,
        subject: sql`r.subject`,
        content: sql`coalesce(r.completed_status_message, r.description)`,
        person: sql`r.assigned_to_user_name`,
        done_at: sql`r.completed_at`,
      },
    },
  ],
  ...follow_up_sources,
  event: (wanted) => [
    eventsAs(sql`r.resource_type = ${of[wanted.family].resource_type}::text and r.resource_id = ${wanted.id}::bigint`)(
      wanted,
    ),
    ...(wanted.family === 'debtors'
      ? [
          eventsAs(sql`(r.context #>> '{debtor,id}')::bigint = ${wanted.id}::bigint and r.resource_type <> 'debtor'`)(
            wanted,
          ),
        ]
      : []),
  ],
}

/** The mail that a message came by, if it did. */
const cameBy = ({ administration_id }: Wanted, column: 'from_name' | 'from_address') => sql`(
  select nullif(m.${sql.ref(column)}, '') from incoming_mails m
  where m.administration_id = ${administration_id}::bigint and m.message_id = r.id limit 1)`

/** Payments name their invoice alone. */
const paymentsOfDebtor = ({ administration_id, id }: Wanted): RawBuilder<unknown> => sql`
  invoices i join payments r on r.administration_id = ${administration_id}::bigint and r.invoice_id = i.id
  where i.administration_id = ${administration_id}::bigint and i.debtor_id = ${id}::bigint`

/** Whether a row of steps stands behind an event: an old one may have none. */
const stepOf = (administration_id: string, resource_type: string, column: string) => sql`(
  r.resource_type = ${sql.lit(resource_type)} and exists (
    select from steps s
    where s.administration_id = ${administration_id}::bigint and ${sql.ref(`s.${column}`)} = r.resource_id
      and s.withdrawn_at is null
      and s.step = case r.event_name when 'case_created' then 'opening' when 'case_to_bailiff' then 'bailiff'
                                     else r.step end))`
const hasStep = (administration_id: string) =>
  sql`(${stepOf(administration_id, 'invoice', 'invoice_id')} or ${stepOf(administration_id, 'credit_case', 'credit_case_id')})`

/** A task that was cleaned up is still an entry of its own; one that somebody deleted is not. */
const hasTask = (administration_id: string) => sql`exists (
  select from tasks t where t.administration_id = ${administration_id}::bigint and t.id = r.resource_id)`

const eventsAs =
  (condition: RawBuilder<unknown>) =>
  ({ administration_id }: Wanted): Source => ({
    from: sql`events r where r.administration_id = ${administration_id}::bigint and ${condition}
                and r.event_name <> all(${shown_by_other_entries}::text[])
                and not (r.event_name = any(${shown_by_steps}::text[]) and ${hasStep(administration_id)})
                and not (r.event_name = 'todo_list_item_deleted' and ${hasTask(administration_id)})`,
    at: sql`r.event_time`,
    indexed: (moment) => sql`(${moment} at time zone 'UTC')`,
    values: {
      name: sql`r.event_name`,
      subject: sql`r.step`,
      person: sql`(select u.name from users u where u.id = r.actor_user_id)`,
      service: sql`r.actor_service`,
      resource_type: sql`r.resource_type`,
      invoice_id: sql`case when r.resource_type = 'invoice' then r.resource_id end`,
      credit_case_id: sql`case when r.resource_type = 'credit_case' then r.resource_id end`,
      payment_plan_id: sql`case when r.resource_type = 'payment_plan' then r.resource_id end`,
      context: sql`r.context`,
    },
  })
