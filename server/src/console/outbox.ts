import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, date, id, integer, listOf, money, oneOf, text, textList } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { type Day, daysBetween } from '../domain/days.ts'
import { isLetter } from '../domain/steps.ts'
import { surgeAbove } from '../follow_up/decide/admit.ts'
import {
  countWaiting,
  outbox_page_size,
  outbox_reasons,
  readComing,
  readWaiting,
  type WaitingDebtor,
} from '../follow_up/outbox/outbox.ts'
import { readStanding } from '../follow_up/read/rules.ts'
import { settingsOf } from '../settings/store.ts'
import { step_names } from './next_step.ts'
import { pageOf, readPosition, refusePosition } from './places.ts'
import { waiting_max } from './waiting.ts'

const waiting_debtor = {
  debtor_id: id('Debtor.').required(),
  debtor_name: text('Name of the debtor.').required(),
  debtor_number: text('Number of the debtor.').required(),
  step: oneOf(step_names, 'The highest step of those that wait.').required(),
  reasons: textList('Why it waits: approval, cap, surge, stopped.').required(),
  records: integer('How many invoices and cases wait.').required(),
  amounts: listOf(
    { currency_code: text('Currency, ISO 4217.').required(), amount: money('What is owed of them.').required() },
    'What it is about, by currency.',
  ).required(),
  days_overdue: integer('Days since the due date of the oldest invoice; empty for a case.'),
  credit_case_number: text('Number of a credit case among them.'),
}

const coming_step = {
  id: id('Identifier in this list.').required(),
  day: date('The day.').required(),
  step: oneOf(step_names, 'What is done.').required(),
  debtor_id: id('Debtor.').required(),
  debtor_name: text('Name of the debtor.').required(),
  invoice_id: id('Invoice it is for.'),
  invoice_number: text('Number of that invoice.'),
  credit_case_id: id('Credit case it is for.'),
  credit_case_number: text('Number of that case.'),
  amount: money('What is open of it.').required(),
  currency_code: text('Currency, ISO 4217.').required(),
  letter: boolean('Whether a letter goes out with it.').required(),
}

/** The outbox: what is due and waits, what comes by itself, and how much goes out in a day. */
export const outbox_calls: Actions = {
  state: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/outbox/state',
    reach: 'member',
    description: 'Shows how much waits and for what, how much went out today, and whether sending is stopped.',
    body: {},
    answer: {
      enabled: boolean('Whether the engine is on.').required(),
      sandbox: boolean('Whether nothing is sent for real.').required(),
      stopped: boolean('Whether all sending is stopped.').required(),
      waiting: listOf(
        {
          reason: oneOf(outbox_reasons, 'Why it waits.').required(),
          debtors: integer('How many debtors; counted up to 100.').required(),
        },
        'What waits, by reason.',
      ).required(),
      waiting_debtors: integer('Debtors for whom something waits, whatever the reason; counted up to 100.').required(),
      cap: integer('The most letters on one day.').required(),
      sent_today: integer('How many letters are on their way today or sent.').required(),
      surge_above: integer('More letters than this on one day wait for a person.').required(),
      surge_released: boolean('Whether a person let the surge of today go.').required(),
      unsent: integer('Letters that are written and not sent yet; counted up to 100.').required(),
      to_print: integer('Letters that wait to be printed; counted up to 100.').required(),
      today: date('The day of the administration.').required(),
      sending_day: boolean('Whether reminders go out today.').required(),
      sending_starts_at: text('When sending begins.').required(),
      sending_ends_at: text('When sending ends.').required(),
    },
    run: async ({ db, administration_id, today }) => {
      const standing = await readStanding(db, administration_id, today)
      const { sending_starts_at, sending_ends_at } = await settingsOf(db, administration_id)
      const counts = await countWaiting(db, administration_id, waiting_max)
      const { admission, sent, rules, on, sandbox } = standing
      return {
        ...{ enabled: on, sandbox, stopped: admission.stopped, surge_released: admission.surge_released },
        waiting: outbox_reasons.map((reason) => ({ reason, debtors: counts[reason] })),
        waiting_debtors: counts.all,
        ...{ cap: admission.cap ?? 0, sent_today: sent.today, surge_above: Math.floor(surgeAbove(sent.before)) },
        ...(await countUnsent(db, administration_id)),
        ...{ today, sending_day: rules.calendar.next('reminder', today) === today },
        ...{ sending_starts_at, sending_ends_at },
      }
    },
  }),

  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/outbox',
    reach: 'member',
    description: 'Lists debtors for whom something is due and waits: for a person, for room, or for sending to begin.',
    body: {
      reason: oneOf(outbox_reasons, 'Only what waits for this.'),
      cursor: text('Goes on after the last debtor of the page before.'),
    },
    answer: {
      debtors: listOf(waiting_debtor, 'Debtors.').required(),
      cursor: text('Where the next page begins; empty on the last one.'),
    },
    run: async ({ db, administration_id, today }, { reason = null, cursor }) => {
      if (cursor && !/^\d{1,18}$/.test(cursor)) refusePosition()
      const rows = await readWaiting(db, { administration_id, reason, after: cursor || null })
      const debtors = rows.slice(0, outbox_page_size).map((row) => withAge(row, today))
      return { debtors, cursor: rows.length > outbox_page_size ? (debtors.at(-1)?.debtor_id ?? null) : null }
    },
  }),

  coming: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/outbox/coming',
    reach: 'member',
    description: 'Lists what comes by itself today and in the next seven days.',
    body: { cursor: text('Goes on after the last step of the page before.') },
    answer: {
      steps: listOf(coming_step, 'Steps, by their day.').required(),
      cursor: text('Where the next page begins; empty on the last one.'),
    },
    run: async ({ db, administration_id, today }, { cursor }) => {
      const rows = await readComing(db, { administration_id, today, after: readPosition(cursor, 'date') })
      const { page: steps, cursor: next } = pageOf(rows, outbox_page_size)
      return { steps: steps.map((one) => ({ ...one, letter: isLetter(one.step) })), cursor: next }
    },
  }),
}

const withAge = ({ oldest_due_date, ...row }: WaitingDebtor, today: Day) => ({
  ...{ ...row, days_overdue: oldest_due_date && daysBetween(oldest_due_date, today) },
})

async function countUnsent(
  db: Kysely<Tables>,
  administration_id: string,
): Promise<{ unsent: number; to_print: number }> {
  const some = (channel: RawBuilder<unknown>) => sql`(
    select count(*)::integer from (
      select from letters where administration_id = ${administration_id}::bigint
        and status in ('waiting', 'underway') ${channel} limit ${waiting_max}::integer) one)`
  const { rows } = await sql<{ unsent: number; to_print: number }>`
    select ${some(sql``)} as unsent, ${some(sql`and channel = 'post'`)} as to_print`.execute(db)
  return rows[0] ?? refuse('not_found', 'There is no such administration.')
}
