import { type Figures, type Measured, median } from './measure.ts'

/** How much faster one contestant was than another: the median over the rounds, because a round shares its weather. */
export function ratioOf(measured: Measured, name: string, to: string): number | null {
  const of = (contestant: string) => measured.contestants.find((one) => one.name === contestant)?.runs ?? []
  const others = of(to)
  return median(
    of(name).flatMap((run, round) => {
      const other = others[round]
      return other ? [run.requests_per_second / other.requests_per_second] : []
    }),
  )
}

/** Processor time of a page, in Node and in PostgreSQL together. */
export function costOf({ node_ms, pg_ms }: Figures): number | null {
  return node_ms === null || pg_ms === null ? null : node_ms + pg_ms
}

const head = ['case', 'by', 'req/s', '× plain', 'p50 ms', 'p99 ms', 'node_ms', 'pg_ms', 'MB']

/** The table, for people. */
export function tableOf(results: Measured[]): string {
  const rows = results.flatMap((measured) =>
    measured.contestants.map(({ name, median: figures }, index) => [
      index === 0 ? measured.name : '',
      name,
      figures.requests_per_second.toFixed(0),
      shown(ratioOf(measured, name, 'plain'), 2),
      shown(figures.p50_ms, 2),
      shown(figures.p99_ms, 2),
      shown(figures.node_ms, 3),
      shown(figures.pg_ms, 3),
      shown(figures.memory_mb, 0),
    ]),
  )
  return aligned([head, ...rows])
}

export const shown = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits))

/** Texts to the left in the first two columns, numbers to the right in the others. */
function aligned(rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
