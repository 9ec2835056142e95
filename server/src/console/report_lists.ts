import { type Actions, call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { date, id, integer, listOf, money, oneOf, text } from '../api/field.ts'
import { daysBetween, monthBegin } from '../domain/days.ts'
import { ages } from '../reports/ages.ts'
import { expectedIn, owedOn } from '../reports/behind.ts'
import { aparts, grounds, mondayOf, weeks_ahead } from '../reports/forecast.ts'
import { outcomes, promisesIn } from '../reports/promises.ts'
import { dayOf } from './day_of.ts'
import { pageOf, readPosition } from './places.ts'
import { readReport, report_fields, reportDay } from './reports.ts'

const page_size = 50
/** A file is put together from larger pages. */
const page_size_max = 1000

const page_fields = {
  cursor: text('Goes on after the last row of the page before.'),
  per_page: integer(`Rows of a page; ${page_size} unless said.`, 1, page_size_max),
}
const cursor_field = text('Where the next page begins; empty on the last one.')
const invoices_field = listOf(
  {
    id: id('The row.').required(),
    invoice_id: id('Invoice.').required(),
    invoice_number: text('Its number.').required(),
    debtor_id: id('Debtor.').required(),
    debtor_name: text('Name of the debtor.').required(),
    due_date: date('Last day to pay.').required(),
    currency_code: text('Currency of the amount, ISO 4217.').required(),
    amount: money('What of it is part of the figure.').required(),
    ground: oneOf(grounds, 'Why it is expected on its day.'),
    day: date('When it is expected.'),
  },
  'Invoices, the largest amount first.',
).required()

/** The lists behind the figures of reports, as far as the list of invoices does not show them. */
export const report_list_calls: Actions = {
  owed: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/reports/owed',
    reach: 'member',
    description: 'Lists the invoices behind a figure of the ageing of a day, with what was open of them on it.',
    body: {
      ...report_fields,
      ...page_fields,
      day: date('The day.').required(),
      age: oneOf(ages, 'Only what was overdue for so long.'),
    },
    answer: { invoices: invoices_field, cursor: cursor_field },
    run: async ({ db, today, administration_id }, { day: wanted, age, cursor, per_page, ...asked }) => {
      const filter = await readReport(db, { administration_id, today }, asked)
      const day = reportDay(wanted, today)
      const size = per_page ?? page_size
      const after = readPosition(cursor, 'numeric')
      const rows = await owedOn(db, filter, { day, age: age ?? null, after, limit: size + 1 })
      const { page: invoices, cursor: next } = pageOf(rows, size)
      return { invoices, cursor: next }
    },
  }),

  expected: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/reports/expected',
    reach: 'member',
    description: 'Lists the invoices behind a week of the forecast, or behind what is in none of the weeks.',
    body: {
      ...report_fields,
      ...page_fields,
      week: date('A day of the week, from this one on.'),
      apart: oneOf(aparts, 'In its place: why it is in none of the weeks.'),
    },
    answer: { invoices: invoices_field, cursor: cursor_field },
    run: async ({ db, today, administration_id }, { week, apart, cursor, per_page, ...asked }) => {
      const filter = await readReport(db, { administration_id, today }, asked)
      const size = per_page ?? page_size
      const rows = await expectedIn(db, filter, {
        week: apart ?? String(weekNumber(today, week)),
        ...{ after: readPosition(cursor, 'numeric'), limit: size + 1 },
      })
      const { page: invoices, cursor: next } = pageOf(rows, size)
      return { invoices, cursor: next }
    },
  }),

  promised: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/reports/promised',
    reach: 'member',
    description: 'Lists the promises for a month, and what became of them.',
    body: {
      ...report_fields,
      ...page_fields,
      month: date('A day of the month.').required(),
      outcome: oneOf(outcomes, 'Only those that ended so.'),
    },
    answer: {
      promises: listOf(
        {
          id: id('Promise.').required(),
          debtor_id: id('Debtor.').required(),
          debtor_name: text('Name of the debtor.').required(),
          amount: money('What was promised.').required(),
          currency_code: text('Currency of the amount, ISO 4217.').required(),
          made_on: date('When it was promised.').required(),
          promised_on: date('For which day.').required(),
          outcome: oneOf(outcomes, 'What became of it.').required(),
          paid_on: date('When it was kept.'),
        },
        'Promises, by the day that was promised.',
      ).required(),
      cursor: cursor_field,
    },
    run: async ({ db, today, administration_id }, { month, outcome, cursor, per_page, ...asked }) => {
      const filter = await readReport(db, { administration_id, today }, asked)
      const size = per_page ?? page_size
      const rows = await promisesIn(db, filter, {
        ...{ month: monthBegin(dayOf('month', month)), outcome: outcome ?? null },
        ...{ after: readPosition(cursor, 'date'), limit: size + 1 },
      })
      const { page: promises, cursor: next } = pageOf(rows, size)
      return { promises, cursor: next }
    },
  }),
}

/** How many weeks from this one. */
function weekNumber(today: Parameters<typeof mondayOf>[0], week: string | null | undefined): number {
  const place = Math.floor(daysBetween(mondayOf(today), dayOf('week', week)) / 7)
  if (place < 0 || place >= weeks_ahead) refuseParameters([`week: must be one of ${weeks_ahead} from this one`])
  return place
}
