import { ConsoleError } from './console_error.ts'
import { type Operations, operations } from './generated.ts'
import type { Session } from './types.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

const patience_ms = 30_000

/** Who the last answer to `GET /console/session` spoke to, and the token that every write has to carry. */
let current: { csrf_token: string; person_id: string | null } | null = null

let hearEnd: () => void = () => {}

/** Tells when the service says that whoever was signed in is not any more. */
export function onSessionEnd(listener: () => void): void {
  hearEnd = listener
}

/** Asks who is signed in; every write after it carries the token of this answer. */
export async function readSession(): Promise<Session> {
  const session = await ask('session.show', {})
  current = { csrf_token: session.csrf_token, person_id: session.person?.id ?? null }
  return session
}

type Name = keyof Operations

/** Calls an operation of the console: `ask('users.show', { id })`. Every call is typed by what the service defines. */
export function ask<Called extends Name>(
  name: Called,
  takes: Operations[Called]['takes'],
): Promise<Operations[Called]['answers']> {
  const { method, path } = operations[name]
  const rest = new Map<string, unknown>(Object.entries(takes))
  const place = path.replace(/\{(\w+)\}/g, (_whole, member: string) => {
    const value = String(rest.get(member))
    rest.delete(member)
    return encodeURIComponent(value)
  })
  return method === 'GET' ? request('GET', `${place}${query(rest)}`) : send(method, place, Object.fromEntries(rest))
}

/** Reads what the interface shows to tokens, as somebody who is signed in: `read('/console/debtors', { … })`. */
export const read = <Answer>(path: string, takes: Readonly<Record<string, unknown>>): Promise<Answer> =>
  request('GET', `${path}${query(new Map(Object.entries(takes)))}`)

function query(values: ReadonlyMap<string, unknown>): string {
  const told = new URLSearchParams()
  for (const [name, value] of values) {
    if (value === undefined || value === '') continue
    told.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return told.size === 0 ? '' : `?${told}`
}

/** Whose session ended while this page stayed open; they may go on where they were once they have signed in again. */
let left: string | null = null

/**
 * Does something. Signing in on another tab makes the token of this one stale: the service then refuses, and the same
 * person gets a second attempt with a fresh token. Somebody else does not, for the request was not theirs. Whoever
 * signed out elsewhere is told so where they are: what they typed is still there when they have signed in again.
 */
async function send<Answer>(method: Exclude<Method, 'GET'>, path: string, body: object): Promise<Answer> {
  if (current === null) await readSession()
  const before = current
  try {
    return await request<Answer>(method, path, body)
  } catch (problem) {
    const was = before?.person_id ?? null
    if (!(problem instanceof ConsoleError) || !isOfSession(problem, was)) throw problem
    const { person, csrf_token } = await readSession()
    const is = person?.id ?? null
    if (was !== null && is === null) {
      left = was
      throw new ConsoleError({ code: 'session_ended', status: 401, message: 'Your session has ended.' })
    }
    if (is !== was && is !== left) {
      throw new ConsoleError({ code: 'session_changed', status: 403, message: 'Somebody else is signed in now.' })
    }
    if (csrf_token === before?.csrf_token) throw problem
    return request<Answer>(method, path, body)
  }
}

/** Whether a refusal may be for another reason than what was asked for: a wrong password is none of these. */
const isOfSession = ({ code }: ConsoleError, was: string | null): boolean =>
  code === 'forbidden' || (code === 'unauthorized' && was !== null)

async function request<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (method !== 'GET' && current) headers['x-csrf-token'] = current.csrf_token
  const answer = await fetch(path, {
    method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(patience_ms),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ConsoleError({ code: 'unreachable', status: 0, message: 'The service does not answer.' })
  })
  const text = await answer.text().catch(() => '')
  const content = parse(text)
  if (answer.ok && content !== undefined) {
    // The types are generated from the definitions that the service answers with.
    return content as Answer
  }
  const refused = refusal(answer, content)
  if (method === 'GET' && refused.code === 'unauthorized' && current?.person_id) {
    current = null
    hearEnd()
  }
  throw refused
}

function refusal(answer: Response, content: unknown): ConsoleError {
  const told: { code?: unknown; message?: unknown } = typeof content === 'object' && content !== null ? content : {}
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new ConsoleError({
    code: typeof told.code === 'string' ? told.code : 'internal_server_error',
    status: answer.status,
    message: typeof told.message === 'string' ? told.message : `The service answered ${answer.status}.`,
    wait_seconds: Number.isFinite(wait) ? wait : null,
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
