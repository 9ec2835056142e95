import { randomUUID } from 'node:crypto'
import { mkdtemp, open, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import { isFull } from '../../files/problem.ts'
import { verifySmtp } from '../../mail/smtp.ts'
import { certificateRemedy, errorOf, type Finding, passed, problem, warning } from './finding.ts'

const patience = { connect_ms: 8_000, silence_ms: 8_000 }

/** Speaks to the mail server as far as signing in; no mail is sent. */
export async function examineMail({ smtp_url, mail_from, data_dir, base_url }: Config): Promise<Finding> {
  if (smtp_url === null) {
    const says = `SMTP_URL is not set: mails are kept in ${join(data_dir, 'mails')}, and none is sent.`
    if (!base_url?.startsWith('https:')) return passed('mail', says)
    return warning('mail', says, 'Set SMTP_URL and MAIL_FROM: people wait for invitations, and debtors for messages.')
  }
  const refused = await verifySmtp(smtp_url, patience)
  if (refused === null) return passed('mail', `The server lets us in; mails are from ${mail_from.address}.`)
  const wrong_login = refused.code === 'EAUTH' || refused.code === 'ENOAUTH'
  return problem(
    'mail',
    `The server of SMTP_URL does not take mails: ${refused.reason}`,
    wrong_login
      ? 'Mend user and password in SMTP_URL; what is not plain in an address is percent-encoded there.'
      : (certificateRemedy(refused.reason, 'SMTP_URL') ??
          'Mend host and port in SMTP_URL (587 with smtp://, 465 with smtps://), or let this machine reach the server.'),
  )
}

const gigabyte = 1024 ** 3

export function judgeSpace(free: number, folder: string): Finding {
  const says = `${(free / gigabyte).toFixed(1)} GB are free for ${folder}.`
  if (free < gigabyte / 4) return problem('disk', says, 'Make room now: PostgreSQL stops when the disk is full.')
  if (free < 2 * gigabyte) return warning('disk', says, 'Make room, or move DATA_DIR to a larger disk.')
  return passed('disk', says)
}

/** Whether the data folder, or the one that it will be made in, takes a file, and how much more. */
export async function examineDisk({ data_dir }: Config): Promise<Finding> {
  try {
    const folder = await nearest(data_dir)
    if (folder === data_dir) await writeThere(folder)
    else await rmdir(await mkdtemp(join(folder, 'dunlin-doctor-')))
    const { bavail, bsize } = await statfs(folder)
    return judgeSpace(bavail * bsize, data_dir)
  } catch (error) {
    return judgeRefusal(error, data_dir)
  }
}

/** Why a folder took no file. */
export function judgeRefusal(error: unknown, folder: string): Finding {
  const { code, message } = errorOf(error)
  const owner = 'Run Dunlin as the owner of that folder, or choose another DATA_DIR.'
  const remedy = isFull(code) ? 'Make room now: PostgreSQL stops when the disk is full.' : owner
  return problem('disk', `Nothing can be written in ${folder}: ${message}.`, remedy)
}

async function nearest(folder: string): Promise<string> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found !== null && !found.isDirectory()) throw new Error(`${folder} is not a folder`)
  return found === null ? nearest(dirname(folder)) : folder
}

async function writeThere(folder: string): Promise<void> {
  const file = join(folder, `doctor-${randomUUID()}`)
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile('written by dunlin doctor')
    await handle.sync()
  } finally {
    await handle.close()
    await rm(file, { force: true })
  }
}

const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host)

/** Whether the address that links show leads here, and is safe to send a password over. */
export async function examineBaseUrl(config: Config): Promise<Finding> {
  const { base_url, host, port } = config
  const local = `http://${host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host}:${port}`
  const runs = await isDunlin(local)
  if (base_url === null) {
    const remedy = 'Set BASE_URL to the address that people use; links and OAuth metadata show it.'
    return warning('base_url', `BASE_URL is not set: links show ${local}.`, remedy)
  }
  const { protocol, hostname } = new URL(base_url)
  if (protocol !== 'https:' && !isLoopback(hostname))
    return problem(
      'base_url',
      `${base_url} is not https: passwords and tokens travel in clear.`,
      'Put a proxy that speaks TLS before Dunlin, and begin BASE_URL with https://.',
    )
  if (runs !== null) return passed('base_url', `${base_url}; not tried, because nothing listens on ${local}.`)
  const refused = await isDunlin(base_url)
  if (refused === null) return passed('base_url', `${base_url} leads here.`)
  return problem(
    'base_url',
    `Dunlin runs on ${local}, but ${base_url} does not lead to it: ${refused}.`,
    'Look at the name, the certificate and the proxy, or mend BASE_URL.',
  )
}

/** Null when Dunlin answers there, and the reason when it does not. */
async function isDunlin(base_url: string): Promise<string | null> {
  try {
    const answer = await fetch(`${base_url}/health`, { signal: AbortSignal.timeout(5_000), redirect: 'manual' })
    const body: unknown = await answer.json().catch(() => null)
    const ours = answer.ok && typeof body === 'object' && body !== null && 'status' in body
    return ours ? null : `it answers ${answer.status}`
  } catch (error) {
    return errorOf(error).message
  }
}

/** Dunlin itself speaks plain http, which is for a proxy before it and nobody else. */
export function judgeListening({ host, port }: Pick<Config, 'host' | 'port'>): Finding {
  if (host !== '0.0.0.0' && host !== '::') return passed('listening', `On ${host}, port ${port}.`)
  return warning(
    'listening',
    `On port ${port} of every address that this machine has, in plain http.`,
    'Set HOST=127.0.0.1 with a proxy on this machine, or let a firewall or a network of containers keep others out.',
  )
}

/** Whose word counts for where a caller is: too few, and all callers look the same; too many, and anybody can lie. */
export function judgeProxy({ trust_proxy, base_url, host }: Config): Finding {
  const wide = trust_proxy.filter((one) => Number(one.split('/')[1] ?? 128) < (one.includes(':') ? 16 : 8))
  if (wide.length > 0)
    return problem(
      'proxy',
      `TRUST_PROXY takes the word of almost anybody (${wide.join(', ')}): a caller can choose its own address.`,
      'Name the addresses of your proxies alone: allow lists and limits at sign-in go by the address.',
    )
  if (trust_proxy.length === 0 && base_url?.startsWith('https:'))
    return warning(
      'proxy',
      'TRUST_PROXY is not set, and BASE_URL is https: behind a proxy all callers seem to have one address.',
      `Set TRUST_PROXY to the address of the proxy${isLoopback(host) ? ', such as 127.0.0.1' : ''}.`,
    )
  const says = trust_proxy.length > 0 ? `The word of ${trust_proxy.join(', ')} counts.` : 'No proxy is believed.'
  return passed('proxy', says)
}

/** The number of cores is as many processes as pay. */
export function judgeWorkers({ workers }: Pick<Config, 'workers'>, cores: number): Finding {
  const says = `${workers} for ${cores} cores.`
  if (workers <= 2 * cores) return passed('workers', says)
  const remedy = `Write ${cores} or cores: more take turns on the same cores, and each holds connections and memory.`
  return warning('workers', says, remedy)
}

/** Whether somebody takes the traces, if they are sent at all. */
export async function examineTraces(endpoint: string | undefined): Promise<Finding> {
  if (!endpoint?.trim()) return passed('traces', 'OTEL_EXPORTER_OTLP_ENDPOINT is not set: none are made.')
  try {
    await fetch(endpoint, { method: 'HEAD', signal: AbortSignal.timeout(5_000) })
    return passed('traces', 'Something answers at OTEL_EXPORTER_OTLP_ENDPOINT.')
  } catch (error) {
    const remedy = 'Start the collector, or mend the address. Requests are served all the same.'
    return warning('traces', `Nothing answers at OTEL_EXPORTER_OTLP_ENDPOINT: ${errorOf(error).message}.`, remedy)
  }
}
