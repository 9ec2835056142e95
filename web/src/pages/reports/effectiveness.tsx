import { useQuery } from '@tanstack/react-query'
import { type Month, monthsQuery } from '../../api/reports.ts'
import { ColumnChart } from '../../parts/column_chart.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { ExportMenu } from '../../parts/table/export_menu.tsx'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney, sayMonth, sayNumber, sayPercent, sayShare } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Card, How, Loaded, ReportTable, readRows } from './card.tsx'
import classes from './reports.module.css'
import type { Choice } from './use_choice.ts'

type Row = Month & { id: string }

/** Collection effectiveness, month by month. */
export function EffectivenessReport({ choice }: { choice: Choice }) {
  const { words, language } = useWords()
  const { administration_id, day, today, by, filter } = choice
  const query = useQuery({ ...monthsQuery(administration_id, { ...filter, day, by }), placeholderData: (old) => old })
  return (
    <Loaded query={query} height={420}>
      {({ months, currency_code }) => (
        <>
          <Card title={words.reports_effectiveness_title}>
            <Filled month={months.at(-1)} currency_code={currency_code} />
            <ColumnChart
              label={words.reports_effectiveness_title}
              legend={[['done', words.reports_share]]}
              headings={[words.reports_month, words.reports_share]}
              sayTop={(value) => sayPercent(String(value), language)}
              least={100}
              columns={months.map(({ day: end, effectiveness }) => ({
                ...{ key: end, name: sayDay(end, language), short: sayMonth(end, language) },
                bars: effectiveness === null ? [] : [{ tone: 'done' as const, value: Number(effectiveness) }],
                cells: [effectiveness === null ? '–' : sayPercent(effectiveness, language)],
              }))}
              tabled
            />
            <Table rows={months.map((month) => ({ ...month, id: month.day }))} currency_code={currency_code} />
          </Card>
          <How>
            {[
              words.reports_effectiveness_how,
              words.reports_sales_how,
              words.reports_paid_before_how,
              day < today && words.reports_past,
            ]}
          </How>
        </>
      )}
    </Loaded>
  )
}

/** The figure of the last month, and the formula with its numbers. */
function Filled({ month, currency_code }: { month: Month | undefined; currency_code: string }) {
  const { words, language } = useWords()
  if (!month) return null
  const { opening, month_sales, balance, not_due, effectiveness } = month
  if (effectiveness === null) return <p className={classes.meaning}>{words.reports_nothing_collectable}</p>
  const money = (amount: string): string => sayMoney(amount, currency_code, language)
  const share = sayPercent(effectiveness, language)
  return (
    <>
      <p className={classes.figure}>
        <strong>{share}</strong> <span className={classes.change}>{sayMonth(month.day, language)}</span>
      </p>
      <p className={classes.meaning}>
        {fill(words.reports_effectiveness_filled, {
          ...{ opening: money(opening), sales: money(month_sales), closing: money(balance), not_due: money(not_due) },
          share,
        })}
      </p>
    </>
  )
}

function Table({ rows, currency_code }: { rows: readonly Row[]; currency_code: string }) {
  const { words, language } = useWords()
  const money = (id: 'opening' | 'month_sales' | 'balance' | 'not_due', title: string): Column<Row> => ({
    ...{ id, title, number: true, file: (row) => ({ number: row[id] }) },
    cell: (row) => sayMoney(row[id], currency_code, language),
  })
  const columns: Column<Row>[] = [
    {
      ...{ id: 'month', title: words.reports_month, file: ({ day }) => ({ day }) },
      cell: ({ day }) => sayDay(day, language),
    },
    money('opening', words.reports_opening),
    money('month_sales', words.reports_sold),
    money('balance', words.reports_closing),
    money('not_due', words.reports_closing_not_due),
    {
      ...{ id: 'share', title: words.reports_share, number: true },
      file: ({ effectiveness }) => (effectiveness === null ? null : { number: effectiveness }),
      cell: ({ effectiveness }) => (effectiveness === null ? '–' : sayPercent(effectiveness, language)),
    },
    {
      ...{ id: 'reminded', title: words.reports_reminded, number: true },
      file: ({ reminded }) => ({ number: String(reminded) }),
      cell: ({ reminded }) => sayNumber(reminded, language),
    },
    {
      ...{ id: 'paid_before', title: words.reports_paid_before, number: true },
      file: ({ paid_before_second }) => ({ number: String(paid_before_second) }),
      cell: ({ reminded, paid_before_second: paid }) =>
        reminded === 0 ? '–' : `${sayNumber(paid, language)} · ${sayShare(String(paid), String(reminded), language)}`,
    },
  ]
  const shown = [...rows].reverse()
  const currency = { id: 'currency', title: words.segment_currency_code, cell: () => currency_code }
  return (
    <>
      <ExportMenu
        name={words.reports_effectiveness}
        columns={[...columns, { ...currency, file: () => currency_code }]}
        count={undefined}
        read={readRows(shown)}
      />
      <ReportTable label={words.reports_effectiveness_title} rows={shown} columns={columns} />
    </>
  )
}
