import pg from 'pg'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Connection, Database } from '../db/connect.ts'
import { listen } from '../db/listen.ts'
import { queue_schema, type Retries, retryOptions } from '../db/queues.ts'
import { jobs_channel } from './enqueue.ts'
import type { JobName, Jobs } from './jobs.ts'

/** How a run of a job ended: it is done, it will be tried again, or it is given up and kept as failed. */
export type JobOutcome = 'done' | 'again' | 'failed'

export type QueueOptions = {
  database: Database
  connection: Connection
  /** How often to look for jobs that no notification came for: those that are tried again, or whose process died. */
  poll_s: number
  /** Whether this process takes part in running the timetable. */
  timetable: boolean
  /** Other pauses than the queues were made with; tests cannot wait a day. */
  retries: Retries | null
  ended: (name: JobName, ending: JobOutcome) => void
  /** Runs a job, and may look at how long that takes. */
  around?: (<T>(name: string, work: () => Promise<T>) => Promise<T>) | undefined
  log: (error: unknown, about: string) => void
}

/** One run of a job. */
export type Run = {
  /** Whether this is the last time: if it fails now, it is given up. */
  last: boolean
  /** Aborted when the service stops and waits no longer: the job then runs again later. */
  signal: AbortSignal
}

export type Handler<Name extends JobName> = (data: Jobs[Name], run: Run) => Promise<void>

/** What a handler throws when there is no use in trying again. */
export class PermanentFailure extends Error {}

export type Queue = {
  /** Begins to take jobs of a kind, some of them at once. */
  work: <Name extends JobName>(name: Name, at_once: number, handler: Handler<Name>) => Promise<void>
  /** Sets when jobs come by themselves, for all processes; what is not named comes no longer. */
  setTimetable: (entries: readonly { job: JobName; cron: string; timezone: string }[]) => Promise<void>
  counts: () => Promise<{ queue: string; waiting: number; active: number; failed: number }[]>
  stop: (limit_ms?: number) => Promise<void>
}

/** A job under way may take this long to end when the service stops; the process itself has a little longer. */
const stop_ms = 6_000
const most_error_letters = 1_000

/**
 * Jobs on our own database, through the pool of the service. Enqueuing notifies every process; one of them takes the
 * job. A process that dies leaves its jobs to the others: they notice that the heart of the job stopped.
 */
export async function startQueue(options: QueueOptions): Promise<Queue> {
  const { poll_s, log } = options
  const look_s = Math.max(1, Math.min(30, poll_s))
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => options.database.pool.query({ text, values: values ?? [], types: pg.types }),
      listen: hear,
    },
    schema: queue_schema,
    useListenNotify: true,
    schedule: options.timetable,
    superviseIntervalSeconds: look_s,
    monitorIntervalSeconds: look_s,
    cronMonitorIntervalSeconds: look_s,
    cronWorkerIntervalSeconds: look_s,
    // Jobs that wait for other jobs: there are none.
    flowIntervalSeconds: 24 * 3_600,
  })
  boss.on('error', (error) => log(error, 'queue'))
  boss.on('warning', ({ message, data }) => log({ message, data }, 'queue'))
  const working = new Set<JobName>()

  /** The queue's ear is a connection of its own: a pooled one cannot listen. */
  async function hear(_: string, heard: (message: string) => void, back: () => void) {
    const note = (error: unknown): void => log(error, 'queue listener')
    const listener = listen(options.connection, jobs_channel, { heard, lost: () => {}, back }, note)
    await listener.ready
    return { close: listener.close }
  }

  try {
    await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false, close: false })
    throw error
  }
  const { retries } = options
  return {
    work: async (name, at_once, handler) => {
      if (retries) await boss.updateQueue(name, retryOptions(retries))
      working.add(name)
      const taking = {
        // More than one, so that a full batch is followed by the next one at once.
        batchSize: at_once,
        burstWhenBatchFull: at_once > 1,
        perJobResults: true,
        includeMetadata: true,
        pollingIntervalSeconds: Math.min(5, poll_s),
        notifyPollingIntervalSeconds: poll_s,
      } as const
      await boss.work<Jobs[typeof name], unknown, typeof taking>(name, taking, (jobs) =>
        Promise.all(jobs.map((job) => runJob(name, job, handler, options))),
      )
    },
    setTimetable: async (entries) => {
      for (const { name } of await boss.getSchedules()) {
        if (!entries.some(({ job }) => job === name)) await boss.unschedule(name)
      }
      for (const { job, cron, timezone } of entries) {
        // What came due while no process ran is done once when one runs again.
        await boss.schedule(job, cron, {}, { tz: timezone, missed: 'once' })
      }
    },
    counts: () => countJobs(boss),
    stop: async (limit_ms = stop_ms) => {
      await within(limit_ms, Promise.all([...working].map((name) => boss.offWork(name, { wait: true }))))
      // Whatever is still under way is put back, to run again.
      await boss.stop({ graceful: false, close: false })
    },
  }
}

async function countJobs(boss: PgBoss): ReturnType<Queue['counts']> {
  const all = (await boss.getQueues()).filter(({ name }) => !name.startsWith('__'))
  return all.map(({ name, queuedCount, activeCount, failedCount }) => ({
    queue: name,
    waiting: queuedCount,
    active: activeCount,
    failed: failedCount,
  }))
}

async function runJob<Name extends JobName>(
  name: Name,
  job: JobWithMetadata<Jobs[Name]>,
  handler: Handler<Name>,
  { ended, around, log }: QueueOptions,
): Promise<JobResult> {
  const last = job.retryCount >= job.retryLimit
  try {
    const work = (): Promise<void> => handler(job.data, { last, signal: job.signal })
    await (around ? around(name, work) : work())
    ended(name, 'done')
    return { id: job.id, status: 'completed' }
  } catch (error) {
    const hopeless = error instanceof PermanentFailure
    const ending = hopeless || last ? 'failed' : 'again'
    ended(name, ending)
    // The message alone is kept: an error of a library may carry what it was working on.
    const message = (error instanceof Error ? error.message : String(error)).slice(0, most_error_letters)
    log({ error, job: name, job_id: job.id, ending }, 'a job failed')
    return { id: job.id, status: hopeless ? 'deadletter' : 'failed', output: { message } }
  }
}

async function within(limit_ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit_ms)
  })
  await Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
