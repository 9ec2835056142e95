import { type DryRunKey, performDryRun } from '../follow_up/dry_run/runs.ts'
import { job } from './job.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    /** Counts what flows would do with everything that is open in an administration. */
    dry_run: DryRunKey
  }
}

export const dry_run = job('dry_run', {
  retries: { times: 2, first_s: 5, longest_s: 60 },
  longest_s: 1_800,
  alone: false,
  at_once: 1,
  reaches_outside: false,
  timetable: null,
  handle: (wanted, { database, now }, { last, signal }) =>
    performDryRun(database.db, wanted, { real_now: now(), last, signal }),
})
