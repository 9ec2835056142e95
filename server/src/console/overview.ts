import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { boolean, date, id, integer, listOf, money, oneOf, text } from '../api/field.ts'
import { type Age, ages, byAge, creditOf } from '../reports/ages.ts'
import { engine_states, sendingIn } from './sending.ts'
import { listed_max, listedIn, waiting_max, waitingIn } from './waiting.ts'
import { byWeek } from './weeks.ts'

type Counts = { debtors: number; open_tasks: number; unread_messages: number; running_payment_plans: number }

/** How an administration stands, at a glance. */
export const overview_calls: Actions = {
  parts: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/parts',
    reach: 'member',
    description:
      'Says which parts of the pages have something to show, what waits in them, and the state of the engine.',
    body: {},
    answer: {
      orders: boolean('Whether files of orders were taken in.').required(),
      due_tasks: integer(`Tasks that are late or due today, counted up to ${waiting_max}.`).required(),
      open_conversations: integer(`Conversations that wait for an answer, counted up to ${waiting_max}.`).required(),
      proposed_payment_plans: integer(`Plans that wait for a decision, counted up to ${waiting_max}.`).required(),
      waiting_letters: integer(`Invoices and cases whose letter waits, counted up to ${waiting_max}.`).required(),
      debtors: integer(`Debtors, counted up to ${listed_max}.`).required(),
      open_invoices: integer(`Invoices of which something is open, counted up to ${listed_max}.`).required(),
      running_cases: integer(`Credit cases that run, counted up to ${listed_max}.`).required(),
      running_payment_plans: integer(`Payment plans in force, counted up to ${listed_max}.`).required(),
      engine: oneOf(engine_states, 'Whether letters go out by themselves.').required(),
      sends_now: boolean('Whether this is an hour in which letters go out.').required(),
      sends_on: date('The day on which letters go out next; empty when there is none within a year.'),
      sends_at: text('When letters begin to go out on that day; while they go out, when they end.').required(),
    },
    run: async ({ db, today, now, administration_id }) => {
      const counts = {
        ...(await waitingIn(db, administration_id, today)),
        ...(await listedIn(db, administration_id)),
        ...(await sendingIn(db, { administration_id, today, now })),
      }
      const found = await db
        .selectFrom('order_lines')
        .select('id')
        .where('administration_id', '=', administration_id)
        .limit(1)
        .executeTakeFirst()
      return { orders: found !== undefined, ...counts }
    },
  }),

  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/overview',
    reach: 'member',
    description: 'Shows what is open in an administration, by age, and what waits to be done.',
    body: {},
    answer: {
      id: id('Identifier.').required(),
      name: text('Name for own staff.').required(),
      status: text('State of the administration.').required(),
      currency_code: text('Currency of the amounts.').required(),
      debtors: integer('Debtors.').required(),
      open_invoices: integer('Invoices that are not paid in full.').required(),
      open_amount: money('What all debtors owe together, without what they have to their credit.').required(),
      credit_notes: integer('Credit notes that are not settled.').required(),
      credit_amount: money('What debtors have to their credit by them; at most 0.').required(),
      overdue_amount: money('What should have been paid by now.').required(),
      by_age: listOf(
        {
          age: oneOf(ages, 'How long it is overdue.').required(),
          invoices: integer('Invoices.').required(),
          amount: money('Open amount.').required(),
        },
        'What is open, by how long it is overdue.',
      ).required(),
      by_week: listOf(
        {
          week: date('Monday of the week.').required(),
          paid: money('What came in; empty in weeks to come.'),
          expected: money('What is open and due in it, from today; empty in weeks that are over.'),
        },
        'What came in and what is due, week by week, oldest first.',
      ).required(),
      open_tasks: integer('Tasks that are not completed.').required(),
      unread_messages: integer('Messages of debtors that nobody has read.').required(),
      running_payment_plans: integer('Payment plans that are in force.').required(),
    },
    run: async ({ db, today, administration_id }) => {
      const administration = await db
        .selectFrom('administrations')
        .select(['id', 'internal_name as name', 'status', 'currency_code'])
        .where('id', '=', administration_id)
        .executeTakeFirstOrThrow()
      const counts = await sql<Counts>`
        select (select count(*)::integer from debtors
                where administration_id = ${administration_id}::bigint) as debtors,
               (select count(*)::integer from tasks
                where administration_id = ${administration_id}::bigint and completed_at is null) as open_tasks,
               (select count(*)::integer from messages
                where administration_id = ${administration_id}::bigint and sender_type = 'debtor'
                  and read_at is null) as unread_messages,
               (select count(*)::integer from payment_plans
                where administration_id = ${administration_id}::bigint and active) as running_payment_plans`.execute(db)
      const by_age = await byAge(db, { administration_id, today })
      return {
        ...administration,
        debtors: 0,
        open_tasks: 0,
        unread_messages: 0,
        running_payment_plans: 0,
        ...counts.rows[0],
        open_invoices: by_age.reduce((sum, { invoices }) => sum + invoices, 0),
        open_amount: total(by_age),
        overdue_amount: total(by_age.filter(({ age }) => age !== 'not_due')),
        ...(await creditOf(db, administration_id)),
        by_age,
        by_week: await byWeek(db, { administration_id, today }),
      }
    },
  }),
}

/** Sums amounts of exactly two decimals, in cents. */
function total(by_age: readonly Age[]): string {
  const cents = by_age.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
