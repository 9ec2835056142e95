import { releaseAddresses } from '../follow_up/send/marks.ts'
import { job } from './job.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    /** Lets mail go again to addresses that did not take it for a while. */
    release_addresses: Record<string, never>
  }
}

export const release_addresses = job('release_addresses', {
  retries: { times: 2, first_s: 30, longest_s: 300 },
  longest_s: 600,
  alone: true,
  at_once: 1,
  reaches_outside: true,
  timetable: { cron: '23 * * * *', timezone: 'UTC' },
  handle: (_, { database: { db }, now }) => releaseAddresses(db, now()),
})
