import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Chart, chartsOf } from './charts.ts'
import type { EngineOutcome } from './engine_run.ts'
import type { Outcome, Target } from './outcome.ts'
import { peer_name } from './peer.ts'
import { cellsOf, head } from './report.ts'
import { doorLines, instrumentOf, measuredOf, wordOf } from './targets.ts'

const docs_folder = fileURLToPath(new URL('../../docs/', import.meta.url))

/** Writes the page about speed and its charts, so that nobody copies figures by hand. Returns which files it wrote. */
export async function writeDocs(outcome: Outcome, folder = docs_folder): Promise<string[]> {
  const charts = chartsOf(outcome)
  await mkdir(join(folder, 'benchmark'), { recursive: true })
  for (const { file, svg } of charts) await writeFile(join(folder, 'benchmark', file), svg)
  await writeFile(join(folder, 'benchmark.md'), pageOf(outcome, charts))
  return ['benchmark.md', ...charts.map(({ file }) => `benchmark/${file}`)].map((file) => join(folder, file))
}

/** Writes the page about the engine, from a run of `--engine`. */
export async function writeEngineDocs(outcome: EngineOutcome, day: string, folder = docs_folder): Promise<string> {
  const { size, load_before, targets } = outcome
  const file = join(folder, 'benchmark', 'engine.md')
  const text = `# How fast the engine is

This page was written by \`npm run bench -- --engine --docs\` on ${day}. Do not edit figures by hand: run it.

${size.looked_at} debtors with three open invoices each, of which nothing is due, and ${size.paid} that were reminded of
and paid; and ${size.reminded} debtors to be reminded. Dunlin's own database on the same machine. ${loadOf(load_before)}

${promises(targets)}
`
  await mkdir(join(folder, 'benchmark'), { recursive: true })
  await writeFile(file, text)
  return file
}

const table = (rows: string[][], texts: number): string => {
  const [first = [], ...rest] = rows
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`
  const rule = first.map((_, column) => (column < texts ? '---' : '---:'))
  return [line(first), line(rule), ...rest.map(line)].join('\n')
}

function promises(targets: Target[]): string {
  const aims = targets.some(({ aim }) => aim)
  const row = (what: string, promised: string, aim: string, ...rest: string[]): string[] =>
    aims ? [what, promised, aim, ...rest] : [what, promised, ...rest]
  return table(
    [
      row('What', 'Promised', 'Aimed at', 'Measured', ''),
      ...targets.map((one) => row(one.what, one.target, one.aim ?? '', measuredOf(one), wordOf(one))),
    ],
    1,
  )
}

const image = (charts: Chart[], file: string): string => {
  const chart = charts.find((one) => one.file === file)
  return `![${chart?.title ?? file}](benchmark/${file})`
}

/** Whether the machine had other work, as far as it is known. */
function loadOf(before: number | undefined): string {
  if (before === undefined) return ''
  const busy = before < 0.5 ? 'it was idle' : 'other work ran beside the benchmark'
  return `Its load before the run was ${before.toFixed(1)}: ${busy}.`
}

/** The whole page. Sentences stand here, figures come from the run. */
function pageOf({ about, targets, results }: Outcome, charts: Chart[]): string {
  const missed = targets.filter(({ met }) => met === false).length
  const kept = targets.filter(({ met }) => met === true).length
  return `# How fast it is

This page and its charts were written by \`npm run bench -- --docs\` on ${about.day}. Do not edit figures by hand: run it.

- Machine: ${about.machine}. ${loadOf(about.load_before)}
- Database: ${about.server}, on the same machine.
- Data: ${about.debtors} debtors with two invoices each in one administration, and ${about.administrations} small ones.
- Load: ${about.connections} connections, medians of ${about.repeats} rounds in which everybody takes turns.

Server, database and load generator share the machine. Ratios and processor time can be trusted; figures in a second
only as far as the machine had nothing else to do.

Everything goes through the whole service as an operator runs it: token check, tenancy, limits and log included. Beside
it, in the same run and on the same data: a **plain handler** (Fastify and \`pg\`, what a good developer writes in an
afternoon, without token check, limits, checks of values or log; it writes into tables of its own, without documents,
ledger and events), **pgbench** with the very statement of the service, the **floor** (the service's own pages on
\`node:http\`, without framework, token check, limits, measuring and log), and **bare \`node:http\`** that sends the same
bytes. ${peerSays(about.peer)}
Answers are compared before, and what was written is counted and added up after: what is quick and wrong fails.

## What is promised

Of ${targets.length} promises this run kept ${kept} and missed ${missed}. What is promised is what every run on a quiet
machine keeps; what is aimed at is more than that, and some of it more than PostgreSQL itself does on such a machine
([decision 111](decisions/0111-what-a-request-holds-lies-on-its-answer.md)).

${promises(targets)}

What the engine promises is measured apart, by \`npm run bench -- --engine\`: [the last results](benchmark/engine.md).

## A page

${image(charts, 'page.svg')}

${image(charts, 'cost.svg')}

## As there is more of everything

A page shall cost the same at any depth, with any number of administrations, and however many records changed.

${image(charts, 'flat.svg')}

## Writes

Two clients send requests of ${about.batch} records one after the other. Invoices have three lines and two payments.

${image(charts, 'writes.svg')}

## The door

Token check, tenancy, limits and log are measured on a page of one record, where little else happens: by the service, by
the service with \`LOG_LEVEL=silent\`, and by its pages alone, mounted without anything around them.

${doorLines(results)
  .map((line) => `- ${line}`)
  .join('\n')}

## Whether the measurement can be trusted

${promises(instrumentOf(results))}

## Every figure

\`node_ms\` and \`pg_ms\` are milliseconds of processor time for each request; MB is resident memory after the run.

${table([head, ...cellsOf(results)], 2)}

## Measure it yourself

\`npm run bench\` takes about twenty minutes, \`npm run bench -- --quick\` two minutes; \`-- --help\` lists the rest.
With \`BENCH_DATABASE_URL\` it uses a PostgreSQL server of yours, and \`npm run bench -- --compare own.json server.json\`
compares two runs.
`
}

const peerSays = (was_there: boolean): string =>
  was_there
    ? `A page of 100 is asked of **${peer_name}** too, which makes an interface from tables by itself.`
    : `${peer_name} was not installed, and is not among the figures.`
