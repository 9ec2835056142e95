import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import own from '../package.json' with { type: 'json' }
import { openapi } from './api/openapi.ts'
import { operations } from './api/operations.ts'
import { readsForPages, writesForPages } from './api/pages.ts'
import { makeMemory } from './auth/memory.ts'
import { oauth_description } from './auth/oauth/description.ts'
import { createLink, linkUrl } from './auth/one_time_links.ts'
import { makePrincipals } from './auth/principals.ts'
import { clock } from './clock.ts'
import { type Config, connectionsOf } from './config.ts'
import { consoleFamilies } from './console/index.ts'
import { page_records } from './console/orders.ts'
import { page_verbs } from './console/page_verbs.ts'
import { watchAway } from './db/away.ts'
import { areJobsHeld } from './db/backup/restored_jobs.ts'
import { type Connection, connect, type Database } from './db/connect.ts'
import { startEmbedded } from './db/embedded/embedded.ts'
import { migrate } from './db/migrate.ts'
import { openReplica } from './db/replica.ts'
import { type Following, startFollowing } from './events/follow.ts'
import { notingStore } from './files/abandoned.ts'
import { type FileStore, openStore } from './files/store.ts'
import { followers } from './followers/index.ts'
import { demo_callback_path } from './http/demo_page.ts'
import { openEntrance } from './http/entrance.ts'
import { addPages } from './http/pages.ts'
import { makeServer } from './http/server.ts'
import { queues } from './jobs/index.ts'
import { type RunningJobs, startJobs } from './jobs/start.ts'
import { keptMails } from './mail/kept.ts'
import { type Mailer, makeMailer } from './mail/mailer.ts'
import type { MakeLink } from './mail/user_mails.ts'
import { makeMetrics } from './metrics.ts'
import { portalFamilies } from './portal/index.ts'
import { findPortalLink } from './portal/links.ts'
import { families } from './resources/index.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { Guests } from './workers/guests.ts'
import type { Member } from './workers/member.ts'
import type { Values } from './workers/sums.ts'

/** The service as it runs: where it is, and how to stop it. */
export type App = {
  server: FastifyInstance
  base_url: string
  /** Where it listens, which is another address when a proxy stands before it. */
  address: string
  /** The numbers that operators watch, of this process. */
  values: () => Promise<Values>
  /** Counts an error that nobody caught. */
  uncaught: (origin: string) => void
  /** Lets clients know that they shall open a new connection, because this process is about to stop. */
  leave: () => void
  stop: () => Promise<void>
}

/** How long a stop waits for answers that clients do not take. */
const close_ms_max = 7_000

/** A database that is there and up to date, and the way to let it go. */
export type Prepared = { connection: Connection; stop: () => Promise<void> }

/** Starts Dunlin's own PostgreSQL, or joins the one that runs, unless the operator named a server. */
export async function openDatabase(config: Config, log: Logger): Promise<Prepared> {
  const embedded = config.database_url
    ? null
    : await startEmbedded({
        data_dir: config.data_dir,
        log: (line) => log.info(line),
        settings: roomFor(config),
        run_as: config.embedded_user,
      })
  for (const notice of embedded?.notices ?? []) log.warn(notice)
  const connection: Connection = embedded?.connection ?? config.database_url ?? ''
  return { connection, stop: async () => embedded?.stop() }
}

/** As `openDatabase`, and brings the database up to date. */
export async function prepareDatabase(config: Config, log: Logger, signal?: AbortSignal): Promise<Prepared> {
  const opened = await openDatabase(config, log)
  try {
    await migrate(opened.connection, queues, (line) => log.info(line), { signal })
  } catch (error) {
    await opened.stop()
    throw error
  }
  return opened
}

/** Each process also has connections that listen; commands, and a second set during a restart, need some as well. */
function roomFor(config: Config): Record<string, string> {
  const needed = (config.workers + 1) * (connectionsOf(config.workers) + 4) + 20
  return needed > 100 ? { max_connections: String(needed) } : {}
}

/** Puts the rooms together and listens. Tests bring a clock of their own; one of several processes, the others. */
export async function startApp(
  config: Config,
  prepared: Prepared,
  log: Logger,
  now = clock.now,
  member: Member | null = null,
): Promise<App> {
  const tracing = config.traces === null ? null : await loadTracing(config.traces)
  const { connection } = prepared
  const bytes = await openStore({ ...config, now: now() })
  const pooled = { connections: connectionsOf(config.workers), watch: tracing?.statement }
  const database = connect(connection, pooled)
  const store = notingStore(bytes, database.db, now)
  const { replica_url } = config
  const rests = (error: unknown): void => log.warn({ err: error }, 'the replica is left alone for a while')
  const replica = replica_url === null ? null : openReplica(replica_url, pooled, rests)
  let jobs: RunningJobs | null = null
  let following: Following | null = null
  const away = watchAway(database.pool, awayWords(log))
  const complain = (error: unknown, about: string): void => {
    if (!away.took(error)) log.warn({ err: error }, about)
  }
  const metrics = makeMetrics({
    pool: database.pool,
    version: own.version,
    queues: Object.keys(queues),
    // Without a database the other numbers matter all the more.
    countJobs: async () => (await jobs?.counts().catch(() => [])) ?? [],
    followers: followers.map(({ name }) => name),
    lag: async () => (await following?.lag().catch(() => [])) ?? [],
    isReachable: () => !away.isAway(),
  })
  const warn = (error: unknown): void => complain(error, 'principals')
  const memory = await makeMemory(connection, warn)
  const principals = makePrincipals({ database, memory, now, log: warn })
  const others = config.database_url ? connection : null
  const ask = member?.ask ?? null
  const entrance = openEntrance({ ...config, database, others, ask, count: metrics.turnedAway, now, log, complain })
  let base_url = config.base_url ?? ''
  const web_folder = webFolder()
  const mailer = mailerOf(config, database.db, store, () => base_url, now)
  const pages = consoleFamilies({
    mails_kept: config.smtp_url === null,
    readKept: mailer.readKept,
    link_key: store.link_key,
  })
  const server = makeServer({
    database,
    replica,
    store,
    principals,
    memory,
    operations: [
      ...operations([...families, ...pages, ...portalFamilies(store)]),
      ...readsForPages([...families, ...page_records]),
      ...writesForPages(page_verbs),
    ],
    base_url: () => base_url,
    now,
    ...entrance.serving,
    trust_proxy: config.trust_proxy,
    log,
    page: web_folder === null ? null : readFileSync(join(web_folder, 'index.html'), 'utf8'),
    follow: tracing?.follow ?? null,
    observe: metrics.observe,
  })
  await addPages(server, {
    openapi: () => openapi(families, { base_url, beside: oauth_description }),
    metrics: { type: metrics.type, text: shared(member?.sums ?? metrics.text) },
    ready: shared(async () => {
      await database.pool.query('select 1').catch((error: unknown) => {
        complain(error, 'not ready')
        throw error
      })
    }),
    opensPortal: async (told) => (await findPortalLink(database.db, told)) !== null,
    demoCallback: () => findRedirect(database.db, `${base_url}${demo_callback_path}`),
    web_folder,
  })
  const close = async (): Promise<void> => {
    away.stop()
    await server.close()
    await entrance.close()
    await memory.close()
    await database.close()
    await replica?.close()
    await tracing?.stop().catch((error: unknown) => log.warn({ err: error }, 'traces'))
  }
  try {
    if (member === null) await server.listen({ host: config.host, port: config.port })
    const address = addressOf(member === null ? { ...config, port: portOf(server) } : config)
    base_url = config.base_url ?? address
    const running = startJobs({
      database,
      replica,
      base_url: () => base_url,
      connection,
      settings: config.jobs,
      mailer,
      kept: keptMails(config.data_dir),
      store,
      now,
      ended: metrics.jobEnded,
      around: tracing?.job,
      log: complain,
      tell: (line) => log.warn(line),
    })
    jobs = running
    const areHeld = (): Promise<boolean> => areJobsHeld(database.pool)
    following = startFollowing({ database, followers, areHeld, handled: metrics.followerHandled, log: complain })
    await server.ready()
    const guests = member?.ready(server.server)
    const stop = async (): Promise<void> => {
      entrance.leave()
      await Promise.all([closeServer(server, guests), running.stop(), following?.stop()])
      await close()
      await prepared.stop()
    }
    const { values, uncaught } = metrics
    return { server, base_url, address, values, uncaught, leave: entrance.leave, stop }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whoever asks while the answer is being found gets the same one: strangers may ask these as often as they like. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let under_way: Promise<T> | null = null
  return () => {
    under_way ??= work().finally(() => {
      under_way = null
    })
    return under_way
  }
}

/** One line when the database goes, and one when it is back. */
export const awayWords = (log: Logger): Parameters<typeof watchAway>[1] => ({
  away: (reason) => log.warn({ reason }, 'the database cannot be reached; it is tried again until it can'),
  back: () => log.warn('the database is back'),
})

/** Serves what is under way to its end; but not clients who never send or never read, without end. */
async function closeServer(server: FastifyInstance, guests: Guests | undefined): Promise<void> {
  const hard = setTimeout(() => server.server.closeAllConnections(), close_ms_max)
  await guests?.leave()
  await server.close()
  clearTimeout(hard)
}

/** Where a service that listens there is reached from this machine. */
export function addressOf({ host, port }: { host: string; port: number }): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const name = everywhere[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function portOf(server: FastifyInstance): number {
  const [first] = server.addresses()
  if (first === undefined || typeof first === 'string') throw new Error('The service listens on no port.')
  return first.port
}

function mailerOf(
  config: Config,
  db: Database['db'],
  store: FileStore,
  base_url: () => string,
  now: () => Date,
): Mailer {
  const { smtp_url, mail_from, data_dir } = config
  const make_link: MakeLink = async (asked) => linkUrl(base_url(), await createLink(db, asked))
  const open_file = (checksum: string) => store.open(checksum)
  return makeMailer({ db, smtp_url, mail_from, data_dir, make_link, open_file, now })
}

/** An address, if an application has people sent back to it. */
async function findRedirect(db: Database['db'], redirect_uri: string): Promise<string | null> {
  const found = await db
    .selectFrom('applications')
    .select('redirect_uri')
    .where('redirect_uri', '=', redirect_uri)
    .limit(1)
    .executeTakeFirst()
  return found?.redirect_uri ?? null
}

/** Loaded here, because a service without a collector never needs it. */
async function loadTracing(options: NonNullable<Config['traces']>): Promise<Tracing> {
  const { startTracing } = await import('./tracing/tracing.ts')
  return startTracing({ ...options, version: own.version })
}

/** The built web interface; absent when only the server was installed. */
function webFolder(): string | null {
  const folder = fileURLToPath(new URL('../../web/dist/', import.meta.url))
  return existsSync(folder) ? folder : null
}
