import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compare } from './compare.ts'
import { writeDocs, writeEngineDocs } from './docs.ts'
import { makeEnding } from './ending.ts'
import { promised_size, runEngine } from './engine_run.ts'
import type { Plan } from './measure.ts'
import type { Outcome } from './outcome.ts'
import { peer_name } from './peer.ts'
import { makeProgress } from './progress.ts'
import { aboutLine, tableOf } from './report.ts'
import { runBench } from './run.ts'
import type { Size } from './size.ts'
import { instrumentOf, linesOf } from './targets.ts'

const usage = `npm run bench -- [options]

Measures the service beside a plain handler, bare node:http, and pgbench and Platformatic DB where installed, on
this machine and in one run.

  --quick            Less data and shorter runs: two minutes instead of twenty.
  --debtors N        So many debtors in the large administration.
  --administrations N  So many small administrations.
  --engine           Measures how quickly debtors are looked at and reminded, instead of requests.
  --only keys        Only these cases, by their keys, with commas.
  --json file        Writes every figure there as well.
  --docs             Writes docs/benchmark.md and its charts, or docs/benchmark/engine.md, from this run.
  --from file        Prints and writes what an earlier run saved with --json, instead of measuring.
  --compare a b      Compares two files of --json: how quick the first was against the second.

BENCH_DATABASE_URL names a PostgreSQL server to use instead of Dunlin's own; a database is made there and dropped.
BENCH_PEERS names the folder in which Platformatic DB was installed, unless that is this one.
BENCH_NODE_OPTIONS reaches the service alone, for --cpu-prof and the like.`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    debtors: { type: 'string' },
    administrations: { type: 'string' },
    engine: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
    docs: { type: 'boolean', default: false },
    from: { type: 'string' },
    compare: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (options.help) console.log(usage)
else if (options.engine) await measureEngine()
else if (options.compare) console.log(await compareFiles(positionals))
else await report(options.from === undefined ? await measured() : await readOutcome(options.from))

function measured(): Promise<Outcome> {
  const standard: Size = options.quick
    ? { debtors: 6000, administrations: 50, batch: 250, batches: 2 }
    : { debtors: 100_000, administrations: 1000, batch: 1000, batches: 4 }
  const size: Size = {
    ...standard,
    debtors: Number(options.debtors ?? standard.debtors),
    administrations: Number(options.administrations ?? standard.administrations),
  }
  const plan: Plan = options.quick
    ? { repeats: 2, run_ms: 250, warm_ms: 200, first_warm_ms: 200, rest_ms: 2_000, connections: 16 }
    : { repeats: 4, run_ms: 1000, warm_ms: 800, first_warm_ms: 4_000, rest_ms: 75_000, connections: 16 }
  if (!(size.debtors >= 2000)) throw new Error('--debtors must be 2000 or more.')
  if (!(size.administrations >= 1)) throw new Error('--administrations must be 1 or more.')
  const ending = makeEnding()
  const only = options.only?.split(',')
  const on = process.env.BENCH_DATABASE_URL || undefined
  return runBench({ size, plan, only, on }, ending, (what) => makeProgress(what, process.stderr)).finally(ending.run)
}

async function measureEngine(): Promise<void> {
  const looked_at = Number(options.debtors ?? (options.quick ? 5_000 : promised_size.looked_at))
  if (!(looked_at >= 100)) throw new Error('--debtors must be 100 or more.')
  const size = { ...promised_size, looked_at, reminded: Math.min(promised_size.reminded, Math.ceil(looked_at / 10)) }
  const ending = makeEnding()
  const on = process.env.BENCH_DATABASE_URL || undefined
  const outcome = await runEngine({ size, on }, ending, (what) => makeProgress(what, process.stderr)).finally(
    ending.run,
  )
  console.log(`${linesOf(outcome.targets)}\n\nThe load of the machine was ${outcome.load_before.toFixed(1)} before.`)
  if (options.json !== undefined) await writeFile(resolve(options.json), `${JSON.stringify(outcome, null, 2)}\n`)
  const day = new Date().toISOString().slice(0, 10)
  if (options.docs) console.log(`Written: ${await writeEngineDocs(outcome, day)}`)
}

async function report(outcome: Outcome): Promise<void> {
  const { about, targets, results } = outcome
  console.log(`${aboutLine(about)}\n\n${tableOf(results)}\n`)
  if (!about.pgbench) console.log('There was no pgbench on the machine, so the limit was not measured.\n')
  if (!about.peer) console.log(`${peer_name} is not installed here, so it was not measured.\n`)
  console.log(`${linesOf(targets)}\n\n${linesOf(instrumentOf(results))}\n\n${about.seconds} s in all.`)
  if (options.json !== undefined) await writeFile(resolve(options.json), `${JSON.stringify(outcome, null, 2)}\n`)
  if (options.docs) console.log(`Written: ${(await writeDocs(outcome)).join(', ')}`)
}

async function compareFiles([one, other]: string[]): Promise<string> {
  if (one === undefined || other === undefined) throw new Error('--compare needs two files of --json.')
  return compare(await readOutcome(one), await readOutcome(other))
}

/** A file that an earlier run wrote. */
async function readOutcome(file: string): Promise<Outcome> {
  return JSON.parse(await readFile(resolve(file), 'utf8')) as Outcome
}
