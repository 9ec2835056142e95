import { clock } from '../clock.ts'
import { partsOf } from '../domain/mail_address.ts'
import { openStore } from '../files/store.ts'
import { makeMailDomain } from '../mail/dkim.ts'
import { checkDomain } from '../mail/domain_check.ts'
import { type Command, given, json_option, Mistake, print } from './command.ts'
import { withDatabase } from './on_database.ts'

export const mail_domain: Command = {
  summary: 'Make the key that mails from a domain are signed with, and print the lines for its DNS.',
  usage: 'dunlin mail-domain [--domain example.com] [--renew]',
  options: {
    domain: { takes: { type: 'string' }, sentence: 'Domain; that of MAIL_FROM unless given.' },
    renew: { takes: { type: 'boolean' }, sentence: 'Make another key, under another name.' },
    json: json_option,
  },
  run: (values) =>
    withDatabase(async ({ db }, config) => {
      const domain = (given(values, 'domain') ?? partsOf(config.mail_from.address).domain).toLowerCase()
      if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) throw new Mistake('--domain must be a domain: example.com.')
      const now = clock.now()
      const { link_key } = await openStore({ ...config, now })
      const made = await makeMailDomain(db, link_key, { domain, renew: values.renew === true, now })
      const checks = await checkDomain({
        from_domain: domain,
        return_domain: config.mail_in ? partsOf(config.mail_in.address).domain : domain,
        smtp_host: config.smtp_url === null ? null : new URL(config.smtp_url).hostname,
        domain: made,
        ...(config.dns_servers ? { dns_servers: config.dns_servers } : {}),
      })
      print(values, { ...made, checks }, [
        `Mails from ${domain} are signed within a minute. Its DNS needs these lines, each of type TXT:`,
        ...checks.flatMap(({ host, line, state }) => ['', `${host}  (${state})`, `  ${line}`]),
      ])
    }),
}
