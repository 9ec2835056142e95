import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type PromiseMonth, promisesQuery } from '../../api/reports.ts'
import { ColumnChart } from '../../parts/column_chart.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { ExportMenu } from '../../parts/table/export_menu.tsx'
import { sayMoney, sayMonth, sayNumber, sayShare } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Card, How, Loaded, ReportTable, readRows } from './card.tsx'
import classes from './reports.module.css'
import { type Choice, outcomes, searchWith } from './use_choice.ts'

type Row = PromiseMonth & { id: string }

/** How many of these were kept, late or not, and how many have ended one way or the other. */
export function keptOf(months: readonly PromiseMonth[]): { kept: number; ended: number } {
  const sum = (of: (month: PromiseMonth) => number): number => months.reduce((all, month) => all + of(month), 0)
  const kept = sum((month) => month.kept.promises + month.kept_late.promises)
  return { kept, ended: kept + sum(({ broken }) => broken.promises) }
}

/** What debtors promised, and what became of it, month by month. */
export function PromisesReport({ choice }: { choice: Choice }) {
  const { words, language } = useWords()
  const { administration_id, day, filter } = choice
  const query = useQuery({ ...promisesQuery(administration_id, { ...filter, day }), placeholderData: (old) => old })
  return (
    <Loaded query={query} height={420}>
      {({ months, currency_code }) => (
        <>
          <Card title={words.reports_promises_title}>
            {months.every(({ made }) => made.promises === 0) && (
              <p className={classes.none}>{words.reports_no_promises}</p>
            )}
            <ColumnChart
              label={words.reports_promises_title}
              legend={[
                ['done', words.reports_outcome_kept],
                ['likely', words.reports_outcome_kept_late],
                ['late', words.reports_outcome_broken],
              ]}
              headings={[words.reports_promise_month]}
              sayTop={(value) => sayNumber(value, language)}
              columns={months.map(({ month, kept, kept_late, broken }) => ({
                ...{ key: month, name: sayMonth(month, language), short: sayMonth(month, language) },
                bars: [
                  { tone: 'done', value: kept.promises },
                  { tone: 'likely', value: kept_late.promises },
                  { tone: 'late', value: broken.promises },
                ],
                cells: [kept, kept_late, broken].map(({ promises }) => sayNumber(promises, language)),
              }))}
              stacked
              tabled
            />
            <Table rows={months.map((month) => ({ ...month, id: month.month }))} currency_code={currency_code} />
          </Card>
          <How>{[words.reports_promises_how]}</How>
        </>
      )}
    </Loaded>
  )
}

function Table({ rows, currency_code }: { rows: readonly Row[]; currency_code: string }) {
  const { words, language } = useWords()
  const count = (id: 'made' | (typeof outcomes)[number], title: string): Column<Row> => ({
    ...{ id, title, number: true, file: (row) => ({ number: String(row[id].promises) }) },
    cell: (row) =>
      row[id].promises === 0 ? (
        '–'
      ) : (
        <Link
          className="link"
          to="."
          search={searchWith({ behind: 'promised', month: row.month, outcome: id === 'made' ? '' : id }) as never}
        >
          {sayNumber(row[id].promises, language)}
        </Link>
      ),
  })
  const columns: Column<Row>[] = [
    {
      ...{ id: 'month', title: words.reports_promise_month, file: ({ month }) => ({ day: month }) },
      cell: ({ month }) => sayMonth(month, language),
    },
    count('made', words.reports_made),
    ...outcomes.map((outcome) => count(outcome, words[`reports_outcome_${outcome}`])),
    {
      ...{ id: 'share', title: words.reports_kept_share, number: true },
      cell: (row) => {
        const { kept, ended } = keptOf([row])
        return ended === 0 ? '–' : sayShare(String(kept), String(ended), language)
      },
    },
    {
      ...{ id: 'amount', title: words.reports_promised_amount, number: true },
      file: ({ made }) => ({ number: made.amount }),
      cell: ({ made }) => sayMoney(made.amount, currency_code, language),
    },
  ]
  const shown = [...rows].reverse()
  const currency = { id: 'currency', title: words.segment_currency_code, cell: () => currency_code }
  return (
    <>
      <ExportMenu
        name={words.reports_promises}
        columns={[...columns, { ...currency, file: () => currency_code }]}
        count={undefined}
        read={readRows(shown)}
      />
      <ReportTable label={words.reports_promises_title} rows={shown} columns={columns} />
    </>
  )
}
