import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, connect, type Database } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate.ts'
import { lookAtAll, noneFailing } from '../src/follow_up/look/look_at_all.ts'
import { performOnce } from '../src/follow_up/look/perform_once.ts'
import { scheduleAll } from '../src/follow_up/look/schedule.ts'
import { standingOf } from '../src/follow_up/look/standing.ts'
import type { Working } from '../src/follow_up/look/working.ts'
import { queues } from '../src/jobs/index.ts'
import { makeDatabase } from './database.ts'
import type { Ending } from './ending.ts'
import { buildEngineData, type EngineSize, engine_now } from './engine_data.ts'
import { costOfChange } from './engine_writes.ts'
import type { Target } from './outcome.ts'
import { memoryOf } from './processes.ts'
import type { Progress } from './progress.ts'
import { atMost } from './targets.ts'

/** What the engine promises, and what this run says of it. */
export type EngineOutcome = { size: EngineSize; load_before: number; targets: Target[] }

/** The size that the promises are made for. */
export const promised_size: EngineSize = { looked_at: 100_000, reminded: 10_000, paid: 2 }

/** Looks at everybody, and reminds, as the service does: portion by portion, each in its transaction. */
export async function runEngine(
  { size, on }: { size: EngineSize; on?: Connection | undefined },
  ending: Ending,
  progressOf: (what: string) => Progress,
): Promise<EngineOutcome> {
  const [load_before = 0] = loadavg()
  const folder = await mkdtemp(join(tmpdir(), 'dunlin-bench-'))
  // As root the server runs as another user, who must be able to enter.
  await chmod(folder, 0o711)
  ending.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  const { connection, url } = await makeDatabase(folder, ending, on)
  await migrate(connection, queues)
  const database = connect(connection, { connections: 4, application: 'dunlin bench' })
  ending.add(() => database.close())
  const building = progressOf('data')
  const { looked_at, reminded } = await buildEngineData(database, size, building)
  building(1, 'there')

  const progress = progressOf('engine')
  const first = await lookAtEverybody(database, looked_at, size.looked_at, progress)
  await scheduleAll({ db: database.db, administration_id: looked_at })
  await database.pool.query('vacuum (analyze) agenda, agenda_records')
  const again = await lookAtEverybody(database, looked_at, size.looked_at, progress)
  await lookAtEverybody(database, reminded, size.reminded, progress)
  const performed = await performAll(database, reminded, size.reminded, progress)
  const { rows } = await database.pool.query<{ letters: number }>(
    'select count(*)::integer as letters from letters where day = $1',
    ['2026-11-16'],
  )
  if (rows[0]?.letters !== size.reminded)
    throw new Error(`${rows[0]?.letters} letters were written, not ${size.reminded}.`)
  // Nobody but those who write has anything to do from here on.
  await database.pool.query('update engine_states set next_look_at = null')
  const rounds = size.looked_at < promised_size.looked_at ? 1 : 15
  const dearer = await costOfChange(database, { ending, folder, url, rounds }, progress)
  progress(1, 'done')
  return { size, load_before, targets: targetsOf(size, { first, again, performed, dearer }) }
}

type Timed = { seconds: number; grown_mb: number }
type Figures = { first: Timed; again: Timed; performed: Timed; dearer: number }

/** What is promised for the whole size is promised for a part of it in proportion, but never less than a second. */
function targetsOf({ looked_at, reminded }: EngineSize, { first, again, performed, dearer }: Figures): Target[] {
  const share = (seconds: number, part: number): number => Math.max(1, Math.ceil(seconds * part))
  const part = looked_at / promised_size.looked_at
  return [
    atMost(`seconds to look at ${looked_at} debtors of whom nothing is due`, again.seconds, { kept: share(10, part) }),
    atMost(`seconds to look at ${looked_at} debtors for the first time`, first.seconds, { kept: share(60, part) }),
    atMost(`seconds to perform ${reminded} reminders`, performed.seconds, {
      kept: share(60, reminded / promised_size.reminded),
    }),
    atMost('% more that a change of 1,000 invoices takes with the engine on', dearer, { kept: 5 }),
    atMost('MB that memory grew by while it looked', again.grown_mb, { kept: 50 }),
    atMost('MB that memory grew by while it performed', performed.grown_mb, { kept: 50 }),
  ]
}

/** How often the memory is looked at while the engine works. */
const sample_ms = 25

/** Runs portions until one is empty, and says how long that took, and how much memory grew from begin to peak. */
async function timed(portion: () => Promise<number>, report: (done: number) => void): Promise<Timed> {
  const before = memoryOf(process.pid) ?? 0
  let most = before
  const sample = (): void => {
    most = Math.max(most, memoryOf(process.pid) ?? 0)
  }
  const sampling = setInterval(sample, sample_ms)
  const started = performance.now()
  let done = 0
  for (let some = await portion(); some > 0; some = await portion()) {
    done += some
    sample()
    report(done)
  }
  const seconds = (performance.now() - started) / 1000
  clearInterval(sampling)
  return { seconds, grown_mb: most - before }
}

async function lookAtEverybody(
  { db }: Database,
  administration_id: string,
  count: number,
  progress: Progress,
): Promise<Timed> {
  const day = await standingOf(db, administration_id, engine_now)
  return timed(
    () => lookAtAll({ db, administration_id, log: fail }, day, noneFailing()),
    (done) => progress(Math.min(0.99, done / count), `${done} debtors looked at`),
  )
}

/** What goes wrong for one debtor makes a measurement worthless. */
function fail(error: unknown): never {
  throw error
}

function performAll({ db }: Database, administration_id: string, count: number, progress: Progress): Promise<Timed> {
  const { signal } = new AbortController()
  const working: Working = {
    db,
    administration_id,
    now: () => engine_now,
    taken_by: 'bench',
    signal,
    performed: () => {},
    log: fail,
  }
  return timed(
    async () => (await performOnce(working)).debtors,
    (done) => progress(Math.min(0.99, done / count), `${done} debtors written to`),
  )
}
