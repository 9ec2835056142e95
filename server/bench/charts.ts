import type { Figures, Measured } from './measure.ts'
import type { Outcome } from './outcome.ts'
import { costRatio, rowsOf, shown } from './report.ts'
import { type Bar, barChart, type Colour, lineCharts } from './svg.ts'

export type Chart = { file: string; title: string; svg: string }

type Find = (key: string) => Measured

const colours: Record<string, Colour> = {
  service: 'service',
  plain: 'plain',
  pgbench: 'limit',
  floor: 'limit',
  bare: 'bare',
}
/** In the order in which they are shown. */
const names: Record<string, string> = {
  service: 'Dunlin',
  plain: 'plain handler',
  pgbench: 'the database alone, by pgbench',
  floor: 'its pages alone, on node:http',
  bare: 'the runtime alone, node:http',
}

/** The charts of a run. They need all cases; an error names the first that is missing. */
export function chartsOf({ results }: Outcome): Chart[] {
  const find: Find = (key) => {
    const found = results.find((one) => one.key === key)
    if (!found) throw new Error(`The charts need the case «${key}», which this run did not measure.`)
    return found
  }
  return [
    { file: 'page.svg', ...page(find) },
    { file: 'cost.svg', ...cost(find) },
    { file: 'flat.svg', ...flat(find) },
    { file: 'writes.svg', ...writes(find) },
  ]
}

const by = (measured: Measured, name: string) => measured.contestants.find((one) => one.name === name)

const thousands = (value: number): string => Math.round(value).toLocaleString('en-US')

function page(find: Find): Omit<Chart, 'file'> {
  const { contestants } = find('page')
  const title = 'A page of 100 debtors, in a second'
  const groups = Object.entries(names).flatMap(([name, shown_name]) => {
    const value = contestants.find((one) => one.name === name)?.median.requests_per_second
    if (value === undefined) return []
    const bar: Bar = { parts: [{ colour: colours[name] ?? 'plain', value }], says: thousands(value) }
    return [{ name: shown_name, bars: [bar] }]
  })
  const desc = groups.map((group) => `${group.name}: ${group.bars[0]?.says} pages a second.`).join(' ')
  return { title, svg: barChart({ title, desc, legend: [], groups }) }
}

const cost_keys = ['page', 'page_500', 'fields', 'fields_computed', 'invoices', 'invoices_500', 'invoices_fields']

function cost(find: Find): Omit<Chart, 'file'> {
  const title = 'Processor milliseconds of a page'
  const groups = cost_keys.map(find).map((measured) => ({
    name: measured.name,
    bars: ['service', 'plain'].flatMap((name) => costBar(name, by(measured, name)?.median)),
  }))
  const desc = groups
    .map(({ name, bars }) => `${name}, in Node and in PostgreSQL: ${bars.map(({ says }) => says).join('; ')}.`)
    .join(' ')
  const legend = [
    { colour: 'service' as const, name: 'in Node' },
    { colour: 'limit' as const, name: 'in PostgreSQL' },
  ]
  return { title, svg: barChart({ title, desc, legend, groups }) }
}

function costBar(name: string, figures: Figures | undefined): Bar[] {
  if (!figures) return []
  const { node_ms, pg_ms } = figures
  const parts: Bar['parts'] = [
    { colour: 'service', value: node_ms ?? 0 },
    { colour: 'limit', value: pg_ms ?? 0 },
  ]
  return [{ parts, says: `${name === 'service' ? 'Dunlin' : name} ${shown(node_ms, 2)} + ${shown(pg_ms, 2)}` }]
}

function flat(find: Find): Omit<Chart, 'file'> {
  const title = 'What a page costs, as there is more'
  const series = [
    { colour: 'service', name: 'deeper in the list', keys: ['page', 'page_half', 'page_deep'] },
    {
      colour: 'second',
      name: 'more administrations',
      keys: ['places', 'administrations'],
    },
    { colour: 'limit', name: 'more records changed', keys: ['changed_10', 'changed_some', 'changed_half'] },
  ] as const
  const lines = series.map(({ colour, name, keys }) => {
    const points = keys.map((key) => ({ label: labelOf(find(key)), value: costRatio(find(key), find(keys[0])) ?? 0 }))
    return { colour, name, points }
  })
  const desc = lines
    .map(({ name, points }) => `${name}: ${points.map((one) => `${one.label} ${one.value.toFixed(2)}`).join(', ')}.`)
    .join(' ')
  const limit_name = 'dashed: the most that is promised, 1.15 times the first'
  return { title, svg: lineCharts({ title, desc, legend: [], lines, limit: 1.15, limit_name }) }
}

/** The number that makes the difference in the name of a case. */
function labelOf({ key, name }: Measured): string {
  const number = /(\d+) (?:pages|administration)|of (\d+) changed/.exec(name)
  if (key === 'page') return 'page 1'
  return number ? `${number[1] ?? number[2]}${key === 'page_deep' ? ' pages' : ''}` : 'half way'
}

const written = [
  ...['debtors_new', 'debtors_changed', 'debtors_unchanged'],
  ...['invoices_new', 'invoices_paid', 'invoices_unchanged', 'messages'],
]

function writes(find: Find): Omit<Chart, 'file'> {
  const title = 'Records written in a second'
  const groups = written.map((key) => {
    const measured = find(key)
    const bars = measured.contestants.map(({ name, median }) => {
      const value = rowsOf(measured, median) ?? 0
      return { parts: [{ colour: colours[name] ?? 'plain', value }], says: thousands(value) }
    })
    return { name: measured.name, bars }
  })
  const desc = groups
    .map(({ name, bars }) => `${name}: Dunlin ${bars[0]?.says}, the plain handler ${bars[1]?.says}.`)
    .join(' ')
  const legend = [
    { colour: 'service' as const, name: 'Dunlin' },
    { colour: 'plain' as const, name: 'plain handler' },
  ]
  return { title, svg: barChart({ title, desc, legend, groups }) }
}
