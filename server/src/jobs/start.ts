import { areJobsHeld } from '../db/backup/restored_jobs.ts'
import type { Connection } from '../db/connect.ts'
import type { Retries } from '../db/queues.ts'
import type { JobName } from '../queue/jobs.ts'
import { type JobOutcome, type Queue, type QueueOptions, startQueue } from '../queue/queue.ts'
import { jobs } from './index.ts'
import type { Needs } from './job.ts'

export type JobsOptions = Needs & {
  connection: Connection
  settings: { poll_s: number; timetable: boolean; retries: Retries | null }
  ended: (name: JobName, ending: JobOutcome) => void
  /** Runs a job, and may look at how long that takes. */
  around?: QueueOptions['around']
  log: (error: unknown, about: string) => void
  /** Logs what an operator should know. */
  warn: (line: string) => void
}

export type RunningJobs = { counts: Queue['counts']; stop: () => Promise<void> }

const again_ms = 1_000

const held_words =
  'mails and the work of the night are held, because this database was restored: dunlin release-jobs lets them go'

/**
 * Begins to do what nobody waits for: mails, and the work of the night. Nobody waits for the beginning either: a
 * service serves, and can be stopped, while the database is away; it is tried again until it is there.
 */
export function startJobs(options: JobsOptions): RunningJobs {
  let queue: Queue | null = null
  let stopping = false
  let logged = false
  let timer: NodeJS.Timeout | undefined
  const look_ms = Math.min(5, options.settings.poll_s) * 1_000

  const attempt = async (): Promise<void> => {
    try {
      queue ??= await begin(options)
      if (await areJobsHeld(options.database.pool)) {
        if (!logged) options.warn(held_words)
        logged = true
        return again(look_ms)
      }
      await beginOutside(queue, options)
      if (logged) options.warn('mails and the work of the night go on')
    } catch (error) {
      options.log(error, 'jobs do not run yet')
      // All over again, so that nothing is taken up twice.
      await queue?.stop().catch(() => {})
      queue = null
      again(again_ms)
    }
  }
  const again = (ms: number): void => {
    if (!stopping) timer = setTimeout(retry, ms).unref()
  }
  const retry = (): void => {
    trying = attempt()
  }
  let trying = attempt()
  return {
    counts: async () => (await queue?.counts()) ?? [],
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      await trying
      await queue?.stop()
      options.mailer.close()
    },
  }
}

/** What stays within the database, and runs whatever became of it. */
async function begin(options: JobsOptions): Promise<Queue> {
  const { database, connection, settings, ended, around, log } = options
  const queue = await startQueue({ database, connection, ...settings, ended, around, log })
  try {
    for (const one of jobs) if (!one.reaches_outside) await one.takeUp(queue, options)
    return queue
  } catch (error) {
    await queue.stop()
    throw error
  }
}

/** What reaches beyond the database, and the timetable, which is set when this process takes part in that. */
async function beginOutside(queue: Queue, options: JobsOptions): Promise<void> {
  for (const one of jobs) if (one.reaches_outside) await one.takeUp(queue, options)
  if (options.settings.timetable) await queue.setTimetable(timetable)
}

/** What happens by itself, and when. */
export const timetable = jobs.flatMap(({ name, timetable: times }) => (times ? [{ job: name, ...times }] : []))
