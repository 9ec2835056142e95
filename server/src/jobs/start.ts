import { mailReset } from '../auth/forgotten_password.ts'
import { areJobsHeld } from '../db/backup/restored_jobs.ts'
import type { Connection, Database } from '../db/connect.ts'
import type { Retries } from '../db/queues.ts'
import type { FileStore } from '../files/store.ts'
import type { KeptMails } from '../mail/kept.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { JobName } from '../queue/jobs.ts'
import { type Ending, type Queue, type QueueOptions, startQueue } from '../queue/queue.ts'
import { takeOverLines } from '../resources/orders/staged_lines.ts'
import { startTimetable } from './schedule.ts'

export type JobsOptions = {
  database: Database
  connection: Connection
  settings: { poll_s: number; timetable: boolean; retries: Retries | null }
  mailer: Mailer
  kept: KeptMails
  store: FileStore
  now: () => Date
  ended: (name: JobName, ending: Ending) => void
  /** Runs a job, and may look at how long that takes. */
  around?: QueueOptions['around']
  log: (error: unknown, about: string) => void
  /** Says what an operator should know. */
  tell: (line: string) => void
}

export type RunningJobs = { counts: Queue['counts']; stop: () => Promise<void> }

const again_ms = 1_000
const mails_at_once = 8

const held_words =
  'mails and the work of the night are held, because this database was restored: dunlin release-jobs lets them go'

/**
 * Begins to do what nobody waits for: mails, and the work of the night. Nobody waits for the beginning either: a
 * service serves, and can be stopped, while the database is away; it is tried again until it is there.
 */
export function startJobs(options: JobsOptions): RunningJobs {
  let queue: Queue | null = null
  let stopping = false
  let told = false
  let timer: NodeJS.Timeout | undefined
  const look_ms = Math.min(5, options.settings.poll_s) * 1_000

  const attempt = async (): Promise<void> => {
    try {
      queue ??= await begin(options)
      if (await areJobsHeld(options.database.pool)) {
        if (!told) options.tell(held_words)
        told = true
        return again(look_ms)
      }
      await beginOutside(queue, options)
      if (told) options.tell('mails and the work of the night go on')
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
  const { database, connection, settings, now, ended, around, log } = options
  const queue = await startQueue({ database, connection, ...settings, ended, around, log })
  try {
    await queue.work('forgotten_password', 4, (asked) => mailReset(database.db, { ...asked, now: now() }))
    await queue.work('take_over_lines', 1, ({ administration_id, order_id }) =>
      takeOverLines({ db: database.db, administration_id, now: now() }, order_id),
    )
    return queue
  } catch (error) {
    await queue.stop()
    throw error
  }
}

/** What reaches beyond the database: the queues that `outside_queues` names. */
async function beginOutside(queue: Queue, options: JobsOptions): Promise<void> {
  const { database, settings, mailer, kept, store, now } = options
  await queue.work('send_mail', mails_at_once, mailer.deliver)
  await startTimetable(queue, { db: database.db, kept, store, now, on: settings.timetable })
}
