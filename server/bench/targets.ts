import { door_key } from './door_entry.ts'
import { type Measured, median } from './measure.ts'
import type { Target } from './outcome.ts'
import { costOf, costRatio, ratioOf, shown } from './report.ts'

/** Figures depend on the kind of processor: where Node is slow, PostgreSQL and plain handlers are less so. */
type Kinds = number | { arm64: number; x64: number }

const here = (of: Kinds): number => (typeof of === 'number' ? of : process.arch === 'arm64' ? of.arm64 : of.x64)

/**
 * What every run on a quiet machine keeps, and what we aim at beyond that. The former is a little less than was
 * measured last; some of the latter lies beyond what PostgreSQL itself does on such a machine (decision 111).
 */
type Bounds = { kept: Kinds; aim?: Kinds }

/** Compares a run with the promises that its cases are about. */
export function targetsOf(results: Measured[], rest_mb: number | null): Target[] {
  const asked = asking(results)
  const { times, costs, requests } = asked
  return [
    atLeast('page of 100 debtors against the plain handler', times('page', 'plain'), {
      kept: { arm64: 3.4, x64: 3.5 },
      aim: { arm64: 5.5, x64: 7 },
    }),
    atLeast('page of 100 debtors against pgbench', times('page', 'pgbench'), {
      kept: { arm64: 0.35, x64: 0.5 },
      aim: { arm64: 0.5, x64: 0.6 },
    }),
    atLeast('page of 100 debtors against the floor', times('page', 'floor'), { kept: 0.75 }),
    atLeast('page of 500 invoices against the floor', times('invoices_500', 'floor'), { kept: 0.85 }),
    atLeast('page of 100 with 6 fields against the floor', times('fields', 'floor'), { kept: 0.65 }),
    atLeast('page of 500 invoices against the plain handler', times('invoices_500', 'plain'), {
      kept: { arm64: 6.5, x64: 5 },
      aim: { arm64: 8, x64: 11 },
    }),
    atLeast('page of 100 with 6 fields against the plain handler', times('fields', 'plain'), { kept: 1.35, aim: 2 }),
    atLeast('with two of them computed', times('fields_computed', 'plain'), { kept: 1.2, aim: 1.5 }),
    atMost('cost of a deep page against the first', costs('page_deep', 'page'), { kept: 1.15, aim: 1.1 }),
    atMost('cost of many administrations against 1', costs('administrations', 'places'), { kept: 1.15, aim: 1.1 }),
    atMost('cost with half of all changed against 10', costs('changed_half', 'changed_10'), { kept: 1.15, aim: 1.1 }),
    atMost('token check, tenancy and limits, in % of a page of 100', doorShare(asked), { kept: 12, aim: 8 }),
    atLeast(
      'new invoices against a plain writer without ledger, documents and events',
      times('invoices_new', 'plain'),
      {
        kept: { arm64: 1.45, x64: 1.05 },
        aim: { arm64: 2, x64: 1.5 },
      },
    ),
    atMost('cost of a write where much is open against one where little is', costs('debt_many', 'debt_few'), {
      kept: 1.15,
      aim: 1.1,
    }),
    atLeast('introspections in a second', requests('introspect'), { kept: 2_500, aim: 5_000 }),
    atLeast('refreshes in a second', requests('refresh'), { kept: 600, aim: 1_500 }),
    atMost('resident memory in MB, at rest after everything', rest_mb, { kept: 240, aim: 200 }),
  ]
}

/** Whether the load generator can be trusted: how busy it was at most, and how much quicker a bare server was. */
export function instrumentOf(results: Measured[]): Target[] {
  const { times, busiest } = asking(results)
  return [
    atMost('the load generator was busy, in % of one processor', scaled(busiest(), 100), { kept: 75 }),
    atLeast('bare node:http against the service, page of 100', times('page', 'bare', true), { kept: 2 }),
    atLeast('bare node:http against the service, page of 1', times(door_key, 'bare', true), { kept: 2 }),
    atLeast('bare node:http against the service, introspection', times('introspect', 'bare', true), { kept: 2 }),
  ]
}

type Asking = ReturnType<typeof asking>

function asking(results: Measured[]) {
  const find = (wanted: string): Measured | undefined => results.find(({ key }) => key === wanted)
  const by = (key: string, name: string) => find(key)?.contestants.find((one) => one.name === name)
  const cost = (key: string): number | null => {
    const service = by(key, 'service')
    return service ? costOf(service.median) : null
  }
  const runs = results.flatMap(({ contestants }) =>
    contestants.flatMap(({ name, runs }) => (name === 'service' ? runs : [])),
  )
  const most = (numbers: number[]): number | null => (numbers.length > 0 ? Math.max(...numbers) : null)
  return {
    by,
    cost,
    times: (key: string, other: string, inverse = false): number | null => {
      const measured = find(key)
      if (!measured) return null
      return inverse ? ratioOf(measured, other, 'service') : ratioOf(measured, 'service', other)
    },
    costs: (one: string, other: string): number | null => {
      const [first, second] = [find(one), find(other)]
      return first && second ? costRatio(first, second) : null
    },
    requests: (key: string): number | null => by(key, 'service')?.median.requests_per_second ?? null,
    busiest: (): number | null => most(runs.flatMap((run) => run.load_share ?? [])),
  }
}

const scaled = (value: number | null, by: number): number | null => (value === null ? null : value * by)

/** How much more processor time of Node one contestant of the door needs than another, round by round. */
function moreOf({ by }: Pick<Asking, 'by'>, one: string, other: string): number | null {
  const others = by(door_key, other)?.runs ?? []
  return median(
    (by(door_key, one)?.runs ?? []).flatMap(({ node_ms }, round) => {
      const less = others[round]?.node_ms ?? null
      return node_ms === null || less === null ? [] : [node_ms - less]
    }),
  )
}

/**
 * What the door costs on a page of one record, where little else is: the service without its log against its pages
 * alone, as a share of what a page of 100 costs in Node and in PostgreSQL.
 */
function doorShare(asked: Asking): number | null {
  const page = asked.cost('page')
  return page ? scaled(moreOf(asked, 'no log', 'no door'), 100 / page) : null
}

/** What the door and the log cost, in words. */
export function doorLines(results: Measured[]): string[] {
  const asked = asking(results)
  const page = asked.cost('page')
  const of = (what: string, ms: number | null): string =>
    `${what}: ${shown(ms, 3)} ms, ${shown(page ? scaled(ms, 100 / page) : null, 1)} % of a page of 100.`
  return [
    of('Token check, tenancy, limits and measuring', moreOf(asked, 'no log', 'no door')),
    of('The log', moreOf(asked, 'service', 'no log')),
  ]
}

const atLeast = (what: string, measured: number | null, bounds: Bounds): Target => ({
  ...bounded(what, '≥', measured, bounds),
  met: measured === null ? null : measured >= here(bounds.kept),
})

export const atMost = (what: string, measured: number | null, bounds: Bounds): Target => ({
  ...bounded(what, '≤', measured, bounds),
  met: measured === null ? null : measured <= here(bounds.kept),
})

function bounded(what: string, sign: string, measured: number | null, { kept, aim }: Bounds): Omit<Target, 'met'> {
  const say = (bound: Kinds): string => `${sign} ${here(bound).toLocaleString('en-US')}`
  return { what, target: say(kept), aim: aim === undefined ? null : say(aim), measured }
}

export const wordOf = ({ met }: Target): string => (met === null ? 'unknown' : met ? 'met' : 'missed')

/** With as many digits as mean something. */
export const measuredOf = ({ measured }: Target): string =>
  measured === null || Math.abs(measured) < 20 ? shown(measured, 2) : Math.round(measured).toLocaleString('en-US')

/** One line for each target. */
export function linesOf(targets: Target[]): string {
  return targets
    .map((one) => `  ${wordOf(one).padEnd(8)}${one.what}: ${measuredOf(one)}, target ${one.target}`)
    .join('\n')
}
