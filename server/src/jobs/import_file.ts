import { type ImportRun, performRun } from '../imports/run.ts'
import { job } from './job.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    /** Checks a file that somebody brings in, or imports it, as its row says. */
    import_file: ImportRun
  }
}

export const import_file = job('import_file', {
  retries: { times: 5, first_s: 2, longest_s: 60 },
  longest_s: 1_800,
  alone: false,
  // Somebody waits for it, so a small file need not wait for a large one.
  at_once: 2,
  reaches_outside: false,
  timetable: null,
  handle: (wanted, reading, { last, signal }) => performRun(reading, wanted, { last, signal }),
})
