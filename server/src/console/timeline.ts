import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { date, dateTime, id, integer, jsonList, listOf, money, oneOf, text } from '../api/field.ts'
import { readMoment } from '../api/moments.ts'
import { refusePosition } from './places.ts'
import { type TimelineCursor, timeline_families } from './timeline_source.ts'
import {
  type TimelineKind,
  type TimelineShow,
  timeline_kinds,
  timeline_shows,
  timelineEntries,
} from './timeline_sources.ts'

const page_size = 25

type Entry = {
  kind: TimelineKind
  id: string
  at: string
  name: string | null
  subject: string | null
  content: string | null
  person: string | null
  service: string | null
  amount: string | null
  currency_code: string | null
  terms: number | null
  done_at: string | null
  resource_type: string | null
  invoice_id: string | null
  invoice_number: string | null
  credit_case_id: string | null
  credit_case_number: string | null
  payment_plan_id: string | null
  letter_id: string | null
  status: string | null
  channel: string | null
  day: string | null
  recipient: string | null
  invoices: number | null
  reasons: Record<string, unknown>[] | null
}

/** The names are those of the object, in its order. */
const show_names = Object.keys(timeline_shows) as TimelineShow[]

/** What happened to a record, newest first, from all the families that mention it. */
export const timeline_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/timeline',
    reach: 'member',
    description:
      'Lists what happened to a debtor, an invoice or a credit case, newest first. That of a debtor includes its ' +
      'invoices, cases, payment plans and tasks too.',
    body: {
      family: oneOf(timeline_families, 'What kind of record it is.').required(),
      id: id('The record.').required(),
      show: oneOf(show_names, 'What to show; everything unless given.'),
      cursor: text('Goes on after the last entry of the page before.'),
    },
    answer: {
      entries: listOf(
        {
          kind: oneOf(timeline_kinds, 'What kind of entry it is.').required(),
          id: id('Identifier within its kind.').required(),
          at: dateTime('When it happened.').required(),
          name: text(
            'What it is called: an event, a step, a type of notification or transaction, a state, a sender, or what ' +
              'came of a call that a note is about.',
          ),
          subject: text('Subject, step of an event, or what a payment settles.'),
          content: text('Text, or the reason.'),
          person: text('Who did it, or should.'),
          service: text('The part of the service that did it by itself.'),
          amount: money('Amount that it is about.'),
          currency_code: text('Currency of the amount; that of the administration unless given.'),
          terms: integer('Terms of a payment plan.'),
          done_at: dateTime('When it was read, completed or acknowledged.'),
          resource_type: text('What kind of record an event happened to.'),
          invoice_id: id('Invoice it is about.'),
          invoice_number: text('Number of that invoice.'),
          credit_case_id: id('Credit case it is about.'),
          credit_case_number: text('Number of that case.'),
          payment_plan_id: id('Payment plan that an event happened to.'),
          letter_id: id('Letter that it is.'),
          status: text('How far a letter is, or how a step was done.'),
          channel: text('How a letter goes out, or a message came.'),
          day: date('Day that was promised.'),
          recipient: text('Address that a letter went to.'),
          invoices: integer('How many invoices a letter is about.'),
          reasons: jsonList('Why a step was done, or the one of a letter: codes with their facts.'),
        },
        'What happened.',
      ).required(),
      cursor: text('Where the next page begins; empty on the last one.'),
    },
    run: async ({ db, administration_id }, { family, id: record_id, cursor, show }) => {
      const after = readCursor(cursor ?? '')
      const limit = page_size + 1
      const entries = timelineEntries({ administration_id, family, id: record_id, after, limit }, show ?? 'everything')
      const { rows } = await sql<Entry>`
        with page as materialized (
          select * from (${entries}) entry order by at desc, kind desc, id desc limit ${limit}::integer
        )
        select p.kind, p.id::text, to_char(p.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, p.name,
               p.subject, ${content} as content, p.person, p.service, ${amount} as amount,
               coalesce(p.currency_code, p.context ->> 'currency_code', i.currency_code, c.currency_code) as currency_code,
               ${terms} as terms,
               to_char(p.done_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as done_at, p.resource_type,
               i.id::text as invoice_id, coalesce(i.invoice_number, p.context ->> 'invoice_number') as invoice_number,
               c.id::text as credit_case_id,
               coalesce(c.credit_case_number, p.context ->> 'credit_case_number') as credit_case_number,
               l.id::text as payment_plan_id, p.letter_id::text as letter_id, p.status, p.channel, p.day::text as day,
               p.recipient, p.invoices, p.reasons
        from page p
        left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = p.invoice_id
        left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = p.credit_case_id
        left join payment_plans l on l.administration_id = ${administration_id}::bigint and l.id = p.payment_plan_id
        order by p.at desc, p.kind desc, p.id desc`.execute(db)
      const page = rows.slice(0, page_size)
      const last = page.at(-1)
      return { entries: page, cursor: rows.length > page_size && last ? `${last.at} ${last.kind} ${last.id}` : null }
    },
  }),
}

/** Why, or what exactly: the label, the account of the mandate, what was said when a task ended or a plan was made. */
const content = sql`coalesce(p.content, p.context ->> 'label', p.context #>> '{psp_mandate,bank_account_number}',
  p.context #>> '{revoked_psp_mandates,0,bank_account_number}', p.context ->> 'reason', p.context ->> 'subject')`

/** What a payload calls the amount that matters: the whole of an invoice that came or went, else what is open. */
const amount = sql`case
  when p.amount is not null then p.amount::text
  when p.name in ('invoice_created', 'invoice_paid', 'invoice_closed') then p.context ->> 'amount_total'
  when p.resource_type = 'invoice' then coalesce(p.context #>> '{psp_transaction,amount}', p.context ->> 'amount_open')
  when p.name = 'case_invoice_amount_paid' then p.context ->> 'open_interest_and_collection_costs'
  when p.resource_type = 'payment_plan' and jsonb_typeof(p.context -> 'payment_terms') = 'array' then (
    select sum((term ->> 'total_amount')::numeric)::text from jsonb_array_elements(p.context -> 'payment_terms') term)
  end`

const terms = sql`case when jsonb_typeof(p.context -> 'payment_terms') = 'array'
  then jsonb_array_length(p.context -> 'payment_terms') end`

function readCursor(given: string): TimelineCursor | null {
  if (given === '') return null
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([a-z]{4,12}) (\d{1,18})$/.exec(given)
  const [, at = '', kind = '', id_text = ''] = match ?? refusePosition()
  if (readMoment(at) === null) refusePosition()
  return { at, kind, id: id_text }
}
