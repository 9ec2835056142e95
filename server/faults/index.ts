import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeEnding } from '../bench/ending.ts'
import { hostile } from './hostile.ts'
import { soak } from './soak.ts'

const usage = `npm run faults -- [options]

Without options: the tests of faults in their long form, some ten minutes.

  --soak SECONDS   Instead, runs the service at a part of its capacity for so long, with writes, reads and refreshes,
                   while workers are killed, the database is restarted and killed, and connections are cut. In the end
                   everything is compared.
  --webhooks       With --soak: three webhooks get all events, a healthy one, a slow one and a dead one, and it is
                   compared that each has every event in the end.
  --hostile SECONDS
                   Instead, sends what attackers send for so long, at random and together, beside ordinary traffic:
                   broken-off and slow bodies, giant JSON and forms, floods, clients that are killed. In the end it
                   says whether nobody waited, nothing ended, memory came back and each request has its line.
  --seed NUMBER    The same attacks again, as far as chance decides them.
  --load SHARE     The part of the capacity, 0.7 unless given.
  --workers N      Processes that serve; 2 unless given, and 1 for --hostile.`

const { values: options } = parseArgs({
  options: {
    soak: { type: 'string' },
    webhooks: { type: 'boolean', default: false },
    load: { type: 'string', default: '0.7' },
    hostile: { type: 'string' },
    seed: { type: 'string' },
    workers: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

/** The tests that a fault belongs to. */
const tests = [
  'server/test/kills.test.ts',
  'server/test/connections_cut.test.ts',
  'server/test/workers.test.ts',
  'server/test/overload.test.ts',
  'server/test/bounded_memory.test.ts',
  'server/test/disconnects.test.ts',
  'server/test/broken_off.test.ts',
  'server/test/hostile_bodies.test.ts',
  'server/test/uncaught.test.ts',
  'server/test/full_disk.test.ts',
  'server/test/clock_jumps.test.ts',
  'server/test/sync_under_fire.test.ts',
  'server/src/db/embedded/recovery.test.ts',
  'server/src/db/migrate.test.ts',
  'server/src/mail/mailer.test.ts',
]

if (options.help) console.log(usage)
else if (options.soak === undefined && options.hostile === undefined) process.exitCode = await runTests()
else {
  const attacked = options.hostile !== undefined
  const seconds = Number(options.hostile ?? options.soak)
  const load = Number(options.load)
  const { webhooks } = options
  const workers = Number(options.workers ?? (attacked ? 1 : 2))
  const seed = Number(options.seed ?? Math.floor(Math.random() * 1_000_000))
  if (!(seconds >= 10 && seconds <= 86_400)) throw new Error('--soak and --hostile must be 10 to 86400 seconds.')
  if (!(load > 0 && load <= 2)) throw new Error('--load must be a share such as 0.7.')
  if (!(workers >= 1 && workers <= 64)) throw new Error('--workers must be 1 or more.')
  if (!Number.isInteger(seed)) throw new Error('--seed must be a whole number.')
  const ending = makeEnding()
  const run = attacked
    ? hostile({ seconds, workers, seed }, ending)
    : soak({ seconds, load, workers, webhooks }, ending)
  process.exitCode = await run.finally(ending.run)
}

function runTests(): Promise<number> {
  const run = fileURLToPath(new URL('../test/run.ts', import.meta.url))
  const long = { KILLS: '40', FAULT_ROUNDS: '20', SYNC_SECONDS: '60', KILL_SECONDS: '60', TEST_TIMEOUT_MS: '1200000' }
  const child = spawn(process.execPath, [run, ...tests], { stdio: 'inherit', env: { ...process.env, ...long } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
