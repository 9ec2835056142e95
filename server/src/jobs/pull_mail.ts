import { pullMailbox } from '../mail_in/pull.ts'
import { job } from './job.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    /** Takes in what came to the mailbox, where one is named. */
    pull_mail: Record<string, never>
  }
}

export const pull_mail = job('pull_mail', {
  // The next minute tries again.
  retries: { times: 0, first_s: 30, longest_s: 60 },
  longest_s: 600,
  alone: true,
  at_once: 1,
  reaches_outside: true,
  timetable: { cron: '* * * * *', timezone: 'UTC' },
  handle: async (_, { mail_in }) => {
    if (mail_in?.imap_url) await pullMailbox(mail_in, mail_in.imap_url)
  },
})
