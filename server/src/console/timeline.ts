import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { dateTime, id, listOf, money, oneOf, text } from '../api/field.ts'

const kinds = ['message', 'note', 'notification', 'payment', 'task', 'event'] as const
const families = ['debtors', 'invoices', 'credit_cases'] as const
const page_size = 25

type Entry = {
  kind: (typeof kinds)[number]
  id: string
  at: string
  name: string | null
  subject: string | null
  content: string | null
  person: string | null
  amount: string | null
  done_at: string | null
  invoice_id: string | null
}

/** Events that say what another entry of the timeline says already. */
const told_otherwise = [
  'invoice_new_comment',
  'case_new_comment',
  'debtor_new_comment',
  'invoice_payment_created',
  'todo_list_item_updated',
]

const of = {
  debtors: { column: 'debtor_id', resource_type: 'debtor' },
  invoices: { column: 'invoice_id', resource_type: 'invoice' },
  credit_cases: { column: 'credit_case_id', resource_type: 'credit_case' },
} as const

/** What happened to a record, newest first, from all the families that tell of it. */
export const timeline_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/timeline',
    reach: 'person',
    description: 'Tells what happened to a debtor, an invoice or a credit case, newest first.',
    body: {
      administration_id: id('Administration.').required(),
      family: oneOf(families, 'What kind of record it is.').required(),
      id: id('The record.').required(),
      cursor: text('Goes on after the last entry of the page before.'),
    },
    answer: {
      entries: listOf(
        {
          kind: oneOf(kinds, 'What kind of entry it is.').required(),
          id: id('Identifier within its kind.').required(),
          at: dateTime('When it happened.').required(),
          name: text('What it is called: an event, a type of notification or transaction, or a sender.'),
          subject: text('Subject.'),
          content: text('Text.'),
          person: text('Who did it, or should.'),
          amount: money('Amount, in the currency of the invoice.'),
          done_at: dateTime('When it was read, completed or acknowledged.'),
          invoice_id: id('Invoice it is about.'),
        },
        'What happened.',
      ).required(),
      cursor: text('Where the next page begins; empty on the last one.'),
    },
    run: async ({ db, principal }, { administration_id, family, id: record_id, cursor }) => {
      if (!principal.administrations.has(administration_id)) refuse('forbidden', 'Access to administration denied')
      const after = readCursor(cursor ?? '')
      const entries = sql.join(
        kinds.map((kind) => {
          const rows = sources[kind](administration_id, family, record_id)
          const before = after
            ? sql`where (at, kind, id) < (${after.at}::timestamptz, ${after.kind}::text, ${after.id}::bigint)`
            : sql``
          return sql`(select * from (${rows}) ${sql.ref(kind)} ${before}
                      order by at desc, kind desc, id desc limit ${page_size + 1}::integer)`
        }),
        sql` union all `,
      )
      const { rows } = await sql<Entry>`
        select kind, id::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, name, subject,
               content, person, amount::text, to_char(done_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as done_at,
               invoice_id::text
        from (${entries}) entry
        order by at desc, kind desc, entry.id desc limit ${page_size + 1}::integer`.execute(db)
      const page = rows.slice(0, page_size)
      const last = page.at(-1)
      return { entries: page, cursor: rows.length > page_size && last ? `${last.at} ${last.kind} ${last.id}` : null }
    },
  }),
}

function readCursor(text: string): { at: string; kind: string; id: string } | null {
  if (text === '') return null
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([a-z]{4,12}) (\d{1,18})$/.exec(text)
  const [, at = '', kind = '', id_text = ''] = match ?? refuseParameters(['cursor: is none of this list'])
  if (Number.isNaN(Date.parse(at))) refuseParameters(['cursor: is none of this list'])
  return { at, kind, id: id_text }
}

type Source = (administration_id: string, family: (typeof families)[number], id: string) => RawBuilder<unknown>

/** What each kind tells, always in the same columns. */
const sources: Readonly<Record<(typeof kinds)[number], Source>> = {
  message: (administration_id, family, record_id) => sql`
    select 'message' as kind, id, coalesce(received_at, sent_at, created_at) as at, sender_type as name, subject, content,
           read_by_user_name as person, null::numeric as amount, read_at as done_at, invoice_id
    from messages where administration_id = ${administration_id}::bigint
      and ${sql.ref(of[family].column)} = ${record_id}::bigint`,
  note: (administration_id, family, record_id) => sql`
    select 'note' as kind, id, created_at as at, null::text as name, null::text as subject, content,
           coalesce(user_name, from_email_address) as person, null::numeric as amount, completed_at as done_at,
           invoice_id
    from notes where administration_id = ${administration_id}::bigint
      and ${sql.ref(of[family].column)} = ${record_id}::bigint`,
  notification: (administration_id, family, record_id) => sql`
    select 'notification' as kind, id, created_at as at, notification_type as name, null::text as subject,
           details ->> 'bounce_reason' as content, acknowledged_by_user_name as person, null::numeric as amount,
           acknowledged_at as done_at, invoice_id
    from notifications where administration_id = ${administration_id}::bigint
      and ${sql.ref(of[family].column)} = ${record_id}::bigint`,
  payment: (administration_id, family, record_id) => sql`
    select 'payment' as kind, p.id, p.payment_date::timestamp at time zone 'UTC' as at,
           coalesce(p.transaction_type, 'payment') as name, p.invoice_number as subject, p.description as content,
           null::text as person, p.total_amount as amount, null::timestamptz as done_at, p.invoice_id
    from payments p ${
      family === 'debtors'
        ? sql`join invoices i on i.administration_id = p.administration_id and i.id = p.invoice_id
              where i.administration_id = ${administration_id}::bigint and i.debtor_id = ${record_id}::bigint`
        : sql`where p.administration_id = ${administration_id}::bigint
              and p.${sql.ref(of[family].column)} = ${record_id}::bigint`
    }`,
  task: (administration_id, family, record_id) => sql`
    select 'task' as kind, id, created_at as at, coalesce(completed_status, 'open') as name, subject,
           coalesce(completed_status_message, description) as content, assigned_to_user_name as person,
           null::numeric as amount, completed_at as done_at, invoice_id
    from tasks where administration_id = ${administration_id}::bigint
      and ${sql.ref(of[family].column)} = ${record_id}::bigint`,
  event: (administration_id, family, record_id) => sql`
    select 'event' as kind, id, event_time as at, event_name as name, step as subject, null::text as content,
           null::text as person, null::numeric as amount, null::timestamptz as done_at, null::bigint as invoice_id
    from events where administration_id = ${administration_id}::bigint
      and resource_type = ${of[family].resource_type}::text and resource_id = ${record_id}::bigint
      and event_name <> all(${told_otherwise}::text[])`,
}
