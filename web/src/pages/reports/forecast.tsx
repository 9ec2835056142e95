import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  type Forecast,
  type ForecastCheck,
  type ForecastWeek,
  forecastCheckQuery,
  forecastQuery,
} from '../../api/reports.ts'
import { ColumnChart } from '../../parts/column_chart.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { ExportMenu } from '../../parts/table/export_menu.tsx'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney, sayNumber, sayRoundMoney, sayShare, sayShortDay } from '../../words/formats.ts'
import { sumOf } from '../../words/sum.ts'
import { useWords } from '../../words/words.tsx'
import { Card, How, Loaded, ReportTable, readRows } from './card.tsx'
import { CheckedCard } from './checked.tsx'
import classes from './reports.module.css'
import { type Choice, searchWith } from './use_choice.ts'

type Row = ForecastWeek & { id: string }

/** What is expected to come in during thirteen weeks. */
export function ForecastReport({ choice: { administration_id, filter } }: { choice: Choice }) {
  const { words } = useWords()
  const { data: check } = useQuery(forecastCheckQuery(administration_id, filter))
  const query = useQuery({ ...forecastQuery(administration_id, filter), placeholderData: (old) => old })
  return (
    <Loaded query={query} height={420}>
      {(forecast) => (
        <>
          <ForecastCard forecast={forecast} check={check}>
            <Weeks forecast={forecast} />
          </ForecastCard>
          <div className={classes.pair}>
            <Sure forecast={forecast} />
            <Aparts forecast={forecast} />
          </div>
          {check && <CheckedCard check={check} />}
          <How>{[words.reports_forecast_how, words.reports_forecast_apart_how, words.reports_check_how]}</How>
        </>
      )}
    </Loaded>
  )
}

type ForecastCardProps = { forecast: Forecast; check: ForecastCheck | undefined; children?: ReactNode }

/** The range in which a week may well end up, judging by the last thirteen. For drawing only. */
function rangeIn(check: ForecastCheck | undefined, amount: string): { low: number; high: number } | undefined {
  if (!check || check.low === null || check.high === null || Number(amount) === 0) return undefined
  return { low: (Number(amount) * check.low) / 100, high: (Number(amount) * check.high) / 100 }
}

/** The chart of the weeks: what is agreed, and on it what is likely. */
export function ForecastCard({ forecast, check, children }: ForecastCardProps) {
  const { words, language } = useWords()
  const rangeOf = (amount: string) => rangeIn(check, amount)
  const { weeks, currency_code, open_amount } = forecast
  const money = (amount: string): string => sayMoney(amount, currency_code, language)
  const whole = (amount: string): string => sayNumber(Math.round(Number(amount)), language)
  const agreed = (row: ForecastWeek): string => sumOf([row.promise, row.plan])
  const likely = (row: ForecastWeek): string => sumOf([row.own, row.kin, row.all])
  return (
    <Card
      title={words.reports_forecast_title}
      sentence={words.reports_forecast_sentence}
      beside={<strong className={classes.amount}>{money(weeks.at(-1)?.sum ?? '0.00')}</strong>}
    >
      {open_amount === '0.00' && <p className={classes.none}>{words.reports_nothing_expected}</p>}
      <ColumnChart
        label={words.reports_forecast_title}
        legend={[
          ['coming', `${words.reports_agreed} ${money(sumOf(weeks.map(agreed)))}`],
          ['likely', `${words.reports_likely} ${money(sumOf(weeks.map(likely)))}`],
          ...(check && check.low !== null
            ? [['range', fill(words.reports_range, { between: check.between, of: check.of })] as const]
            : []),
        ]}
        headings={[words.reports_week, words.reports_agreed, words.reports_likely]}
        sayTop={(value) => sayRoundMoney(value, currency_code, language)}
        columns={weeks.map((row, place) => ({
          ...{ key: row.week, name: sayDay(row.week, language) },
          short: place === 0 ? words.reports_this_week : sayShortDay(row.week, language),
          bars: [
            { tone: 'coming', value: Number(agreed(row)) },
            { tone: 'likely', value: Number(likely(row)) },
          ],
          range: rangeOf(row.amount),
          cells: [money(agreed(row)), money(likely(row))],
        }))}
        below={[
          { name: words.reports_in_week, figures: weeks.map(({ amount }) => whole(amount)) },
          { name: words.reports_sum, figures: weeks.map(({ sum }) => whole(sum)) },
        ]}
        stacked
        tabled={children !== undefined}
      />
      {children}
    </Card>
  )
}

function Weeks({ forecast: { weeks, currency_code } }: { forecast: Forecast }) {
  const { words, language } = useWords()
  const rows: Row[] = weeks.map((row) => ({ ...row, id: row.week }))
  const money = (id: 'sum' | 'promise' | 'plan' | 'own' | 'kin' | 'all', title: string): Column<Row> => ({
    ...{ id, title, number: true, file: (row) => ({ number: row[id] }) },
    cell: (row) => (row[id] === '0.00' ? '–' : sayMoney(row[id], currency_code, language)),
  })
  const columns: Column<Row>[] = [
    {
      ...{ id: 'week', title: words.reports_week, file: ({ week }) => ({ day: week }) },
      cell: ({ week }) => sayDay(week, language),
    },
    {
      ...{ id: 'amount', title: words.reports_expected, number: true, file: ({ amount }) => ({ number: amount }) },
      cell: ({ week, amount }) =>
        amount === '0.00' ? (
          '–'
        ) : (
          <Link className="link" to="." search={searchWith({ behind: 'expected', week, tab: 'forecast' }) as never}>
            {sayMoney(amount, currency_code, language)}
          </Link>
        ),
    },
    money('sum', words.reports_sum),
    money('promise', words.reports_ground_promise),
    money('plan', words.reports_ground_plan),
    money('own', words.reports_from_own),
    money('kin', words.reports_from_kin),
    money('all', words.reports_from_all),
    {
      ...{ id: 'invoices', title: words.reports_invoices, number: true },
      file: ({ invoices }) => ({ number: String(invoices) }),
      cell: ({ invoices }) => sayNumber(invoices, language),
    },
  ]
  const currency = { id: 'currency', title: words.segment_currency_code, cell: () => currency_code }
  return (
    <>
      <ExportMenu
        name={words.reports_forecast}
        columns={[...columns, { ...currency, file: () => currency_code }]}
        count={undefined}
        read={readRows(rows)}
      />
      <ReportTable label={words.reports_forecast_title} rows={rows} columns={columns} />
    </>
  )
}

/** What the forecast rests on. */
function Sure({ forecast: { grounds: parts, weeks, currency_code } }: { forecast: Forecast }) {
  const { words, language } = useWords()
  const whole = weeks.at(-1)?.sum ?? '0.00'
  return (
    <Card title={words.reports_sure}>
      <ReportTable
        label={words.reports_sure}
        rows={parts.map((part) => ({ ...part, id: part.ground }))}
        columns={[
          { id: 'ground', title: words.reports_ground, cell: ({ ground }) => words[`reports_ground_${ground}`] },
          {
            ...{ id: 'amount', title: words.reports_expected, number: true },
            cell: ({ amount }) => sayMoney(amount, currency_code, language),
          },
          {
            ...{ id: 'share', title: words.reports_of_expected, number: true },
            cell: ({ amount }) => sayShare(amount, whole, language),
          },
        ]}
      />
    </Card>
  )
}

/** What is open and in none of the weeks. */
function Aparts({ forecast: { aparts, currency_code } }: { forecast: Forecast }) {
  const { words, language } = useWords()
  return (
    <Card title={words.reports_aparts}>
      <ReportTable
        label={words.reports_aparts}
        rows={aparts.map((part) => ({ ...part, id: part.apart }))}
        columns={[
          { id: 'apart', title: words.reports_ground, cell: ({ apart }) => words[`reports_apart_${apart}`] },
          {
            ...{ id: 'amount', title: words.reports_amount, number: true },
            cell: ({ apart, amount, invoices }) =>
              invoices === 0 ? (
                '–'
              ) : (
                <Link className="link" to="." search={searchWith({ behind: 'expected', apart, week: '' }) as never}>
                  {sayMoney(amount, currency_code, language)}
                </Link>
              ),
          },
          {
            ...{ id: 'invoices', title: words.reports_invoices, number: true },
            cell: ({ invoices }) => sayNumber(invoices, language),
          },
        ]}
      />
    </Card>
  )
}
