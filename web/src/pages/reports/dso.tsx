import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type DsoRow, type Month, type Months, monthsQuery } from '../../api/reports.ts'
import { LineChart } from '../../parts/line_chart.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { ExportMenu } from '../../parts/table/export_menu.tsx'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney, sayMonth, sayMonthOfYear, sayTenths } from '../../words/formats.ts'
import { no_value, saySegment } from '../../words/say_segment.ts'
import { useWords } from '../../words/words.tsx'
import { Card, How, Loaded, ReportTable, readRows } from './card.tsx'
import classes from './reports.module.css'
import { type Choice, definitions, useGo } from './use_choice.ts'

/** Days sales outstanding by three definitions. */
export function DsoReport({ choice }: { choice: Choice }) {
  const { words, language } = useWords()
  const { administration_id, day, today, by, filter } = choice
  const query = useQuery({ ...monthsQuery(administration_id, { ...filter, day, by }), placeholderData: (old) => old })
  return (
    <Loaded query={query} height={420}>
      {(months) => (
        <>
          <DsoCard choice={choice} months={months} />
          <Card title={fill(words.reports_by_segment, { day: sayDay(months.day, language) })}>
            <SegmentTable choice={choice} months={months} />
          </Card>
          <Card title={words.reports_by_month}>
            <MonthTable months={months} />
          </Card>
          <How>
            {[
              ...definitions.map((one) => `${words[`reports_${one}`]}: ${words[`reports_${one}_how`]}`),
              words.reports_sales_how,
              by === 'label' && words.reports_label_how,
              day < today && words.reports_past,
            ]}
          </How>
        </>
      )}
    </Loaded>
  )
}

/** The figure of the chosen definition, how it came about, and how it was before. */
export function DsoCard({ choice: { definition }, months: { months, counted, currency_code }, short }: DsoCardProps) {
  const { words, language } = useWords()
  const go = useGo()
  const last = months.at(-1)
  const first = months[0]
  if (!last || !first) return null
  const said = last[definition]
  const beside = definition === 'best_possible' ? 'simple' : 'best_possible'
  const line = (one: (typeof definitions)[number], tone: 'main' | 'beside') => ({
    ...{ key: one, name: words[`reports_${one}`], tone },
    values: months.map((month) => (month[one] === null ? null : Number(month[one]))),
  })
  const money = (amount: string): string => sayMoney(amount, currency_code, language)
  const tenths = (number: string): string => sayTenths(number, language)
  const filled =
    said === null
      ? words[definition === 'count_back' ? 'reports_never_used_up' : 'reports_no_sales']
      : definition === 'count_back'
        ? [
            ...counted.map(({ month, taken, sales, days }) =>
              fill(words.reports_counted_month, {
                ...{ month: sayMonth(month, language), taken: money(taken), sales: money(sales), days: tenths(days) },
              }),
            ),
            fill(words.reports_counted_sum, { days: tenths(said) }),
          ].join('; ')
        : fill(words[`reports_${definition}_filled`], {
            ...{ balance: money(last.balance), not_due: money(last.not_due), sales: money(last.sales) },
            days: tenths(said),
          })
  return (
    <Card
      title={short ? words.reports_dso : words.reports_dso_title}
      beside={
        <SegmentedControl
          size="xs"
          aria-label={words.reports_definition}
          value={definition}
          onChange={(wanted) => go({ definition: wanted === 'count_back' ? '' : wanted })}
          data={definitions.map((value) => ({ value, label: words[`reports_${value}`] }))}
        />
      }
    >
      <p className={classes.figure}>
        <strong>{said === null ? '–' : fill(words.reports_days, { days: tenths(said) })}</strong>{' '}
        <Change from={first} to={last} of={definition} />
      </p>
      <p className={classes.meaning}>{words[`reports_${definition}_how`]}</p>
      {!short && <p className={classes.meaning}>{filled}</p>}
      <LineChart
        label={words.reports_dso_title}
        lines={[line(definition, 'main'), line(beside, 'beside')]}
        names={months.map(({ day }) => (short ? sayMonthOfYear : sayMonth)(day, language))}
        sayTop={(value) => fill(words.reports_days, { days: value })}
      />
    </Card>
  )
}

type DsoCardProps = {
  choice: Choice
  months: Months
  /** Beside other reports: without how the figure came about. */
  short?: boolean
}

/** How the figure moved since the first month that is shown. */
function Change({ from, to, of }: { from: Month; to: Month; of: (typeof definitions)[number] }) {
  const { words, language } = useWords()
  const [before, now] = [from[of], to[of]]
  if (before === null || now === null) return null
  const by = Number(now) - Number(before)
  const text = by === 0 ? words.reports_same : by < 0 ? words.reports_fewer : words.reports_more
  return (
    <span data-good={by < 0 || undefined} className={classes.change}>
      {fill(text, { days: sayTenths(String(Math.abs(by)), language), month: sayMonth(from.day, language) })}
    </span>
  )
}

/** The three definitions, and what they are made of, for the page and for a file. */
export function useDsoColumns<Row extends Omit<DsoRow, 'segment'>>(currency_code: string): Column<Row>[] {
  const { words, language } = useWords()
  const days = (one: (typeof definitions)[number]): Column<Row> => ({
    ...{ id: one, title: words[`reports_${one}`], number: true },
    file: (row) => (row[one] === null ? null : { number: row[one] }),
    cell: (row) => (row[one] === null ? '–' : sayTenths(row[one], language)),
  })
  const money = (id: 'balance' | 'not_due' | 'sales', title: string): Column<Row> => ({
    ...{ id, title, number: true, file: (row) => ({ number: row[id] }) },
    cell: (row) => sayMoney(row[id], currency_code, language),
  })
  return [
    ...definitions.map(days),
    money('balance', words.reports_balance),
    money('not_due', words.reports_not_due),
    money('sales', words.reports_sales_90),
  ]
}

function SegmentTable({ choice: { by }, months: { segments, currency_code, left_off } }: DsoCardProps) {
  const said = useWords()
  const { words } = said
  const figures = useDsoColumns<DsoRow & { id: string }>(currency_code)
  const rows = segments.map((row) => ({ ...row, id: row.segment ?? no_value }))
  const name: Column<DsoRow & { id: string }> = {
    ...{ id: 'segment', title: words[`segment_${by}`] },
    file: ({ segment }) => saySegment(said, by, segment),
    cell: ({ segment }) => saySegment(said, by, segment),
  }
  const currency = { id: 'currency', title: words.segment_currency_code, cell: () => currency_code }
  return (
    <>
      <ExportMenu
        name={words.reports_dso}
        columns={[name, ...figures, { ...currency, file: () => currency_code }]}
        count={undefined}
        read={readRows(rows)}
      />
      <ReportTable label={words[`segment_${by}`]} rows={rows} columns={[name, ...figures]} />
      {left_off > 0 && <p className={classes.none}>{fill(words.reports_left_off, { count: left_off })}</p>}
    </>
  )
}

function MonthTable({ months: { months, currency_code } }: { months: Months }) {
  const { words, language } = useWords()
  const figures = useDsoColumns<Month & { id: string }>(currency_code)
  const name: Column<Month & { id: string }> = {
    ...{ id: 'month', title: words.reports_month, cell: ({ day }) => sayDay(day, language) },
  }
  return (
    <ReportTable
      label={words.reports_by_month}
      rows={months.map((month) => ({ ...month, id: month.day })).reverse()}
      columns={[name, ...figures]}
    />
  )
}
