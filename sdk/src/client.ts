import { attempt, type Retrying } from './attempt.ts'
import { DunlinError, toError } from './errors.ts'
import { operations } from './generated.ts'
import type { Answer, ListName, OperationName, RecordOf, SyncName, Takes } from './shapes.ts'

// The package has this one door, so the types behind it leave through here too.
export { DunlinError } from './errors.ts'
export type * from './generated.ts'
export type * from './shapes.ts'

export type ClientOptions = {
  /** Where Dunlin runs, such as `https://dunlin.example.com`; empty for the origin of the page. */
  base_url: string
  /** A static API token or an access token. */
  token?: string
  /** The credential of an application, for the operations that an application calls by itself. */
  application?: { client_id: string; client_secret: string }
} & Partial<Retrying>

export type CallOptions = { signal?: AbortSignal }

export type Client = {
  /** Calls one operation. */
  call: <Name extends OperationName, const Fields = undefined>(
    name: Name,
    takes: Takes<Name, Fields>,
    options?: CallOptions,
  ) => Promise<Answer<Name, Fields>>

  /** The pages of a list, one request each, from `cursor` or the first one to the last. */
  pages: <Name extends ListName, const Fields = undefined>(
    name: Name,
    takes: Takes<Name, Fields>,
    options?: CallOptions,
  ) => AsyncGenerator<RecordOf<Name, Fields>[], void, undefined>

  /** The records of a list, whatever page they are on. */
  each: <Name extends ListName, const Fields = undefined>(
    name: Name,
    takes: Takes<Name, Fields>,
    options?: CallOptions,
  ) => AsyncGenerator<RecordOf<Name, Fields>, void, undefined>

  /**
   * Hands every page that changed after `updated_after` to `keep`, and answers the `updated_after` of the next sync.
   * Store that only now: when `keep` or a request fails, the next sync starts where this one did. Removals are read from
   * the deleted lists.
   */
  sync: <Name extends SyncName, const Fields = undefined>(
    name: Name,
    takes: Takes<Name, Fields>,
    keep: (records: RecordOf<Name, Fields>[]) => void | Promise<void>,
    options?: CallOptions,
  ) => Promise<string>
}

type Given = Readonly<Record<string, unknown>>
type AnyPage = { data: Given[]; pagination?: { cursor: string } }

/** A first sync asks for everything by an old moment, because only then do the pages belong to one moment. */
const beginning = '1970-01-01T00:00:00Z'

const retrying_unless_told: Retrying = { retries: 5, wait_ms_max: 30_000 }

/** A client for one Dunlin. It holds no connection and no state, so one may serve a whole program. */
export function createClient(options: ClientOptions): Client {
  const retrying = { ...retrying_unless_told, ...options }

  async function call(name: OperationName, takes: Given, { signal }: CallOptions = {}): Promise<unknown> {
    const { url, init, repeatable } = request(options, name, takes)
    const response = await attempt(() => fetch(url, { ...init, signal: signal ?? null }), {
      retries: repeatable ? retrying.retries : 0,
      wait_ms_max: retrying.wait_ms_max,
      signal,
    })
    const text = await response.text()
    if (!response.ok) throw toError(response, text)
    try {
      return JSON.parse(text)
    } catch {
      throw new DunlinError(response, { code: 'unreadable', message: 'The answer is not JSON; is base_url right?' })
    }
  }

  async function* pages(
    name: OperationName,
    takes: Given,
    one?: CallOptions,
  ): AsyncGenerator<Given[], void, undefined> {
    for (let cursor = takes.cursor; ; ) {
      // Names of lists alone come here, and a list answers a page.
      const page = (await call(name, { ...takes, cursor }, one)) as AnyPage
      yield page.data
      if (page.pagination === undefined) return
      cursor = page.pagination.cursor
    }
  }

  async function* each(name: OperationName, takes: Given, one?: CallOptions): AsyncGenerator<Given, void, undefined> {
    for await (const records of pages(name, takes, one)) yield* records
  }

  async function sync(
    name: OperationName,
    takes: Given,
    keep: (records: Given[]) => void | Promise<void>,
    one?: CallOptions,
  ): Promise<string> {
    let latest = typeof takes.updated_after === 'string' ? takes.updated_after : beginning
    for await (const records of pages(name, { ...takes, updated_after: latest, cursor: undefined }, one)) {
      if (records.length > 0) await keep(records)
      for (const { updated_at } of records) {
        if (typeof updated_at !== 'string') throw new Error('A sync needs updated_at among its fields.')
        if (later(updated_at, latest)) latest = updated_at
      }
    }
    return latest
  }

  // Inside, any name goes with any parameters; the types of Client are what ties them together for callers.
  return { call, pages, each, sync } as unknown as Client
}

type Request = { url: string; init: RequestInit; repeatable: boolean }

function request(options: ClientOptions, name: OperationName, takes: Given): Request {
  const { method, path, auth } = operations[name]
  const rest = new Map(Object.entries(takes).filter(([, value]) => value !== undefined))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = rest.get(parameter)
    rest.delete(parameter)
    if (value === undefined || value === '') throw new TypeError(`${name} needs ${parameter}.`)
    return encodeURIComponent(String(value))
  })
  const url = options.base_url.replace(/\/+$/, '') + filled
  const headers: Record<string, string> = { accept: 'application/json', authorization: credential(options, name, auth) }
  if (method === 'GET') {
    const query = new URLSearchParams([...rest].map(([key, value]) => [key, written(value)]))
    return { url: query.size > 0 ? `${url}?${query}` : url, init: { method, headers }, repeatable: true }
  }
  // A second PATCH changes nothing more; a second POST may add a second comment.
  const repeatable = method === 'PATCH'
  const values = Object.fromEntries(rest)
  // A file travels in parts, and fetch itself says where one ends.
  if (holdsFile(values)) return { url, init: { method, headers, body: parts(values) }, repeatable }
  headers['content-type'] = 'application/json'
  return { url, init: { method, headers, body: JSON.stringify(values) }, repeatable }
}

const holdsFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(holdsFile))

/** Members as parts, whose names carry brackets: `order[file]`, `attachments[]`. */
function parts(values: Given): FormData {
  const form = new FormData()
  const put = (name: string, value: unknown): void => {
    if (value === undefined) return
    if (value instanceof Blob) form.append(name, value)
    else if (Array.isArray(value)) for (const one of value) put(`${name}[]`, one)
    else if (typeof value === 'object' && value !== null) {
      for (const [member, one] of Object.entries(value)) put(`${name}[${member}]`, one)
    } else form.append(name, value === null ? '' : String(value))
  }
  for (const [name, value] of Object.entries(values)) put(name, value)
  return form
}

const written = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function credential({ token, application }: ClientOptions, name: OperationName, auth: 'Bearer' | 'Basic'): string {
  if (auth === 'Bearer') {
    if (token === undefined) throw new TypeError(`${name} is called with a token; createClient was given none.`)
    return `Bearer ${token}`
  }
  if (!application) throw new TypeError(`${name} is called by an application; createClient was given none.`)
  const bytes = new TextEncoder().encode(`${application.client_id}:${application.client_secret}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** Moments of unequal precision compare as text once the Z is off; as a Date they would lose their microseconds. */
function later(one: string, other: string): boolean {
  return one.replace(/Z$/, '') > other.replace(/Z$/, '')
}
