import { deliverMail } from '../follow_up/send/delivery.ts'
import { job } from './job.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    /** `paced`: its turn among mails to the same domain has come. */
    send_mail: { mail_id: string; paced?: boolean }
  }
}

export const send_mail = job('send_mail', {
  // Servers that are down or in doubt are asked again for about a day.
  retries: { times: 20, first_s: 30, longest_s: 7_200 },
  longest_s: 600,
  alone: false,
  at_once: 8,
  reaches_outside: true,
  timetable: null,
  handle: (mail, needs, run) => deliverMail(needs, mail, run),
})
