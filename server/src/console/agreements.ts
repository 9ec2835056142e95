import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { boolean, date, dateTime, id, integer, listOf, money, text, textList } from '../api/field.ts'
import { shownMoment } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { refuseUnknownDebtor } from '../follow_up/known_debtor.ts'
import { outstanding } from '../follow_up/outstanding.ts'
import { standsUncorrected } from '../ledger/by_hand.ts'
import { usableAddresses } from '../letters/addresses.ts'
import { invoices_max, openInvoices } from './open_invoices.ts'

const bookings_max = 20

const item = {
  id: id('Identifier.').required(),
  currency_code: text('Currency, ISO 4217.').required(),
  amount: money('All that is open of it, costs and interest included.').required(),
  in_plan: boolean('Whether a running payment plan is about it.').required(),
}

/** What can be agreed on with a debtor, and booked for it by hand. */
export const agreement_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/agreements/{debtor_id}',
    reach: 'member',
    description: 'Shows what a debtor owes, for a payment plan or a payment by hand, and what was booked so before.',
    body: {
      debtor_id: id('Debtor.').required(),
      invoice_id: id('An invoice that is shown however many are open.'),
      credit_case_id: id('A credit case whose invoices are shown however many are open.'),
    },
    answer: {
      debtor_name: text('Name of the debtor.').required(),
      mailed_to: text('Where a mail to the debtor goes; empty when there is no address.'),
      books_written_at: dateTime('When the books last wrote invoices; empty when they never did.'),
      invoices: listOf(
        {
          ...item,
          invoice_number: text('Number.').required(),
          due_date: date('Last day to pay.').required(),
          costs_amount: money('What of it are costs and interest.').required(),
          overdue: boolean('Whether its due date is over.').required(),
          disputed: boolean('Whether it is disputed.').required(),
          credit_case_id: id('The credit case that it is part of.'),
        },
        `Open invoices and credit notes, at most ${invoices_max}, the oldest first.`,
      ).required(),
      open_invoices: integer('How many invoices and credit notes are open.').required(),
      credit_cases: listOf(
        { ...item, credit_case_number: text('Number.').required() },
        'Running credit cases, the oldest first.',
      ).required(),
      bookings: listOf(
        {
          booking_id: id('By which it can be taken back.').required(),
          payment_date: date('Day of payment.').required(),
          amount: money('What was paid.').required(),
          currency_code: text('Currency, ISO 4217.').required(),
          method: text('How it was paid.'),
          description: text('What is to be remembered of it.'),
          booked_by: text('Who booked it.'),
          invoice_numbers: textList('What it paid.').required(),
        },
        `Payments that were booked by hand and stand, at most ${bookings_max}, the newest first.`,
      ).required(),
    },
    run: async ({ db, administration_id, today }, { debtor_id, invoice_id, credit_case_id }) => {
      const of = { administration_id, debtor_id, today }
      const about = { invoice_id: invoice_id ?? null, credit_case_id: credit_case_id ?? null }
      const debtor = await readDebtor(db, of)
      if (!debtor) return refuseUnknownDebtor()
      return {
        ...debtor,
        ...(await readInvoices(db, of, about)),
        credit_cases: await readCases(db, of),
        bookings: await readBookings(db, of),
      }
    },
  }),
}

type Of = { administration_id: string; debtor_id: string; today: Day }

async function readDebtor(db: Kysely<Tables>, { administration_id, debtor_id }: Of) {
  type Row = { debtor_name: string; addresses: (string | null)[]; books_written_at: string | null }
  const { rows } = await sql<Row>`
    select d.name as debtor_name, ${shownMoment('e.books_written_at')} as books_written_at,
           array[d.primary_email_address, d.debtor_provided_email_address, d.reminder_email_address,
                 d.invoice_email_address] as addresses
    from debtors d left join engine_states e on e.administration_id = ${administration_id}::bigint
    where d.administration_id = ${administration_id}::bigint and d.id = ${debtor_id}::bigint`.execute(db)
  const [row] = rows
  if (!row) return null
  const { addresses, ...debtor } = row
  return { ...debtor, mailed_to: usableAddresses(addresses).join(', ') || null }
}

type Invoice = {
  id: string
  invoice_number: string
  due_date: string
  currency_code: string
  amount: string
  costs_amount: string
  overdue: boolean
  disputed: boolean
  credit_case_id: string | null
  in_plan: boolean
}

type About = { invoice_id: string | null; credit_case_id: string | null }

/** The oldest of those that are open, among them what somebody asks about. */
async function readInvoices(
  db: Kysely<Tables>,
  { administration_id, debtor_id, today }: Of,
  { invoice_id, credit_case_id }: About,
): Promise<{ invoices: Invoice[]; open_invoices: number }> {
  const { rows } = await sql<Invoice & { open_invoices: number }>`
    select * from (
      select i.id::text, i.invoice_number, i.due_date::text, i.currency_code, ${outstanding('i')}::text as amount,
             (${outstanding('i')} - i.open_amount)::text as costs_amount, i.due_date < ${today}::date as overdue,
             exists (select from disputes x where x.administration_id = ${administration_id}::bigint
               and x.invoice_id = i.id
               and x.ended_at is null) as disputed,
             i.active_credit_case_id::text as credit_case_id,
             coalesce(i.active_payment_plan_id, c.active_payment_plan_id) is not null as in_plan,
             (count(*) over ())::integer as open_invoices
      from invoices i
      left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = i.active_credit_case_id
      where i.administration_id = ${administration_id}::bigint and i.debtor_id = ${debtor_id}::bigint
        and i.sent_at is not null and (i.open_amount <> 0 or ${outstanding('i')} <> i.open_amount)
      order by (i.id = ${invoice_id}::bigint or i.active_credit_case_id = ${credit_case_id}::bigint) is true desc,
               i.due_date, i.id
      limit ${invoices_max}::integer
    ) chosen
    order by due_date, id::bigint`.execute(db)
  return openInvoices(rows)
}

type Case = { id: string; credit_case_number: string; currency_code: string; amount: string; in_plan: boolean }

async function readCases(db: Kysely<Tables>, { administration_id, debtor_id }: Of): Promise<Case[]> {
  const { rows } = await sql<Case>`
    select c.id, c.credit_case_number, c.currency_code, c.open_amount::text as amount,
           c.active_payment_plan_id is not null as in_plan
    from credit_cases c
    where c.administration_id = ${administration_id}::bigint and c.debtor_id = ${debtor_id}::bigint
      and c.deactivated_at is null and c.open_amount > 0
    order by c.started_at, c.id`.execute(db)
  return rows
}

type Booked = {
  booking_id: string
  payment_date: string
  amount: string
  currency_code: string
  method: string | null
  description: string | null
  booked_by: string | null
  invoice_numbers: string[]
}

/** What nobody took back, and the books did not replace. */
async function readBookings(db: Kysely<Tables>, { administration_id, debtor_id }: Of): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    select p.booking_id::text, min(p.payment_date)::text as payment_date, sum(p.total_amount)::text as amount,
           min(i.currency_code) as currency_code, min(p.payment_method) as method, min(p.description) as description,
           min(p.booked_by_user_name) as booked_by,
           array_agg(distinct p.invoice_number order by p.invoice_number) as invoice_numbers
    from invoices i
    join payments p on p.administration_id = ${administration_id}::bigint and p.invoice_id = i.id
    where i.administration_id = ${administration_id}::bigint and i.debtor_id = ${debtor_id}::bigint
      and p.booking_id is not null and p.reverses_payment_id is null
      and not exists (select from payments r
        where r.administration_id = ${administration_id}::bigint and r.reverses_payment_id = p.id)
      and ${standsUncorrected(administration_id)}
    group by p.booking_id order by p.booking_id desc limit ${bookings_max}::integer`.execute(db)
  return rows
}
