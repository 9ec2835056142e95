import { settleLetters } from '../follow_up/send/settle.ts'
import { job } from './job.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    /** Ends letters that no job of theirs will end any more. */
    settle_letters: Record<string, never>
  }
}

export const settle_letters = job('settle_letters', {
  retries: { times: 2, first_s: 30, longest_s: 300 },
  longest_s: 1_800,
  alone: true,
  at_once: 1,
  reaches_outside: true,
  timetable: { cron: '7 * * * *', timezone: 'UTC' },
  handle: (_, needs) => settleLetters(needs),
})
