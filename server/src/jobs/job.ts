import type { QueueSettings } from '../db/queues.ts'
import type { KeptMails } from '../mail/kept.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { RunningMailIn } from '../mail_in/start.ts'
import type { JobName, Jobs } from '../queue/jobs.ts'
import type { Queue, Run } from '../queue/queue.ts'
import type { Reading } from '../runtime/reads.ts'

/** What jobs work with: what verbs are performed with, and how mails go out and are kept. */
export type Needs = Reading & { mailer: Mailer; kept: KeptMails; mail_in?: RunningMailIn | null }

type Settings = QueueSettings & {
  /** How many of them one process works on at once. */
  at_once: number
  /** When it comes by itself, in one process of all: minute, hour, day, month, weekday; null when it does not. */
  timetable: { cron: string; timezone: string } | null
}

/** A kind of job, as the service takes it up. */
export type Job = Settings & { name: JobName; takeUp: (queue: Queue, needs: Needs) => Promise<void> }

/**
 * Defines a kind of job: how often it is tried, when it comes by itself, and what is done. It happens outside any
 * transaction, and must be safe to begin again. What it carries is added to `Jobs` in the same file.
 */
export function job<Name extends JobName>(
  name: Name,
  { handle, ...settings }: Settings & { handle: (data: Jobs[Name], needs: Needs, run: Run) => Promise<unknown> },
): Job {
  return {
    ...settings,
    name,
    takeUp: (queue, needs) =>
      queue.work(name, settings.at_once, async (data, run) => void (await handle(data, needs, run))),
  }
}
