import type { Kysely } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { date, decimal, integer, listOf, money, object, oneOf, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { type Day, readDay } from '../domain/days.ts'
import { ageingOn } from '../reports/ageing.ts'
import { choicesOf } from '../reports/choices.ts'
import { aparts, forecast, grounds } from '../reports/forecast.ts'
import { checkForecast } from '../reports/forecast_check.ts'
import { monthsUntil } from '../reports/months.ts'
import { outcomes, promisesByMonth } from '../reports/promises.ts'
import { cases_field, readSegments, type SegmentFilter, segment_fields, segments } from '../reports/segments.ts'

/** What every report takes. Nothing is converted: a report is about one currency, that of the books unless said. */
export const report_fields = { ...segment_fields, cases: cases_field }
const day_field = date('The day it is about: today, unless said, or one in the past.')
const by_field = oneOf(segments, 'What it is broken down by.').required()

const currency_field = text('Currency of the amounts, ISO 4217.').required()
const segment_field = text('The segment; empty for those that are in none.')
const left_off_field = integer('Segments that are not listed, because there are too many.').required()

const age_fields = {
  invoices: integer('Invoices.').required(),
  not_due: money('Not due yet.').required(),
  days_1_30: money('1 to 30 days overdue.').required(),
  days_31_60: money('31 to 60 days overdue.').required(),
  days_61_90: money('61 to 90 days overdue.').required(),
  days_over_90: money('More than 90 days overdue.').required(),
  total: money('All of it.').required(),
}
const dso_fields = {
  balance: money('What was open, credit notes taken off.').required(),
  not_due: money('What of it was not due yet.').required(),
  sales: money('What was sold in the 90 days before, credit notes taken off.').required(),
  simple: decimal('Days sales outstanding: balance by sales, times 90; empty without sales.'),
  count_back: decimal('Days sales outstanding, counted back through the sales of months; empty where these end.'),
  best_possible: decimal('Days sales outstanding if all were paid when due; empty without sales.'),
}
const count_fields = {
  promises: integer('Promises.').required(),
  amount: money('What was promised.').required(),
}

/** How an administration stands, in figures that can be compared with others and with earlier days. */
export const report_calls: Actions = {
  choices: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/reports/choices',
    reach: 'member',
    description: 'Lists what reports can be narrowed down to.',
    body: {},
    answer: {
      currencies: listOf(
        { currency_code: currency_field, invoices: integer('Invoices in it.').required() },
        'Currencies of invoices, the most common first.',
      ).required(),
      values: listOf(
        {
          segment: oneOf(segments, 'What it is a value of.').required(),
          value: text('The value; empty for those without one.'),
          debtors: integer('Debtors that have it.').required(),
        },
        'Values of segments, the most common first.',
      ).required(),
    },
    run: ({ db, administration_id }) => choicesOf(db, administration_id),
  }),

  ageing: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/reports/ageing',
    reach: 'member',
    description: 'Adds up what was owed on a day by how long it was overdue, for each segment.',
    body: { ...report_fields, day: day_field, by: by_field },
    answer: {
      day: date('The day.').required(),
      currency_code: currency_field,
      segments: listOf({ segment: segment_field, ...age_fields }, 'By segment, the largest first.').required(),
      left_off: left_off_field,
      together: object(age_fields, 'All of them.').required(),
      credit_notes: integer('Credit notes that were not settled.').required(),
      credit_amount: money('What debtors had to their credit by them; at most 0.').required(),
    },
    run: async ({ db, today, administration_id }, { day: wanted, by, ...asked }) => {
      const filter = await readReport(db, { administration_id, today }, asked)
      const day = reportDay(wanted, today)
      return { day, currency_code: filter.currency_code, ...(await ageingOn(db, filter, { day, by })) }
    },
  }),

  months: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/reports/months',
    reach: 'member',
    description: 'Shows how long money stays out and how much of it was collected, for twelve months and by segment.',
    body: { ...report_fields, day: day_field, by: by_field },
    answer: {
      day: date('The day that ends the last month.').required(),
      currency_code: currency_field,
      months: listOf(
        {
          day: date('The last day of the month, or the day that was asked for.').required(),
          ...dso_fields,
          opening: money('What was open when the month began.').required(),
          month_sales: money('What was sold in the month.').required(),
          effectiveness: decimal('Per cent of what could be collected in the month that was; empty without any.'),
          reminded: integer(
            'Invoices that were paid or reminded again in the month, after a first reminder.',
          ).required(),
          paid_before_second: integer('Those of them that were paid before a second reminder went out.').required(),
        },
        'Twelve months, oldest first.',
      ).required(),
      counted: listOf(
        {
          month: date('First day of the month.').required(),
          sales: money('What was sold in it.').required(),
          taken: money('What of the balance was taken off it.').required(),
          days: decimal('Days that it counts for.').required(),
        },
        'How counting back from the last day came to its days, newest first.',
      ).required(),
      segments: listOf({ segment: segment_field, ...dso_fields }, 'By segment, the largest first.').required(),
      left_off: left_off_field,
    },
    run: async ({ db, today, administration_id }, { day: wanted, by, ...asked }) => {
      const filter = await readReport(db, { administration_id, today }, asked)
      const day = reportDay(wanted, today)
      return { day, currency_code: filter.currency_code, ...(await monthsUntil(db, filter, { day, by })) }
    },
  }),

  promises: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/reports/promises',
    reach: 'member',
    description: 'Counts promises by the month of the day that was promised, and what became of them.',
    body: { ...report_fields, day: day_field },
    answer: {
      currency_code: currency_field,
      months: listOf(
        {
          month: date('First day of the month.').required(),
          made: object(count_fields, 'All promises for it.').required(),
          ...Object.fromEntries(
            outcomes.map((outcome) => [outcome, object(count_fields, `Those that are ${outcome}.`).required()]),
          ),
        },
        'Twelve months, oldest first.',
      ).required(),
    },
    run: async ({ db, today, administration_id }, { day: wanted, ...asked }) => {
      const filter = await readReport(db, { administration_id, today }, asked)
      const months = await promisesByMonth(db, filter, reportDay(wanted, today))
      return { currency_code: filter.currency_code, months }
    },
  }),

  forecast: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/reports/forecast',
    reach: 'member',
    description: 'Shows what is expected to come in during 13 weeks, from promises, plans, and how debtors pay.',
    body: report_fields,
    answer: {
      today: date('The day of the administration.').required(),
      currency_code: currency_field,
      open_amount: money('All that is owed.').required(),
      weeks: listOf(
        {
          week: date('Monday of the week.').required(),
          invoices: integer('Invoices.').required(),
          amount: money('What is expected in it.').required(),
          sum: money('What is expected until its end.').required(),
          promise: money('What was promised.').required(),
          plan: money('Terms of payment plans.').required(),
          own: money('From how the debtor itself pays.').required(),
          kin: money('From how debtors of the same country and kind pay.').required(),
          all: money('From how all debtors pay.').required(),
        },
        'Thirteen weeks from this one.',
      ).required(),
      grounds: listOf(
        {
          ground: oneOf(grounds, 'Why it is expected.').required(),
          amount: money('What is expected within the weeks.').required(),
        },
        'How sure it is: what rests on what.',
      ).required(),
      aparts: listOf(
        {
          apart: oneOf(aparts, 'Why it is in none of the weeks.').required(),
          invoices: integer('Invoices.').required(),
          amount: money('What is open of them.').required(),
        },
        'What is owed and in none of the weeks.',
      ).required(),
    },
    run: async ({ db, today, administration_id }, asked) => {
      const filter = await readReport(db, { administration_id, today }, asked)
      return { today, currency_code: filter.currency_code, ...(await forecast(db, filter)) }
    },
  }),

  forecast_check: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/reports/forecast_check',
    reach: 'member',
    description: 'Shows what the forecast would have said 13 weeks ago, and what came in since.',
    body: report_fields,
    answer: {
      day: date('The Monday on which it would have been said.').required(),
      currency_code: currency_field,
      said: money('What it would have expected in the weeks since.').required(),
      came: money('What came in on the invoices that were open then.').required(),
      weeks: listOf(
        {
          week: date('Monday of the week.').required(),
          said: money('What it would have expected in it.').required(),
          came: money('What came in.').required(),
        },
        'Thirteen weeks until this one.',
      ).required(),
      low: integer('The least of what most weeks brought, in per cent of what was said; empty where weeks are few.'),
      high: integer('The most of what most weeks brought, in per cent of what was said; empty where weeks are few.'),
      between: integer('How many weeks were between these.').required(),
      of: integer('How many weeks there are to judge by.').required(),
    },
    run: async ({ db, today, administration_id }, asked) => {
      const filter = await readReport(db, { administration_id, today }, asked)
      return { currency_code: filter.currency_code, ...(await checkForecast(db, filter)) }
    },
  }),
}

export type ReportFilter = SegmentFilter & { currency_code: string }
type Asked = Parameters<typeof readSegments>[1]

/** What a report is about. A report adds amounts up, and so is about one currency. */
export async function readReport(
  db: Kysely<Tables>,
  here: { administration_id: string; today: Day },
  asked: Asked,
): Promise<ReportFilter> {
  const filter = readSegments(here, asked)
  if (filter.currency_code !== null) return { ...filter, currency_code: filter.currency_code }
  const { currency_code } = await db
    .selectFrom('administrations')
    .select('currency_code')
    .where('id', '=', here.administration_id)
    .executeTakeFirstOrThrow()
  return { ...filter, currency_code }
}

/** No books go back further, and months are counted from here. */
const earliest: Day = '1990-01-01'

/** The day of a report, which is never to come. */
export function reportDay(wanted: string | null | undefined, today: Day): Day {
  const day = wanted ? readDay(wanted) : today
  if (day === null || day > today) return refuseParameters([`day: must not be after ${today}`])
  return day < earliest ? refuseParameters([`day: must not be before ${earliest}`]) : day
}
