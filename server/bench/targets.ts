import type { Measured } from './measure.ts'
import { costOf, ratioOf, shown } from './report.ts'

/** A promise about speed, and what this run says of it. */
export type Target = { what: string; target: string; measured: number | null; met: boolean | null }

/** Compares a run with the promises that its cases can tell about. */
export function targetsOf(results: Measured[]): Target[] {
  const find = (wanted: string): Measured | undefined => results.find(({ key }) => key === wanted)
  const times = (key: string, to: string): number | null => {
    const measured = find(key)
    return measured ? ratioOf(measured, 'service', to) : null
  }
  const cost = (key: string): number | null => {
    const service = find(key)?.contestants.find(({ name }) => name === 'service')
    return service ? costOf(service.median) : null
  }
  const costs = (one: string, other: string): number | null => {
    const [first, second] = [cost(one), cost(other)]
    return first === null || second === null ? null : first / second
  }
  const memory = results.flatMap(({ contestants }) =>
    contestants.flatMap(({ name, runs }) => (name === 'service' ? runs.flatMap((run) => run.memory_mb ?? []) : [])),
  )
  return [
    atLeast('page of 100 against the plain handler', times('page', 'plain'), 6),
    atLeast('page of 100 against pgbench', times('page', 'pgbench'), 0.45),
    atLeast('page of 100 with 6 fields against the plain handler', times('fields', 'plain'), 3),
    atLeast('with two of them computed', times('fields_computed', 'plain'), 1.5),
    atMost('cost of a deep page against the first', costs('page_deep', 'page'), 1.15),
    atMost('cost with half of all changed against 10', costs('changed_half', 'changed_10'), 1.15),
    atMost('resident memory in MB', memory.length > 0 ? Math.max(...memory) : null, 150),
  ]
}

const atLeast = (what: string, measured: number | null, least: number): Target => ({
  what,
  target: `≥ ${least}`,
  measured,
  met: measured === null ? null : measured >= least,
})

const atMost = (what: string, measured: number | null, most: number): Target => ({
  what,
  target: `≤ ${most}`,
  measured,
  met: measured === null ? null : measured <= most,
})

/** One line for each target. */
export function linesOf(targets: Target[]): string {
  return targets
    .map(({ what, target, measured, met }) => {
      const word = met === null ? 'unknown' : met ? 'met' : 'missed'
      return `  ${word.padEnd(8)}${what}: ${shown(measured, 2)}, target ${target}`
    })
    .join('\n')
}
