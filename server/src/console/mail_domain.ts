import { type Actions, call } from '../api/actions.ts'
import { boolean, listOf, oneOf, text, textList } from '../api/field.ts'
import { findMailDomain } from '../mail/dkim.ts'
import { type Checked, checkDomain } from '../mail/domain_check.ts'

/** Who mails are from, as the operator set it. */
export type MailSender = Pick<Checked, 'from_domain' | 'return_domain' | 'smtp_host'> & {
  dns_servers: readonly string[] | null
}

/** Whether other servers believe mails that we send. */
export const mailDomainCalls = (sender: MailSender): Actions => ({
  check: call({
    method: 'GET',
    path: '/console/mail_domain',
    reach: 'company',
    description: 'Looks up whether the domain of our mails says what other servers ask for, and which lines it lacks.',
    body: {},
    answer: {
      domain: text('Domain that mails are from.').required(),
      signed: boolean('Whether mails are signed.').required(),
      checks: listOf(
        {
          name: oneOf(['spf', 'dkim', 'dmarc'], 'What is looked for.').required(),
          state: oneOf(['ok', 'missing', 'wrong', 'unreachable'], 'What was found.').required(),
          host: text('Name in DNS under which it stands.').required(),
          found: textList('What stands there.').required(),
          line: text('What should stand there.').required(),
        },
        'Every line.',
      ).required(),
    },
    run: async ({ db }) => {
      const { dns_servers, ...from } = sender
      const domain = await findMailDomain(db, from.from_domain)
      const checks = await checkDomain({ ...from, domain, ...(dns_servers ? { dns_servers } : {}) })
      return { domain: from.from_domain, signed: domain !== null, checks }
    },
  }),
})
