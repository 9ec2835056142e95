import type { Change } from '../db/change.ts'
import { noteComplaint, noteFailures } from '../follow_up/send/bounce.ts'
import type { Mailed } from '../mail/envelope.ts'
import type { KeptFiles } from './keep_files.ts'
import type { Arrived, MailTarget } from './mail_in.ts'
import { noteMail } from './note_mail.ts'
import { findReferred } from './referred.ts'
import { takeMessage } from './take_message.ts'

/**
 * What a server, or whoever got a mail, reports about it. One about a mail that we do not know is shown as a message
 * that counts as read.
 */
export async function takeReport(
  change: Change,
  arrived: Arrived,
  files: KeptFiles,
  target: MailTarget,
): Promise<boolean> {
  const { mail } = arrived
  if (mail.report === null) return false
  const about = mailedOf(target) ?? mailedOf(await findReferred(change.db, mail, change.administration_id))
  if (about === null) return takeMessage(change, { ...arrived, from_nobody: true }, files, target)
  const { report } = mail
  if ((await noteMail(change, arrived, files, { target, kind: report.kind })) === null) return false
  if (report.kind === 'complaint') await noteComplaint(change, about, report.addresses)
  else await noteFailures(change, about, report.failures)
  return true
}

/** What was mailed, where a target is that. */
function mailedOf(target: MailTarget | null): Mailed | null {
  if (target === null || target.use === 'note' || target.use === 'inbox') return null
  const { record, administration_id, id } = target
  return { administration_id, resource_type: record, resource_id: id }
}
