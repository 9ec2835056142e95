import type { Queues } from '../db/queues.ts'
import { dry_run } from './dry_run.ts'
import { forgotten_password } from './forgotten_password.ts'
import { import_file } from './import_file.ts'
import type { Job } from './job.ts'
import { mail_notifications } from './mail_notifications.ts'
import { mail_reports } from './mail_reports.ts'
import { make_case_file } from './make_case_file.ts'
import { pull_mail } from './pull_mail.ts'
import { purge } from './purge.ts'
import { release_addresses } from './release_addresses.ts'
import { remind_unconfirmed } from './remind_unconfirmed.ts'
import { send_letter } from './send_letter.ts'
import { send_mail } from './send_mail.ts'
import { settle_letters } from './settle_letters.ts'
import { take_over_lines } from './take_over_lines.ts'

/** Every kind of job there is. */
export const jobs: readonly Job[] = [
  dry_run,
  forgotten_password,
  import_file,
  mail_notifications,
  mail_reports,
  make_case_file,
  pull_mail,
  purge,
  release_addresses,
  remind_unconfirmed,
  send_letter,
  send_mail,
  settle_letters,
  take_over_lines,
]

/** Their queues, as the migrator makes them: each has its own, under its own name. */
export const queues: Queues = Object.fromEntries(
  jobs.map(({ name, retries, longest_s, alone, reaches_outside }) => [
    name,
    { retries, longest_s, alone, reaches_outside },
  ]),
)
