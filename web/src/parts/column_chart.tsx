import { lazy, Suspense, useState } from 'react'
import { useWords } from '../words/words.tsx'
import classes from './column_chart.module.css'
import { nextRound } from './next_round.ts'

export type Tone = 'done' | 'coming' | 'late' | 'early'

type Column = {
  key: string
  /** The whole name, for the table. */
  name: string
  /** As much of it as fits below a column. */
  short: string
  bars: { tone: Tone; value: number }[]
  /** What the table shows in the columns after the name. */
  cells: string[]
}

type ColumnChartProps = {
  label: string
  /** What each tone means. */
  legend: readonly (readonly [Tone, string])[]
  columns: readonly Column[]
  headings: readonly [string, ...string[]]
  /** What the height of the chart stands for. */
  sayTop: (value: number) => string
  /** The least that the height stands for, so that little does not look like much. */
  least?: number
}

/**
 * Columns side by side for those who see, and the same as a table for everybody who opens it. Values below zero hang
 * under the line.
 */
export function ColumnChart({ label, legend, columns, headings, sayTop, least = 0 }: ColumnChartProps) {
  const values = columns.flatMap(({ bars }) => bars.map(({ value }) => value))
  const top = nextRound(Math.max(...values, least))
  const bottom = nextRound(Math.max(...values.map((value) => -value), 0))
  const height = top + bottom || 1
  const line = (top / height) * 100
  return (
    <figure className={classes.figure} aria-label={label}>
      <ul className={classes.legend}>
        {legend.map(([tone, text]) => (
          <li key={tone} data-tone={tone}>
            {text}
          </li>
        ))}
      </ul>
      <div className={classes.plot} aria-hidden="true">
        <span className={classes.top}>{top > 0 && sayTop(top)}</span>
        <span className={classes.bottom}>{bottom > 0 && sayTop(-bottom)}</span>
        <div className={classes.columns}>
          {columns.map(({ key, name, bars, cells }) => (
            <div key={key} className={classes.column} title={[name, ...cells].join(' · ')}>
              {bars.map(({ tone, value }) => (
                <div key={tone} className={classes.slot}>
                  <div
                    className={classes.bar}
                    data-tone={tone}
                    data-below={value < 0 || undefined}
                    style={{
                      height: `${(Math.abs(value) / height) * 100}%`,
                      top: `${value < 0 ? line : line - (value / height) * 100}%`,
                    }}
                  />
                </div>
              ))}
            </div>
          ))}
          <div className={classes.line} style={{ top: `${line}%` }} />
        </div>
        <div className={classes.names}>
          {columns.map(({ key, short }) => (
            <span key={key}>{short}</span>
          ))}
        </div>
      </div>
      <AsTable label={label} columns={columns} headings={headings} />
    </figure>
  )
}

// Most readers look at the columns, and need no table.
const DataTable = lazy(async () => ({ default: (await import('./table/data_table.tsx')).DataTable<TableRow> }))

type TableRow = { id: string; cells: string[] }

/** The same for everybody who opens it. */
function AsTable({ label, columns, headings }: Pick<ColumnChartProps, 'label' | 'columns' | 'headings'>) {
  const { words } = useWords()
  const [opened, setOpened] = useState(false)
  return (
    <details className={classes.details} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>{words.chart_as_table}</summary>
      {opened && (
        <Suspense>
          <DataTable
            label={label}
            rows={columns.map(({ key, name, cells }) => ({ id: key, cells: [name, ...cells] }))}
            columns={headings.map((title, index) => ({
              id: title,
              title,
              number: index > 0,
              cell: ({ cells }) => cells[index],
            }))}
          />
        </Suspense>
      )}
    </details>
  )
}
