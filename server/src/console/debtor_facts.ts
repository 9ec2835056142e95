import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { date, dateTime, id, integer, listOf, money, oneOf, text, textList } from '../api/field.ts'
import { shownMoment } from '../db/moments.ts'
import { dispute_reasons } from '../resources/disputes.ts'
import { bounced_addresses_field, readBounced } from './bounced_addresses.ts'

type OpenPromise = {
  id: string
  promised_on: string
  amount: string
  currency_code: string
  remark: string | null
  person: string | null
  invoice_numbers: string[]
}
type OpenDispute = {
  id: string
  invoice_id: string
  invoice_number: string
  reason: (typeof dispute_reasons)[number]
  owner: string | null
  since: string
}
type Counts = { overdue_invoices: number; overdue_days: number; promises_kept: number; promises_broken: number }

/** What the page of a debtor says beside the conversation: what is agreed, and how the debtor keeps to it. */
export const debtor_fact_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/debtor_facts',
    reach: 'member',
    description: 'Shows what a debtor promised and disputes, whether it kept its promises, and how late it is now.',
    body: { debtor_id: id('Debtor.').required() },
    answer: {
      overdue_invoices: integer('Open invoices whose due date is over.').required(),
      overdue_days: integer('Days since the oldest of them was due.').required(),
      promises_kept: integer('Promises that were kept.').required(),
      promises_broken: integer('Promises that were broken.').required(),
      promises: listOf(
        {
          id: id('Promise.').required(),
          promised_on: date('Day by which it will be paid.').required(),
          amount: money('What was promised.').required(),
          currency_code: text('Currency, ISO 4217.').required(),
          remark: text('What was said.'),
          person: text('Who noted it.'),
          invoice_numbers: textList('Invoices that it is about.').required(),
        },
        'Promises that are open.',
      ).required(),
      disputes: listOf(
        {
          id: id('Dispute.').required(),
          invoice_id: id('Invoice.').required(),
          invoice_number: text('Its number.').required(),
          reason: oneOf(dispute_reasons, 'What is said to be wrong.').required(),
          owner: text('Who looks after it.'),
          since: dateTime('When it began.').required(),
        },
        'Disputes that are open.',
      ).required(),
      bounced_addresses: bounced_addresses_field,
    },
    run: async ({ db, administration_id, today }, { debtor_id }) => {
      const of = sql`administration_id = ${administration_id}::bigint and debtor_id = ${debtor_id}::bigint`
      const counts = await sql<Counts>`
        select (select count(*)::integer from invoices where ${of} and book_open_amount > 0
                  and due_date < ${today}::date) as overdue_invoices,
               coalesce((select ${today}::date - min(due_date) from invoices where ${of} and book_open_amount > 0
                  and due_date < ${today}::date), 0)::integer as overdue_days,
               (select count(*)::integer from promises where ${of} and status = 'kept') as promises_kept,
               (select count(*)::integer from promises where ${of} and status = 'broken') as promises_broken`.execute(
        db,
      )
      const promises = await sql<OpenPromise>`
        select p.id::text, p.promised_on::text, p.amount::text, p.currency_code, p.remark,
               p.created_by_user_name as person,
               array(select i.invoice_number from promise_invoices l
                     join invoices i on i.administration_id = ${administration_id}::bigint and i.id = l.invoice_id
                     where l.administration_id = ${administration_id}::bigint and l.promise_id = p.id
                     order by i.id) as invoice_numbers
        from promises p
        where p.administration_id = ${administration_id}::bigint and p.debtor_id = ${debtor_id}::bigint
          and p.status = 'open'
        order by p.promised_on, p.id`.execute(db)
      const disputes = await sql<OpenDispute>`
        select s.id::text, s.invoice_id::text, i.invoice_number, s.reason, s.owner_user_name as owner,
               ${shownMoment('s.created_at')} as since
        from disputes s join invoices i on i.administration_id = ${administration_id}::bigint and i.id = s.invoice_id
        where s.administration_id = ${administration_id}::bigint and s.debtor_id = ${debtor_id}::bigint
          and s.ended_at is null
        order by s.id`.execute(db)
      const [counted] = counts.rows
      if (!counted) throw new Error('Counting has one answer.')
      const bounced_addresses = await readBounced(db, administration_id, debtor_id)
      return { ...counted, promises: promises.rows, disputes: disputes.rows, bounced_addresses }
    },
  }),
}
