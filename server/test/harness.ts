import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import pino, { type Logger } from 'pino'
import { type App, startApp } from '../src/app.ts'
import type { Config } from '../src/config.ts'
import { type Connection, connect, type Database, withDatabase } from '../src/db/connect.ts'
import { holdToDescription } from './described.ts'
import { type Given, givenIn } from './given.ts'
import { administer, dropDatabase, setClone } from './servers.ts'

/** The server on which tests make their databases; `test/run.ts` starts one, or TEST_DATABASE_URL names one. */
export const test_server: Connection = JSON.parse(process.env.DUNLIN_TEST_SERVER ?? 'null') ?? missing()

/** The migrated database that each test file clones. */
const template = process.env.DUNLIN_TEST_TEMPLATE ?? missing()

function missing(): never {
  throw new Error('Tests need a PostgreSQL: run them through npm test, or npm test -- path/of/one.test.ts.')
}

type TestDatabase = Database & { connection: Connection }

/** A database of this file's own, cloned from the template, gone when the file is done. */
export async function testDatabase(): Promise<TestDatabase> {
  const { database, drop } = await cloneTemplate()
  after(drop)
  return database
}

async function cloneTemplate(): Promise<{ database: TestDatabase; drop: () => Promise<void> }> {
  const name = `dunlin_test_${createHash('sha256').update(randomUUID()).digest('hex').slice(0, 16)}`
  // Copying files takes a third of the time of copying pages, because this server waits for no disk.
  await administer(test_server, `create database ${name} template ${template} strategy file_copy`)
  const connection = withDatabase(test_server, name)
  await setClone(connection)
  const database = connect(connection, { connections: 8 })
  const drop = async (): Promise<void> => {
    await database.close()
    await dropDatabase(test_server, name)
  }
  return { database: { ...database, connection }, drop }
}

export type Answer = { status: number; headers: Headers; text: string; body: unknown }

export type Service = {
  app: App
  database: TestDatabase
  /** A folder of its own, gone when the file is done. */
  data_dir: string
  given: Given
  /** Calls the running service over real HTTP: `call('GET /v1/debtors?…', { token })`. */
  call: (line: string, options?: CallOptions) => Promise<Answer>
}

export type CallOptions = {
  token?: string
  basic?: { client_id: string; client_secret: string }
  json?: unknown
  form?: string
  multipart?: FormData
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

type Settings = {
  rate_limit?: number
  wait_ms_max?: number
  database_url?: string
  replica_url?: string
  read_nodes?: boolean
  now?: () => Date
  log?: Logger
  smtp_url?: string
  mail_rate_per_domain?: number
  mail_in?: Config['mail_in']
  dns_servers?: string[]
  data_dir?: string
  files_url?: string
  /** As people see it from outside; tests speak to the real one. */
  base_url?: string
  traces?: Config['traces']
  webhooks?: Partial<Config['webhooks']>
  jobs?: Partial<Config['jobs']>
}

/** The whole service on a database of its own, or on that of another one, listening on a free port. */
export async function startService(settings: Settings & { beside?: Service } = {}): Promise<Service> {
  const { database, drop } = settings.beside
    ? { database: settings.beside.database, drop: async () => {} }
    : await cloneTemplate()
  const data_dir = settings.data_dir ?? (await mkdtemp(join(tmpdir(), 'dunlin-data-')))
  const app = await startApp(
    {
      host: '127.0.0.1',
      port: 0,
      data_dir,
      database_url: settings.database_url ?? null,
      embedded_user: null,
      replica_url: settings.replica_url ?? null,
      read_nodes: settings.read_nodes ?? false,
      files_url: settings.files_url ?? null,
      base_url: settings.base_url ?? null,
      trust_proxy: ['127.0.0.1'],
      rate_limit: settings.rate_limit ?? 0,
      // Tests run in the process of the service, and keep it busy themselves.
      wait_ms_max: settings.wait_ms_max ?? 0,
      log_level: 'silent',
      workers: 1,
      smtp_url: settings.smtp_url ?? null,
      mail_from: { name: 'Dunlin', address: 'dunlin@example.com' },
      mail_rate_per_domain: settings.mail_rate_per_domain ?? 0,
      dns_servers: settings.dns_servers ?? null,
      mail_in: settings.mail_in ?? null,
      traces: settings.traces ?? null,
      // Receivers of tests are on this machine, and no name leads away from it.
      webhooks: {
        ...{ networks: ['127.0.0.1'], name_servers: ['127.0.0.1:1'], timeout_ms: 10_000, poll_ms: 500 },
        ...settings.webhooks,
      },
      jobs: { poll_s: 30, timetable: false, retries: null, ...settings.jobs },
    },
    { connection: database.connection, stop: async () => {} },
    settings.log ?? pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    settings.now,
  )
  after(async () => {
    await app.stop()
    await drop()
    if (settings.data_dir === undefined) await rm(data_dir, { recursive: true, force: true })
  })
  return {
    app,
    database,
    data_dir,
    given: givenIn(database.db),
    call: async (line, options = {}) => {
      const answer = await call(app.server.listeningOrigin, line, options)
      await holdToDescription(line, options, answer)
      return answer
    },
  }
}

async function call(base_url: string, line: string, options: CallOptions): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ')
  const headers: Record<string, string> = { ...options.headers }
  if (options.token) headers.authorization = `Bearer ${options.token}`
  if (options.basic) {
    const { client_id, client_secret } = options.basic
    headers.authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
  }
  let body: string | FormData | Uint8Array<ArrayBuffer> | undefined = options.body ?? options.multipart
  if (options.json !== undefined) {
    headers['content-type'] ??= 'application/json'
    body = JSON.stringify(options.json)
  }
  if (options.form !== undefined) {
    headers['content-type'] ??= 'application/x-www-form-urlencoded'
    body = options.form
  }
  const response = await fetch(`${base_url}${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const is_json = response.headers.get('content-type')?.includes('json') && text !== ''
  return { status: response.status, headers: response.headers, text, body: is_json ? JSON.parse(text) : undefined }
}

/** A connection of a test as the address that an operator would write. */
export function addressOf(connection: Connection): string {
  if (typeof connection === 'string') return connection
  const { host, port, user, database: name } = connection
  return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
}

/** The records of a page. */
export function data(answer: Answer): Record<string, unknown>[] {
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as { data: Record<string, unknown>[] }).data
}

/** Where the next page begins, or null on the last one. */
export function nextCursor(answer: Answer): string | null {
  return (answer.body as { pagination?: { cursor: string } }).pagination?.cursor ?? null
}
