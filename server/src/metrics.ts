import type pg from 'pg'
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

import { readersOf } from './db/readers.ts'

type JobCounts = { queue: string; waiting: number; active: number; failed: number }[]

type Lag = { follower: string; seconds: number; behind: number; failing: number }

type Options = {
  pool: pg.Pool
  version: string
  /** Every queue that there is. */
  queues: readonly string[]
  countJobs: () => Promise<JobCounts>
  /** Everybody who follows what happens, and how far behind they are. */
  followers: readonly string[]
  lag: () => Promise<Lag[]>
  /** For how many seconds the administration waits that waits longest for the engine; null: nobody knows. */
  engineLag: () => Promise<number | null>
  /** How many seconds ago the last backup was made; null: none was, or nobody knows. */
  backupAge: () => Promise<number | null>
  isReachable: () => boolean
  /** How many open pages hear of changes. */
  liveStreams: () => number
  /** Whether this process has the port where mail comes in; null: none comes in by a port. */
  mailListens: () => boolean | null
}

/** Whoever counts failures by what was added in a while has to see nothing first. */
const endings = ['done', 'again', 'failed']
const guessed = { route: 'POST /console/sign_in', statuses: ['401', '429'] }

/** What operators watch, as Prometheus text. */
export function makeMetrics(options: Options) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = durations(registry)
  watchProcess(registry, options)
  watchJobs(registry, options)
  watchBackups(registry, options)
  watchMailIn(registry, options)
  const { runs, turned_away, uncaught } = counters(registry, options.queues)
  // Finding the numbers of a route by its labels costs more than changing them.
  const observers = new Map<string, Histogram.Internal<'route' | 'status'>>()
  function observerOf(route: string, status: number): Histogram.Internal<'route' | 'status'> {
    const key = `${status} ${route}`
    const known = observers.get(key)
    if (known) return known
    const found = duration.labels(route, String(status))
    observers.set(key, found)
    return found
  }
  return {
    enginePerformed: engineMetrics(registry, options),
    followerHandled: followerMetrics(registry, options.followers, options.lag),
    jobEnded: (queue: string, ending: string): void => runs.inc({ queue, ending }),
    observe: (route: string, status: number, seconds: number): void => observerOf(route, status).observe(seconds),
    turnedAway: (reason: string): void => turned_away.inc({ reason }),
    uncaught: (origin: string): void => uncaught.inc({ origin }),
    webhookAttempted: webhookMetrics(registry),
    /** The numbers of this process, for whoever adds up several. */
    values: (): Promise<MetricObjectWithValues<MetricValue<string>>[]> => registry.getMetricsAsJSON(),
    text: (): Promise<string> => registry.metrics(),
    type: registry.contentType,
  }
}

function durations(registry: Registry): Histogram<'route' | 'status'> {
  const duration = new Histogram({
    name: 'dunlin_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  for (const status of guessed.statuses) duration.zero({ route: guessed.route, status })
  return duration
}

/** The process itself, and its way to the database. */
function watchProcess(registry: Registry, { pool, version, isReachable, liveStreams }: Options): void {
  new Gauge({
    name: 'dunlin_build_info',
    help: 'Always 1; its labels hold the version of Dunlin and of Node.',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1)
  new Gauge({ name: 'dunlin_processes', help: 'Processes that serve.', registers: [registry] }).set(1)
  new Gauge({
    name: 'dunlin_database_up',
    help: 'Whether the database can be reached: 1, or 0 as soon as one process noticed that it cannot.',
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.set(isReachable() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'dunlin_database_connections',
    help: 'Connections to the database, by what they are doing.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount + readersOf(pool).spares())
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'dunlin_live_streams',
    help: 'Open pages that are notified of changes.',
    registers: [registry],
    collect() {
      this.set(liveStreams())
    },
  })
}

function watchJobs(registry: Registry, { countJobs }: Options): void {
  new Gauge({
    name: 'dunlin_jobs',
    help: 'Jobs of all processes, by queue and state, as counted in the last minute. Failed ones are kept for a week.',
    labelNames: ['queue', 'state'],
    // Each process counts the jobs of all.
    aggregator: 'max',
    registers: [registry],
    async collect() {
      for (const { queue, ...states } of await countJobs()) {
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count)
      }
    },
  })
}

/** There is no number until a backup was made: whoever backs up in another way has no use for one that only grows. */
function watchBackups(registry: Registry, { backupAge }: Options): void {
  new Gauge({
    name: 'dunlin_backup_age_seconds',
    help: 'How long ago dunlin backup wrote the last backup of this database.',
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const seconds = await backupAge()
      if (seconds === null) this.remove()
      else this.set(seconds)
    },
  })
}

/** There is no number where no mail comes in by a port. */
function watchMailIn(registry: Registry, { mailListens }: Options): void {
  new Gauge({
    name: 'dunlin_mail_in_up',
    help: 'Whether one of our processes has the port where mail comes in: 1, or 0 when another program does.',
    // Of several processes one has it.
    aggregator: 'max',
    registers: [registry],
    collect() {
      const listens = mailListens()
      if (listens === null) this.remove()
      else this.set(listens ? 1 : 0)
    },
  })
}

/** What only grows. A number that begins with nothing can be seen to grow. */
function counters(registry: Registry, queues: Options['queues']) {
  const runs = new Counter({
    name: 'dunlin_job_runs_total',
    help: 'Runs of jobs in this process, by how they ended: done, again (it will be tried again), failed (given up).',
    labelNames: ['queue', 'ending'],
    registers: [registry],
  })
  for (const queue of queues) for (const ending of endings) runs.inc({ queue, ending }, 0)
  const turned_away = new Counter({
    name: 'dunlin_turned_away_total',
    help: 'Requests that were refused with 503 because there was more to do than could be done, by what was lacking.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of ['event_loop', 'database', 'memory']) turned_away.inc({ reason }, 0)
  const uncaught = new Counter({
    name: 'dunlin_uncaught_errors_total',
    help: 'Errors that nobody caught, by where they came from. Each ends its process, after the requests under way.',
    labelNames: ['origin'],
    registers: [registry],
  })
  for (const origin of ['uncaughtException', 'unhandledRejection']) uncaught.inc({ origin }, 0)
  return { runs, turned_away, uncaught }
}

/** What the engine does; returns what counts its portions. */
function engineMetrics(registry: Registry, { engineLag }: Options) {
  const registers = [registry]
  new Gauge({
    name: 'dunlin_engine_lag_seconds',
    help: 'For how long the administration waits that waits longest for the engine to look at it.',
    aggregator: 'max',
    registers,
    async collect() {
      const seconds = await engineLag()
      if (seconds !== null) this.set(seconds)
    },
  })
  const steps = new Counter({ name: 'dunlin_engine_steps_total', help: 'Steps that the engine performed.', registers })
  const letters = new Counter({
    name: 'dunlin_engine_letters_total',
    help: 'Letters that the engine wrote.',
    registers,
  })
  return (performed: { steps: number; letter_ids: readonly string[] }): void => {
    steps.inc(performed.steps)
    letters.inc(performed.letter_ids.length)
  }
}

/** What is sent to webhooks; returns what counts attempts. */
function webhookMetrics(registry: Registry) {
  const attempts = new Counter({
    name: 'dunlin_webhook_attempts_total',
    help: 'Events that this process sent to webhooks, by how it ended: delivered, failed (also when tried again).',
    labelNames: ['ending'],
    registers: [registry],
  })
  for (const ending of ['delivered', 'failed']) attempts.inc({ ending }, 0)
  return (ending: 'delivered' | 'failed'): void => attempts.inc({ ending })
}

/** How followers get on; returns what counts their portions. */
function followerMetrics(registry: Registry, names: readonly string[], lag: Options['lag']) {
  const registers = [registry]
  // Each process measures all of them.
  const shared = { labelNames: ['follower'], aggregator: 'max', registers } as const
  const owners = new Gauge({
    name: 'dunlin_follower_behind',
    help: 'Administrations and companies with news that a follower has not seen, by follower.',
    ...shared,
  })
  const failing = new Gauge({
    name: 'dunlin_follower_failing',
    help: 'Administrations and companies in which a follower failed and will try again, by follower.',
    ...shared,
  })
  new Gauge({
    name: 'dunlin_follower_lag_seconds',
    help: 'For how long the oldest news wait that a follower has not seen, by follower.',
    ...shared,
    async collect() {
      for (const one of await lag()) {
        this.set({ follower: one.follower }, one.seconds)
        owners.set({ follower: one.follower }, one.behind)
        failing.set({ follower: one.follower }, one.failing)
      }
    },
  })
  const portions = new Counter({
    name: 'dunlin_follower_portions_total',
    help: 'Portions that followers of this process were given, by how it ended: done, again (it will be tried again).',
    labelNames: ['follower', 'ending'],
    registers,
  })
  for (const follower of names) for (const ending of ['done', 'again']) portions.inc({ follower, ending }, 0)
  return (follower: string, ending: 'done' | 'again'): void => portions.inc({ follower, ending })
}
