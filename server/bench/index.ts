import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildData } from './data.ts'
import { makeDatabase } from './database.ts'
import { type Ending, makeEnding } from './ending.ts'
import { connections, makeEntries } from './entries.ts'
import { measure } from './measure.ts'
import { findPgbench } from './pgbench.ts'
import { tableOf } from './report.ts'
import { linesOf, targetsOf } from './targets.ts'

const usage = `npm run bench -- [options]

Measures the service beside a plain handler, bare node:http and pgbench, on this machine and in one run.

  --quick        20,000 debtors instead of 100,000, and shorter runs: under two minutes.
  --debtors N    So many debtors.
  --only keys    Only these cases, by the keys in cases.ts, with commas.
  --json file    Writes every figure there as well.

BENCH_DATABASE_URL names a PostgreSQL server to use instead of Dunlin's own; a database is made there and dropped.
BENCH_NODE_OPTIONS reaches the service alone, for --cpu-prof and the like.`

const { values: told } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    debtors: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const plan = told.quick ? { repeats: 3, run_ms: 500, warm_ms: 300 } : { repeats: 5, run_ms: 2000, warm_ms: 1000 }
const debtors = Number(told.debtors ?? (told.quick ? 20_000 : 100_000))

if (told.help) console.log(usage)
else {
  const ending = makeEnding()
  await run(ending).finally(ending.run)
}

async function run(ending: Ending): Promise<void> {
  const started = performance.now()
  if (!(debtors >= 2000)) throw new Error('--debtors must be 2000 or more.')
  const folder = await mkdtemp(join(tmpdir(), 'dunlin-bench-'))
  // As root the server runs as another user, who must be able to enter.
  await chmod(folder, 0o711)
  ending.add(() => rm(folder, { recursive: true, force: true }))
  progress('starting PostgreSQL')
  const { connection, url, server, postmaster } = await makeDatabase(folder, ending)
  const facts = await buildData(connection, debtors, progress)
  const keys = told.only?.split(',')
  const wanted = (key: string): boolean => keys === undefined || keys.includes(key)
  const entries = await makeEntries({ ending, folder, url, facts, wanted }, progress)
  const results = await measure(entries, { ...plan, postmaster }, progress)
  progress('')
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
  const targets = targetsOf(results)
  console.log(
    `${machine}; ${server}; ${debtors} debtors; ${connections} connections; medians of ${plan.repeats} rounds`,
  )
  console.log(`\n${tableOf(results)}\n`)
  if (findPgbench() === null) console.log('There is no pgbench on this machine, so the limit is not measured.\n')
  console.log(`${linesOf(targets)}\n\n${Math.round((performance.now() - started) / 1000)} s in all.`)
  if (told.json === undefined) return
  const about = { machine, server, debtors, connections, ...plan }
  await writeFile(resolve(told.json), `${JSON.stringify({ about, targets, results }, null, 2)}\n`)
}

/** One line that is written over; into a file each line stands by itself. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`)
  else if (line !== '') process.stderr.write(`${line}\n`)
}
