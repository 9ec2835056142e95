import type { Config } from '../../config.ts'
import { dayIn } from '../../domain/days.ts'
import { readCertificate } from '../../mail_in/certificate.ts'
import { verifyMailbox } from '../../mail_in/pull.ts'
import { certificateRemedy, errorOf, type Finding, passed, problem, warning } from './finding.ts'

const renew_days = 14

/** Whether mail can come in: the certificate of our own server, and the mailbox; no mail is read. */
export async function examineMailIn({ mail_in }: Config, now: Date): Promise<Finding[]> {
  if (mail_in === null) return [passed('mail_in', 'MAIL_IN_ADDRESS is not set: answers do not come here.')]
  const { receiver, imap_url } = mail_in
  const findings = [receiver && (await examineReceiver(receiver, now)), imap_url && (await examineMailbox(imap_url))]
  return findings.filter((one) => one !== null && one !== '')
}

type ReceiverConfig = NonNullable<NonNullable<Config['mail_in']>['receiver']>

async function examineReceiver({ host, port, tls }: ReceiverConfig, now: Date): Promise<Finding> {
  if (tls === null) {
    const says = `Mail comes in at port ${port} of ${host} without TLS.`
    if (/^(127\.|::1$|localhost$)/.test(host)) return passed('mail_in', says)
    return warning('mail_in', says, 'Set MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY: other servers then deliver over TLS.')
  }
  const mend = 'Name the files of a certificate and its key in PEM, which Dunlin may read.'
  try {
    const { valid_to, names } = await readCertificate(tls)
    const says = `Mail comes in at port ${port} of ${host}, with a certificate for ${names} until ${dayIn(valid_to, 'UTC')}.`
    if (valid_to <= now)
      return problem('mail_in', says, 'The certificate has ended: renew it. Dunlin reads its files every hour.')
    const ends_soon = valid_to.getTime() - now.getTime() < renew_days * 86_400_000
    return ends_soon
      ? warning('mail_in', says, 'Renew it in time. Dunlin reads its files every hour.')
      : passed('mail_in', says)
  } catch (error) {
    return problem('mail_in', errorOf(error).message, mend)
  }
}

async function examineMailbox(imap_url: string): Promise<Finding> {
  const refused = await verifyMailbox(imap_url)
  if (refused === null) return passed('mail_in', 'The mailbox of IMAP_URL can be opened.')
  const otherwise =
    'Mend user, password, host and port in IMAP_URL (993 with imaps://, 143 with imap://), or let this machine reach it.'
  return problem('mail_in', refused, certificateRemedy(refused, 'IMAP_URL') ?? otherwise)
}
