import { Resolver } from 'node:dns/promises'
import type { MailDomain } from './dkim.ts'

/** One line of DNS that mail servers ask for: where it stands, what is there, and what should be. */
export type DomainCheck = {
  name: 'spf' | 'dkim' | 'dmarc'
  state: 'ok' | 'missing' | 'wrong' | 'unreachable'
  host: string
  found: string[]
  /** The line to add, or to put in the place of what is there. */
  line: string
}

export type Checked = {
  /** The domain that mails are from, and the one that they come back to. */
  from_domain: string
  return_domain: string
  smtp_host: string | null
  domain: MailDomain | null
  /** Who is asked; the servers of the machine unless given. */
  dns_servers?: readonly string[]
}

const patience_ms = 4_000

/** Looks up what other servers look up before they believe a mail of ours. */
export async function checkDomain(checked: Checked): Promise<DomainCheck[]> {
  const resolver = new Resolver({ timeout: patience_ms, tries: 2 })
  if (checked.dns_servers) resolver.setServers(checked.dns_servers)
  const { from_domain, return_domain, domain } = checked
  const selector = domain ? `${domain.selector}._domainkey.${from_domain}` : `_domainkey.${from_domain}`
  const [spf, dkim, dmarc] = await Promise.all(
    [return_domain, selector, `_dmarc.${from_domain}`].map((host) => textsAt(resolver, host)),
  )
  return [
    judged('spf', return_domain, spf, 'v=spf1', spfLine(checked), (text) => / [-~]all$/.test(text.trim())),
    judged('dkim', selector, domain ? dkim : [], 'v=DKIM1', dkimLine(domain), (text) => text === dkimLine(domain)),
    judged('dmarc', `_dmarc.${from_domain}`, dmarc, 'v=DMARC1', dmarcLine(from_domain), (text) =>
      /;\s*p\s*=\s*(none|quarantine|reject)\b/i.test(text),
    ),
  ]
}

/** The texts at a name, or null when nobody could be asked. */
async function textsAt(resolver: Resolver, host: string): Promise<string[] | null> {
  try {
    return (await resolver.resolveTxt(host)).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}

/** There is to be one, and it is to be right. */
function judged(
  name: DomainCheck['name'],
  host: string,
  texts: string[] | null | undefined,
  begins: string,
  line: string,
  isRight: (text: string) => boolean,
): DomainCheck {
  if (!texts) return { name, state: 'unreachable', host, found: [], line }
  const found = texts.filter((text) => text.toLowerCase().startsWith(begins.toLowerCase()))
  const [first] = found
  const state = first === undefined ? 'missing' : found.length === 1 && isRight(first) ? 'ok' : 'wrong'
  return { name, state, host, found, line }
}

export const dkimLine = (domain: MailDomain | null): string =>
  domain === null ? '' : `v=DKIM1; k=rsa; p=${domain.public_key}`

const spfLine = ({ smtp_host }: Checked): string => `v=spf1 ${smtp_host ? `a:${smtp_host}` : 'mx'} ~all`

const dmarcLine = (domain: string): string => `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`
