import { mailReset } from '../auth/forgotten_password.ts'
import { job } from './job.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    /** Somebody at this address said that they forgot their password. */
    forgotten_password: { email_address: string; address: string }
  }
}

export const forgotten_password = job('forgotten_password', {
  retries: { times: 5, first_s: 10, longest_s: 600 },
  longest_s: 60,
  alone: false,
  at_once: 4,
  reaches_outside: false,
  timetable: null,
  handle: (asked, { database, now }) => mailReset(database.db, { ...asked, now: now() }),
})
