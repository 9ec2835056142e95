import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, connect } from '../src/db/connect.ts'
import { buildData } from './data.ts'
import { makeDatabase } from './database.ts'
import type { Ending } from './ending.ts'
import { makeEntries } from './entries.ts'
import { untilFollowed } from './followed.ts'
import { measure, memoryAtRest, type Plan } from './measure.ts'
import type { Outcome } from './outcome.ts'
import { findPeer } from './peer.ts'
import { findPgbench } from './pgbench.ts'
import type { Progress } from './progress.ts'
import type { Size } from './size.ts'
import { targetsOf } from './targets.ts'

/** What to measure, with how much; on Dunlin's own PostgreSQL unless a server is given. */
type Wish = { size: Size; plan: Plan; only?: readonly string[] | undefined; on?: Connection | undefined }

/** Builds the data, puts everybody on the stage and measures. */
export async function runBench(
  { size, plan, only, on }: Wish,
  ending: Ending,
  progressOf: (what: string) => Progress,
): Promise<Outcome> {
  const started = performance.now()
  const [load_before = 0] = loadavg()
  const folder = await mkdtemp(join(tmpdir(), 'dunlin-bench-'))
  // As root the server runs as another user, who must be able to enter.
  await chmod(folder, 0o711)
  // After a signal somebody may still be writing a last file.
  ending.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  const building = progressOf('data')
  building(0, 'starting PostgreSQL')
  const { connection, url, server, embedded, postmaster } = await makeDatabase(folder, ending, on)
  const facts = await buildData(connection, size, building)
  building(1, 'there')
  const wanted = (key: string): boolean => only?.includes(key) ?? true
  const measuring = progressOf('measuring')
  const entries = await makeEntries({ ending, folder, url, facts, wanted, connections: plan.connections }, (line) =>
    measuring(0, line),
  )
  if (entries.length === 0) throw new Error(`There is no such case: ${only?.join(', ')}`)
  const database = connect(connection, { connections: 1, application: 'dunlin bench' })
  ending.add(() => database.close())
  const results = await measure(entries, plan, postmaster, measuring, () => untilFollowed(database))
  measuring(0.99, 'the service rests')
  const rest_mb = await memoryAtRest(entries, plan.rest_ms)
  measuring(1, 'done')
  const about = {
    day: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
    server,
    embedded,
    pgbench: findPgbench() !== null,
    peer: findPeer() !== null,
    ...size,
    ...plan,
    load_before,
    seconds: Math.round((performance.now() - started) / 1000),
  }
  return { about, targets: targetsOf(results, rest_mb), results }
}
