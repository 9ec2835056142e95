import type { Change } from '../db/change.ts'
import type { KeptFiles } from './keep_files.ts'
import type { Arrived, MailTarget } from './mail_in.ts'
import { noteMail } from './note_mail.ts'

/** What a server, or whoever got a mail, reports about it. */
export async function takeReport(
  change: Change,
  arrived: Arrived,
  files: KeptFiles,
  target: MailTarget,
): Promise<boolean> {
  const kind = arrived.mail.report?.kind ?? 'bounce'
  return (await noteMail(change, arrived, files, { target, kind })) !== null
}
