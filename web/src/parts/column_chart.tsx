import { type CSSProperties, lazy, Suspense, useState } from 'react'
import { useWords } from '../words/words.tsx'
import classes from './column_chart.module.css'
import { nextRound, stepsTo } from './next_round.ts'

export type Tone = 'done' | 'coming' | 'late' | 'early' | 'likely' | 'range'

type Column = {
  key: string
  /** The whole name, for the table. */
  name: string
  /** As much of it as fits below a column. */
  short: string
  bars: { tone: Tone; value: number }[]
  /** Between what the bars together may well end up. */
  range?: { low: number; high: number } | undefined
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
  /** Whether the bars of a column stand on each other, because together they are something. */
  stacked?: boolean
  /** Whether the page shows the same as a table of its own, so that none is to be opened here. */
  tabled?: boolean
  /** Figures below the columns, one for each, where there is room for them. */
  below?: readonly { name: string; figures: readonly string[] }[]
}

/**
 * Columns side by side for those who see, and the same as a table for everybody who opens it. Values below zero hang
 * under the line.
 */
export function ColumnChart(props: ColumnChartProps) {
  const { label, legend, columns, headings, sayTop, least = 0, stacked = false, tabled = false, below = [] } = props
  const values = columns.flatMap(({ bars, range }) => {
    const own = bars.map(({ value }) => value)
    return [...(stacked ? [own.reduce((sum, value) => sum + value, 0)] : own), range?.high ?? 0]
  })
  const top = nextRound(Math.max(...values, least))
  const bottom = nextRound(Math.max(...values.map((value) => -value), 0))
  const height = top + bottom || 1
  const line = (top / height) * 100
  const marks = (bottom > 0 ? [top, 0, -bottom] : stepsTo(top)).map((value) => ({ value, said: sayTop(value) }))
  const longest = Math.max(...[...marks.map(({ said }) => said), ...below.map(({ name }) => name)].map(lengthOf))
  // Figures of the scale have a margin of their own: a column never stands on them.
  const style = { '--scale': `${longest + 1}ch` } as CSSProperties
  return (
    <figure className={classes.figure} aria-label={label}>
      <ul className={classes.legend}>
        {legend.map(([tone, text]) => (
          <li key={tone} data-tone={tone}>
            {text}
          </li>
        ))}
      </ul>
      <div className={classes.plot} style={style} aria-hidden="true">
        <div className={classes.columns}>
          {marks.map(({ value, said }) => (
            <div key={value} className={classes.mark} style={{ top: `${((top - value) / height) * 100}%` }}>
              <span>{said}</span>
            </div>
          ))}
          {columns.map(({ key, name, bars, range, cells }) => (
            <div key={key} className={classes.column} title={[name, ...cells].join(' · ')}>
              {stacked ? (
                <div className={classes.stack}>
                  {bars.map(({ tone, value }) => (
                    <div
                      key={tone}
                      className={classes.layer}
                      data-tone={tone}
                      style={{ height: `${(value / height) * 100}%` }}
                    />
                  ))}
                  {range && range.high > 0 && (
                    <div
                      className={classes.range}
                      style={{
                        bottom: `${(range.low / height) * 100}%`,
                        height: `${((range.high - range.low) / height) * 100}%`,
                      }}
                    />
                  )}
                </div>
              ) : (
                bars.map((bar) => <Bar key={bar.tone} bar={bar} height={height} line={line} />)
              )}
            </div>
          ))}
          <div className={classes.line} style={{ top: `${line}%` }} />
        </div>
        <div className={classes.names}>
          {columns.map(({ key, short }) => (
            <span key={key}>{short}</span>
          ))}
        </div>
        {below.map(({ name, figures }) => (
          <div key={name} className={classes.below}>
            <strong>{name}</strong>
            {figures.map((figure, place) => (
              <span key={columns[place]?.key}>{figure}</span>
            ))}
          </div>
        ))}
      </div>
      {tabled || <AsTable label={label} columns={columns} headings={headings} />}
    </figure>
  )
}

const lengthOf = ({ length }: string): number => length

/** A bar that stands on the line, or hangs under it. */
function Bar({ bar: { tone, value }, height, line }: { bar: Column['bars'][number]; height: number; line: number }) {
  return (
    <div className={classes.slot}>
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
