import { type Access, makeKeyring } from './access.ts'
import { attempt, type Retrying } from './attempt.ts'
import { DunlinError, toError } from './errors.ts'
import { type Methods, operations } from './generated.ts'
import { methodsOf } from './methods.ts'
import { isLater } from './moments.ts'
import { type Given, request } from './request.ts'
import type { Answer, CallOptions, ListName, OperationName, RecordOf, SyncName, Takes } from './shapes.ts'
import { upload } from './upload.ts'

// The package has this one door, so the types behind it leave through here too.
export type { OAuth } from './access.ts'
export { authorizeUrl, clientCredentials, exchangeCode, makePkce, type Pkce } from './connect.ts'
export { DunlinError } from './errors.ts'
export type * from './generated.ts'
export { Listing } from './listing.ts'
export type * from './shapes.ts'
export type { Credential, Granted, TokenPair } from './tokens.ts'
export { checksumOf } from './upload.ts'
export * from './webhooks.ts'

export type ClientOptions = {
  /** Where Dunlin runs, such as `https://dunlin.example.com`; empty for the origin of the page. */
  base_url: string
} & Access &
  Partial<Retrying>

/** A method for each operation, such as `debtors.list`, and what is done with several. */
export type Client = Methods & {
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

  /**
   * Brings files that Dunlin does not have yet, and answers their checksums, by which records name them. The type of a
   * file is that of its Blob.
   */
  upload: (takes: { administration_id: string; files: readonly Blob[] }, options?: CallOptions) => Promise<string[]>
}

type AnyPage = { data: Given[]; pagination?: { cursor: string } }

/** A first sync asks for everything by an old moment, because only then do the pages belong to one moment. */
const beginning = '1970-01-01T00:00:00Z'

const default_retrying: Retrying = { retries: 5, wait_ms_max: 30_000 }

/** A client for one Dunlin. It holds no connection, and no state but its tokens, so one may serve a whole program. */
export function createClient(options: ClientOptions): Client {
  const { retries = default_retrying.retries, wait_ms_max = default_retrying.wait_ms_max } = options
  const base_url = options.base_url.replace(/\/+$/, '')
  const keyring = makeKeyring(base_url, options, { retries, wait_ms_max })

  async function call(name: OperationName, takes: Given, { signal }: CallOptions = {}): Promise<unknown> {
    const { auth, repeatable } = operations[name]
    const { url, init } = request(base_url, name, takes)
    const send = (authorization: string): Promise<Response> =>
      attempt(() => fetch(url, { ...init, headers: { ...init.headers, authorization }, signal: signal ?? null }), {
        retries: repeatable ? retries : 0,
        wait_ms_max,
        signal,
      })
    const used = keyring.header(name, auth)
    let response = await send(used)
    // Nothing was done for a token that is not good any more, so this is the same call and no second one.
    const renewed = response.status === 401 ? await keyring.renewed(used) : null
    if (renewed !== null) {
      await response.body?.cancel()
      response = await send(renewed)
    }
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
        if (isLater(updated_at, latest)) latest = updated_at
      }
    }
    return latest
  }

  // Inside, any name goes with any parameters; the types of Client are what ties them together for callers.
  const client = { ...methodsOf({ call, pages }), call, pages, each, sync } as unknown as Client
  client.upload = (takes, one) => upload(client.files.announce, takes, { retries, wait_ms_max, ...one })
  return client
}
