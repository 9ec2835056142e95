import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { readBucketUrl } from './files/bucket.ts'

/** What is wrong with the variables, in sentences for whoever set them. */
export class ConfigProblem extends Error {}

/** What the operator decided, read once at the start. */
export type Config = {
  host: string
  port: number
  data_dir: string
  database_url: string | null
  /** Whom the embedded database runs as when Dunlin is root; null: nobody. */
  embedded_user: string | null
  /** A copy of that database which answers who follows changes; null: there is none. */
  replica_url: string | null
  /** Whether pages are read from the nodes of a cluster where their rows lie. */
  read_nodes: boolean
  /** Where files lie: a bucket of an object store, or null for the data folder. */
  files_url: string | null
  /** Null: made from the address that the service really listens on. */
  base_url: string | null
  trust_proxy: string[]
  /** Requests a second for one token; 0 switches the limit off. */
  rate_limit: number
  /** How long a request may have to wait before it is served; beyond, new ones are refused. 0 switches that off. */
  wait_ms_max: number
  log_level: string
  /** How many processes serve; with one there is no other process beside it. */
  workers: number
  /** Null: mails are kept in data_dir instead of sent. May hold a password: never logged. */
  smtp_url: string | null
  mail_from: { name: string; address: string }
  /** The most mails a minute that go to one domain; 0 switches that off. */
  mail_rate_per_domain: number
  /** Whom the page about our domain asks; null: the name servers of the machine. */
  dns_servers: string[] | null
  /** Where mail comes in, and how; null: none does. */
  mail_in: MailIn | null
  /** Where traces are sent, how often, and which part of them; null: none are made. */
  traces: { endpoint: string; service_name: string; ratio: number; every_ms: number } | null
  webhooks: {
    /** Networks inside that events may be sent to, in clear too: `10.1.0.0/16`, `127.0.0.1`. */
    networks: string[]
    /** Name servers to ask; null: those of the machine. */
    name_servers: string[] | null
    /** How long a receiver may take to answer. */
    timeout_ms: number
    /** How often to look for events to send that no notification came for. */
    poll_ms: number
  }
  jobs: {
    /** How often to look for jobs that no notification came for. */
    poll_s: number
    /** Whether nightly work is done by this process, or another that says yes. */
    timetable: boolean
    /** Null: as the queues were made. Tests cannot wait a day. */
    retries: { times: number; first_s: number; longest_s: number } | null
  }
}

export type MailIn = {
  /** Answers come to addresses under this one: `replies+…@example.com`. */
  address: string
  /** Where a mail server of ours listens; null: it does not. The files are those of its certificate. */
  receiver: { host: string; port: number; tls: { cert_file: string; key_file: string } | null } | null
  /** The mailbox that is pulled; null: none is. Holds a password: never logged. */
  imap_url: string | null
}

const workers_max = 128

/** Connections of each process to the database: of many each has fewer, because the processor is shared. */
export const connectionsOf = (workers: number): number => Math.max(4, Math.min(16, Math.floor(64 / workers)))

const log_levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the environment; reports everything that is wrong with it at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const given = (name: string): string | undefined => env[name]?.trim() || undefined
  const integer = (name: string, standard: number, maximum: number): number => {
    const value = given(name)
    if (value === undefined) return standard
    if (/^\d{1,9}$/.test(value) && Number(value) <= maximum) return Number(value)
    problems.push(`${name} must be a whole number from 0 to ${maximum}, and is «${value}»`)
    return standard
  }
  const config: Config = {
    host: given('HOST') ?? '127.0.0.1',
    port: integer('PORT', 8080, 65_535),
    data_dir: resolve(given('DATA_DIR') ?? './data'),
    database_url: given('DATABASE_URL') ?? null,
    embedded_user: given('EMBEDDED_USER') ?? null,
    replica_url: given('REPLICA_URL') ?? null,
    read_nodes: given('READ_NODES') === 'on',
    files_url: given('FILES_URL') ?? null,
    base_url: readBaseUrl(given('BASE_URL'), problems),
    trust_proxy: listed(given('TRUST_PROXY')),
    rate_limit: integer('RATE_LIMIT', 100, 1_000_000),
    wait_ms_max: integer('WAIT_MS_MAX', 1_000, 60_000),
    log_level: given('LOG_LEVEL') ?? 'info',
    workers: given('WORKERS') === 'cores' ? availableParallelism() : integer('WORKERS', 1, workers_max),
    smtp_url: given('SMTP_URL') ?? null,
    mail_from: readSender(given('MAIL_FROM') ?? 'Dunlin <dunlin@localhost>'),
    mail_rate_per_domain: integer('MAIL_RATE_PER_DOMAIN', 120, 1_000_000),
    dns_servers: readServers(given('DNS_SERVERS'), problems),
    mail_in: readMailIn(given, integer('MAIL_IN_PORT', 0, 65_535), problems),
    traces: readTraces(given, problems),
    webhooks: { networks: listed(given('WEBHOOK_NETWORKS')), name_servers: null, timeout_ms: 10_000, poll_ms: 5_000 },
    jobs: { poll_s: 30, timetable: true, retries: null },
  }
  problems.push(...addressProblems(config))
  if (!['on', 'off', undefined].includes(given('READ_NODES'))) problems.push('READ_NODES must be on or off')
  if (config.read_nodes && config.database_url === null)
    problems.push('READ_NODES needs DATABASE_URL, the coordinator of a cluster')
  if (config.workers === 0) problems.push('WORKERS must be 1 or more, or «cores»')
  problems.push(...mailProblems(config, given('MAIL_FROM') !== undefined))
  if (!log_levels.includes(config.log_level))
    problems.push(`LOG_LEVEL must be one of ${log_levels.join(', ')}, and is «${config.log_level}»`)
  if (problems.length > 0) throw new ConfigProblem(`The configuration cannot be used: ${problems.join('; ')}.`)
  return config
}

/** Where Dunlin listens, whom it believes, and where its database and files are. */
function addressProblems({ host, trust_proxy, database_url, replica_url, files_url, webhooks }: Config): string[] {
  const problems: string[] = []
  if (!isHost(host)) problems.push(`HOST must be an address of this machine, 127.0.0.1 or 0.0.0.0, and is «${host}»`)
  const strangers = trust_proxy.filter((one) => !proxy_names.has(one) && !isNetwork(one))
  if (strangers.length > 0)
    problems.push(
      `TRUST_PROXY must be addresses or networks, such as 127.0.0.1,10.0.0.0/8, and holds «${strangers.join(', ')}»`,
    )
  const unknown = webhooks.networks.filter((one) => !isNetwork(one))
  if (unknown.length > 0)
    problems.push(
      `WEBHOOK_NETWORKS must be addresses or networks, such as 10.1.0.0/16,127.0.0.1, and holds «${unknown.join(', ')}»`,
    )
  // These may hold passwords, so they are not repeated.
  for (const [name, url] of [['DATABASE_URL', database_url] as const, ['REPLICA_URL', replica_url] as const])
    if (url && !/^postgres(ql)?:\/\//.test(url)) problems.push(`${name} must begin with postgres://`)
    else if (url && (!URL.canParse(url) || new URL(url).hash !== ''))
      problems.push(
        `${name} must look like postgres://user:password@host:5432/name, with what is not a letter or digit in user ` +
          'and password percent-encoded (# is %23, / is %2F, @ is %40)',
      )
  if (replica_url && !database_url) problems.push('REPLICA_URL needs DATABASE_URL, of which it is a copy')
  try {
    if (files_url !== null) readBucketUrl(files_url)
  } catch (error) {
    problems.push((error instanceof Error ? error.message : String(error)).replace(/\.$/, ''))
  }
  return problems
}

const listed = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

const proxy_names: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** An address, or a name: but numbers with dots that are no address are no name either. */
const isHost = (text: string): boolean =>
  isIP(text) !== 0 || (/^[a-z0-9]([\w-]*\.)*[\w-]*$/i.test(text) && !/(^|\.)\d+$/.test(text))

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

/** Pages, links and cookies all begin at the root of a name, so there is no base path. */
function readBaseUrl(text: string | undefined, problems: string[]): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  const what =
    url !== null && /^https?:$/.test(url.protocol) ? 'Dunlin has a name of its own, and no path' : 'with https://'
  problems.push(`BASE_URL must be an address such as https://dunlin.example.com (${what}), and is «${text}»`)
  return null
}

/** The variables as OpenTelemetry names them. Its libraries read others, such as headers, by themselves. */
function readTraces(given: (name: string) => string | undefined, problems: string[]): Config['traces'] {
  const endpoint = given('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined) return null
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318')
  const ratio = Number(given('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  if (!(ratio >= 0 && ratio <= 1)) problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1')
  return { endpoint, service_name: given('OTEL_SERVICE_NAME') ?? 'dunlin', ratio, every_ms: 5_000 }
}

/** `Example Trading <billing@example.com>`, or the address alone. */
function readSender(text: string): Config['mail_from'] {
  const [, name = '', address = text] = /^(.*?)\s*<([^<>]*)>$/.exec(text) ?? []
  return { name: name.replace(/^"(.*)"$/, '$1'), address }
}

function mailProblems({ smtp_url, mail_from }: Config, from_given: boolean): string[] {
  const problems: string[] = []
  // The value may hold a password, so it is not repeated.
  if (smtp_url && !(/^smtps?:\/\/./.test(smtp_url) && URL.canParse(smtp_url) && new URL(smtp_url).hostname))
    problems.push('SMTP_URL must be an address such as smtp://user:password@mail.example.com:587, or smtps://…')
  if (smtp_url && !from_given) problems.push('MAIL_FROM must say who mails are from, because SMTP_URL is set')
  if (!/^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/.test(mail_from.address) || /[<>\p{Cc}]/u.test(mail_from.name))
    problems.push('MAIL_FROM must be an address, or a name and an address: Example Trading <billing@example.com>')
  return problems
}

/** Mail comes in at an address, through a port, a mailbox, or both. */
function readMailIn(given: (name: string) => string | undefined, port: number, problems: string[]): Config['mail_in'] {
  const address = given('MAIL_IN_ADDRESS')
  const [imap_url = null, cert_file, key_file] = [
    given('IMAP_URL'),
    given('MAIL_IN_TLS_CERT'),
    given('MAIL_IN_TLS_KEY'),
  ]
  if (address === undefined) {
    if (port !== 0 || imap_url !== null)
      problems.push('MAIL_IN_ADDRESS must say at which address mail comes in, because MAIL_IN_PORT or IMAP_URL is set')
    return null
  }
  // The rest of an address of 64 characters before the @ is what we put behind the plus sign.
  if (!/^[a-z0-9._-]{1,20}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(address))
    problems.push('MAIL_IN_ADDRESS must be an address such as replies@example.com, with at most 20 characters before @')
  if (port === 0 && imap_url === null)
    problems.push('MAIL_IN_PORT or IMAP_URL must say how mail comes in, because MAIL_IN_ADDRESS is set')
  if (imap_url !== null && !(/^imaps?:\/\/./.test(imap_url) && URL.canParse(imap_url) && new URL(imap_url).username))
    problems.push('IMAP_URL must be an address such as imaps://user:password@mail.example.com/INBOX')
  if ((cert_file === undefined) !== (key_file === undefined))
    problems.push('MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY belong together')
  const host = given('MAIL_IN_HOST') ?? given('HOST') ?? '127.0.0.1'
  if (!isHost(host)) problems.push(`MAIL_IN_HOST must be an address of this machine, and is «${host}»`)
  const tls = cert_file === undefined || key_file === undefined ? null : { cert_file, key_file }
  return { address: address.toLowerCase(), receiver: port === 0 ? null : { host, port, tls }, imap_url }
}

/** Addresses of name servers, with a port where it is not the usual one; null: those of the machine. */
function readServers(text: string | undefined, problems: string[]): string[] | null {
  if (text === undefined) return null
  const all = text.split(',').map((one) => one.trim())
  const wrong = all.filter((one) => isIP(one.replace(/:\d{1,5}$/, '')) !== 4 && isIP(one) !== 6)
  if (wrong.length > 0)
    problems.push(`DNS_SERVERS must be addresses, such as 192.0.2.53, and holds «${wrong.join(', ')}»`)
  return all
}

/** Where a service that listens there is reached from this machine. */
export function addressOf({ host, port }: { host: string; port: number }): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const name = everywhere[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
