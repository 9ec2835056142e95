import { takeOverLines } from '../resources/orders/staged_lines.ts'
import { job } from './job.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    /** Takes over the lines of an order that was accepted, if whoever accepted it could not. */
    take_over_lines: { administration_id: string; order_id: string }
  }
}

export const take_over_lines = job('take_over_lines', {
  retries: { times: 20, first_s: 5, longest_s: 600 },
  longest_s: 3_600,
  alone: false,
  at_once: 1,
  reaches_outside: false,
  timetable: null,
  handle: ({ administration_id, order_id }, { database, now }) =>
    takeOverLines({ db: database.db, administration_id, now: now() }, order_id),
})
