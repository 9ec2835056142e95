import { job } from './job.ts'
import { remindUnconfirmed } from './unconfirmed.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    /** Mails people who signed up and did not confirm it yet. */
    remind_unconfirmed: Record<string, never>
  }
}

export const remind_unconfirmed = job('remind_unconfirmed', {
  retries: { times: 3, first_s: 300, longest_s: 3_600 },
  longest_s: 3_600,
  alone: true,
  at_once: 1,
  reaches_outside: true,
  // Mail comes when people are awake.
  timetable: { cron: '10 9 * * *', timezone: 'Europe/Amsterdam' },
  handle: (_, { database, now }) => remindUnconfirmed(database.db, now()),
})
