import { type Figures, type Measured, median } from './measure.ts'
import type { Outcome } from './outcome.ts'

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

/** What one case costs the service against another: the median over the rounds. */
export function costRatio(one: Measured, other: Measured): number | null {
  const of = ({ contestants }: Measured) => (contestants.find(({ name }) => name === 'service')?.runs ?? []).map(costOf)
  const others = of(other)
  return median(
    of(one).flatMap((cost, round) => {
      const against = others[round] ?? null
      // A run shorter than a tick of the clock costs nothing, and nothing can be said against that.
      return cost === null || !against ? [] : [cost / against]
    }),
  )
}

/** Records a second. */
export const rowsOf = ({ rows }: Measured, { requests_per_second }: Figures): number | null =>
  rows === null ? null : rows * requests_per_second

/** On what, and with how much, a run was made. */
export function aboutLine(about: Outcome['about']): string {
  const { machine, server, debtors, administrations, connections, repeats } = about
  const data = `${debtors} debtors, ${administrations} small administrations`
  return `${machine}; ${server}; ${data}; ${connections} connections; medians of ${repeats} rounds; ${about.day}`
}

export const head = ['case', 'by', 'req/s', 'rows/s', '× plain', 'p50 ms', 'p99 ms', 'node_ms', 'pg_ms', 'MB']

/** The rows of the table, for people. */
export function cellsOf(results: Measured[]): string[][] {
  return results.flatMap((measured) =>
    measured.contestants.map(({ name, median: figures }, index) => [
      index === 0 ? measured.name : '',
      name,
      shown(figures.requests_per_second, figures.requests_per_second < 20 ? 1 : 0),
      shown(rowsOf(measured, figures), 0),
      shown(ratioOf(measured, name, 'plain'), 2),
      shown(figures.p50_ms, 2),
      shown(figures.p99_ms, 2),
      shown(figures.node_ms, 3),
      shown(figures.pg_ms, 3),
      shown(figures.memory_mb, 0),
    ]),
  )
}

export const tableOf = (results: Measured[]): string => aligned([head, ...cellsOf(results)], 2)

export const shown = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits))

/** Texts to the left in the first columns, numbers to the right in the others. */
export function aligned(rows: string[][], texts: number): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column < texts ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
