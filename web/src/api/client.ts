import { sendForm } from '../browser/send_form.ts'
import { ConsoleError } from './console_error.ts'
import { type Answer, type FieldsOf, type Method, type OperationName, operations, type Takes } from './operations.ts'
import type { Session } from './types.ts'

const patience_ms = 30_000

/** Who the last answer to `GET /console/session` spoke to, and the token that every write has to carry. */
let current: { csrf_token: string; person_id: string | null } | null = null

let hearEnd: () => void = () => {}

/** Calls the listener when the service says that the person is no longer signed in. */
export function onSessionEnd(listener: () => void): void {
  hearEnd = listener
}

/** Asks who is signed in; every write after it carries the token of this answer. */
export async function readSession(): Promise<Session> {
  const session = await ask('session.show', {})
  current = { csrf_token: session.csrf_token, person_id: session.person?.id ?? null }
  return session
}

/**
 * Calls an operation: `ask('users.show', { id })`. Every call is typed by what the service defines, and a record by the
 * fields that were asked for.
 */
export function ask<Name extends OperationName, const Fields extends FieldsOf<Name> | undefined = undefined>(
  name: Name,
  takes: Takes<Name, Fields>,
): Promise<Answer<Name, Fields>> {
  const { method, path } = operations[name]
  const values = new Map<string, unknown>(Object.entries(takes))
  const address = path.replace(/\{(\w+)\}/g, (_whole, member: string) => {
    const value = String(values.get(member))
    values.delete(member)
    return encodeURIComponent(value)
  })
  return method === 'GET'
    ? request('GET', `${address}${query(values)}`)
    : send(method, address, Object.fromEntries(values))
}

/**
 * Sends what a person decided about other software, and returns where the browser goes with it. The page goes there by
 * its script: a form would be held to the addresses that the page names, and nobody knows where people are sent on to.
 */
export const answerAuthorization = (answer: object): Promise<{ redirect_to: string }> =>
  send('POST', '/oauth/authorize', answer)

function query(values: ReadonlyMap<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of values) {
    if (value === undefined || value === '') continue
    parameters.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}

let wrote_at = 0

/** Whether this tab wrote something a moment ago: what is heard of then may be its own. */
export const wroteLately = (): boolean => Date.now() - wrote_at < 3_000

/** Whose session ended while this page stayed open; they may go on where they were once they have signed in again. */
let left: string | null = null

/**
 * Does something. Signing in on another tab makes the token of this one stale: the service then refuses, and the same
 * person gets a second attempt with a fresh token. Somebody else does not, for the request was not theirs. Those who
 * signed out elsewhere are told so where they are: what they typed is still there when they have signed in again.
 */
async function send<Content>(method: Exclude<Method, 'GET'>, path: string, body: object): Promise<Content> {
  if (current === null) await readSession()
  const before = current
  wrote_at = Date.now()
  try {
    const content = await request<Content>(method, path, body)
    wrote_at = Date.now()
    return content
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
    return request<Content>(method, path, body)
  }
}

/** Whether a refusal may be for another reason than what was asked for: a wrong password is none of these. */
const isOfSession = ({ code }: ConsoleError, was: string | null): boolean =>
  code === 'forbidden' || (code === 'unauthorized' && was !== null)

async function request<Content>(method: Method, path: string, body?: object): Promise<Content> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const parts = body === undefined ? null : partsOf(body)
  if (body !== undefined && parts === null) headers['content-type'] = 'application/json'
  if (method !== 'GET' && current) headers['x-csrf-token'] = current.csrf_token
  const answering = parts
    ? sendForm(path, parts, { method, headers })
    : fetch(path, {
        ...{ method, headers, credentials: 'same-origin', cache: 'no-store' },
        signal: AbortSignal.timeout(patience_ms),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
  const answer = await answering.catch(() => {
    throw new ConsoleError({ code: 'unreachable', status: 0, message: 'The service does not answer.' })
  })
  const text = await answer.text().catch(() => '')
  const content = parse(text)
  if (answer.ok && content !== undefined) {
    // The types are generated from the definitions that the service answers with.
    return content as Content
  }
  const refused = refusal(answer, content)
  if (method === 'GET' && refused.code === 'unauthorized' && current?.person_id) {
    current = null
    hearEnd()
  }
  throw refused
}

/** A body with a file goes out in parts, however deep the file is in it; every other is JSON. */
function partsOf(body: object): FormData | null {
  if (!holdsFile(body)) return null
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) append(form, name, value)
  return form
}

const holdsFile = (value: unknown): boolean =>
  value instanceof File || (typeof value === 'object' && value !== null && Object.values(value).some(holdsFile))

/** Members are named as `message[subject]`, files of a list as `message[attachments][]`; what holds no file is JSON. */
function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined || value === null) return
  if (value instanceof File) form.append(name, value)
  else if (typeof value !== 'object') form.append(name, String(value))
  else if (Array.isArray(value) && holdsFile(value)) for (const one of value) append(form, `${name}[]`, one)
  else if (holdsFile(value)) for (const [member, one] of Object.entries(value)) append(form, `${name}[${member}]`, one)
  else form.append(name, JSON.stringify(value))
}

function refusal(answer: Response, content: unknown): ConsoleError {
  const problem: { code?: unknown; message?: unknown } = typeof content === 'object' && content !== null ? content : {}
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new ConsoleError({
    code: typeof problem.code === 'string' ? problem.code : 'internal_server_error',
    status: answer.status,
    message: typeof problem.message === 'string' ? problem.message : `The service answered ${answer.status}.`,
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
