import http from 'node:http'
import https from 'node:https'
import type { Networks } from './networks.ts'
import { allowedAddresses, lookupOf, type Resolve } from './resolve.ts'
import { type Problem, Undelivered } from './undelivered.ts'

export type Posted = {
  /** Where it went in the end. */
  url: string
  status: number | null
  /** Null when it was taken. */
  problem: Problem | null
  answer_type: string | null
  /** The beginning of what was answered. */
  answer_body: string | null
  duration_ms: number
}

export type Post = (url: string, message: Message, signal: AbortSignal) => Promise<Posted>
export type Message = { body: string; headers: Readonly<Record<string, string>> }

export type Posting = { networks: Networks; resolve: Resolve; timeout_ms: number }

const redirects_max = 5
export const answer_bytes_max = 4_096
/** These keep method and body, or would lose the event. After 303 a receiver expects another method. */
const leads_on = new Set([301, 302, 307, 308])

/** Makes what posts to addresses outside. Connections are kept for a while, each to an address that was looked at. */
export function makePost(posting: Posting): { post: Post; close: () => void } {
  const kept = { keepAlive: true, maxFreeSockets: 64, timeout: 30_000 }
  const agents = { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) }
  return {
    post: async (url, message, stopping) => {
      const began = performance.now()
      const limit = limitOf(posting.timeout_ms, stopping)
      const { signal } = limit
      const place = { url }
      const done = { status: null, problem: null, answer_type: null, answer_body: null }
      const elapsed = (): number => Math.round(performance.now() - began)
      try {
        const answer = await followed({ ...posting, agents, message, signal, place })
        const problem = answer.status >= 200 && answer.status < 300 ? null : 'answer'
        return { ...done, ...answer, problem, url: place.url, duration_ms: elapsed() }
      } catch (error) {
        if (stopping.aborted) throw error
        const problem = signal.aborted ? 'timeout' : problemOf(error)
        return { ...done, problem, url: place.url, duration_ms: elapsed() }
      } finally {
        limit.clear()
      }
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/**
 * Ends a request in time, or when we are stopped. It is taken back as soon as the request is over: a timer of ten
 * seconds for each would keep everything that was sent in that time, and the signal to stop lives as long as the lane.
 */
function limitOf(timeout_ms: number, stopping: AbortSignal): { signal: AbortSignal; clear: () => void } {
  const ending = new AbortController()
  const end = (): void => ending.abort()
  const timer = setTimeout(end, timeout_ms)
  stopping.addEventListener('abort', end, { once: true })
  if (stopping.aborted) end()
  const clear = (): void => {
    clearTimeout(timer)
    stopping.removeEventListener('abort', end)
  }
  return { signal: ending.signal, clear }
}

type Agents = { 'http:': http.Agent; 'https:': https.Agent }
type Going = Posting & { agents: Agents; message: Message; signal: AbortSignal; place: { url: string } }
type Answer = { status: number; answer_type: string | null; answer_body: string }

/** Posts, and goes where it is led; each place is looked at like the first. */
async function followed(going: Going): Promise<Answer> {
  for (let hop = 0; hop <= redirects_max; hop++) {
    const url = new URL(going.place.url)
    const { answer, location } = await sendOnce(going, url).catch((error: unknown) => {
      // A kept connection may have been closed by the other side while the request was on its way.
      if (error instanceof ReusedConnection) return sendOnce(going, url)
      throw error
    })
    if (!leads_on.has(answer.status)) return answer
    if (location === null || !URL.canParse(location, url.href)) throw new Undelivered('redirect')
    going.place.url = new URL(location, url.href).href
  }
  throw new Undelivered('redirect')
}

class ReusedConnection extends Error {}

async function sendOnce(going: Going, url: URL): Promise<{ answer: Answer; location: string | null }> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Undelivered('redirect')
  const { networks, resolve, signal } = going
  const addresses = await abortable(allowedAddresses(url.hostname, networks, resolve), signal)
  // In clear only to where the operator said so.
  if (url.protocol === 'http:' && !addresses.every(networks.isOpened)) throw new Undelivered('forbidden_address')
  return exchange(going, url, addresses)
}

function exchange(
  { agents, message, signal }: Going,
  url: URL,
  addresses: readonly string[],
): Promise<{ answer: Answer; location: string | null }> {
  const secure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(url, {
      method: 'POST',
      agent: secure ? agents['https:'] : agents['http:'],
      lookup: lookupOf(addresses),
      auth: '',
      headers: { ...message.headers, 'content-length': Buffer.byteLength(message.body) },
      signal,
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const stale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      reject(stale ? new ReusedConnection() : error)
    })
    let answered = false
    // One that answers with another protocol (101) gets neither an error nor a response: Node only closes.
    request.on('close', () => {
      if (!answered) reject(new Error('The connection ended without an answer.'))
    })
    request.on('response', (response) => {
      answered = true
      readAnswer(response).then(
        (answer_body) => {
          const { statusCode: status = 0, headers } = response
          const answer_type = headers['content-type']?.slice(0, 200) ?? null
          resolve({ answer: { status, answer_type, answer_body }, location: headers.location ?? null })
        },
        (error: unknown) => reject(error),
      )
    })
    request.end(message.body)
  })
}

/** The beginning of an answer. The rest is not waited for, and the connection with it is given up. */
async function readAnswer(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response) {
    parts.push(part)
    bytes += part.length
    if (bytes > answer_bytes_max) break
  }
  const text = Buffer.concat(parts).subarray(0, answer_bytes_max).toString('utf8')
  // The database keeps no zero bytes.
  return text.replaceAll('\0', '\uFFFD')
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Undelivered('timeout'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function problemOf(error: unknown): Problem {
  if (error instanceof Undelivered) return error.problem
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM)$/.test(code)) return 'refused'
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO/.test(code)) return 'certificate'
  return code === 'ETIMEDOUT' ? 'timeout' : 'broken_off'
}
