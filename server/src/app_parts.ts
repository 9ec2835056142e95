import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import own from '../package.json' with { type: 'json' }
import { openapi } from './api/openapi.ts'
import { operations } from './api/operations.ts'
import { readsForPages, writesForPages } from './api/pages.ts'
import { oauth_description } from './auth/oauth/description.ts'
import { createLink, linkUrl } from './auth/one_time_links.ts'
import { type Config, connectionsOf } from './config.ts'
import { consoleFamilies } from './console/index.ts'
import { page_records } from './console/orders.ts'
import { page_verbs } from './console/page_verbs.ts'
import { watchAway } from './db/away.ts'
import { backupAge } from './db/backup/last_backup.ts'
import { areJobsHeld } from './db/backup/restored_jobs.ts'
import { type Connection, connect, type Database } from './db/connect.ts'
import { openNodes } from './db/nodes.ts'
import { openReplica } from './db/replica.ts'
import { partsOf } from './domain/mail_address.ts'
import { type Following, startFollowing } from './events/follow.ts'
import { notingStore } from './files/abandoned.ts'
import { keepSweeping } from './files/incoming.ts'
import { type FileStore, openStore } from './files/store.ts'
import { type Engine, startEngine } from './follow_up/look/engine.ts'
import { followers } from './followers/index.ts'
import { shared, withinTime } from './http/answer_once.ts'
import { demo_callback_path } from './http/demo_page.ts'
import { queues } from './jobs/index.ts'
import { type RunningJobs, startJobs } from './jobs/start.ts'
import { startLive } from './live/follow.ts'
import { makeSigner } from './mail/dkim.ts'
import { keptMails } from './mail/kept.ts'
import { type Mailer, makeMailer } from './mail/mailer.ts'
import { makePace } from './mail/pace.ts'
import type { MakeLink } from './mail/user_mails.ts'
import { type MailInOptions, type RunningMailIn, startMailIn } from './mail_in/start.ts'
import { makeMetrics } from './metrics.ts'
import { portalFamilies } from './portal/index.ts'
import { findPortalLink } from './portal/links.ts'
import { awayWords } from './prepare_database.ts'
import { renderWith } from './resources/event_payloads.ts'
import { families } from './resources/index.ts'
import type { Tracing } from './tracing/tracing.ts'
import { type Courier, startCourier } from './webhooks/courier.ts'
import { makeNetworks } from './webhooks/networks.ts'
import { makePost } from './webhooks/post.ts'
import { makeResolve } from './webhooks/resolve.ts'

// The parts that an app is put together from, each made from the settings and from those before it.

export type Opened = Awaited<ReturnType<typeof openParts>>

/** Opens what keeps records and files, and what notifies open pages of changes. */
export async function openParts(
  config: Config,
  connection: Connection,
  { tracing, log, now }: { tracing: Tracing | null; log: Logger; now: () => Date },
) {
  const bytes = await openStore({ ...config, now: now() })
  const pooled = { connections: connectionsOf(config.workers), watch: tracing?.statement }
  const database = connect(connection, pooled)
  const store = notingStore(bytes, database.db, now)
  const { replica_url } = config
  const rests = (error: unknown): void => log.warn({ err: error }, 'the replica is left alone for a while')
  const replica = replica_url === null ? null : openReplica(replica_url, pooled, rests)
  const node_listener = {
    rests: (error: unknown): void => log.warn({ err: error }, 'a node of the cluster is left alone for a while'),
    refused: (error: unknown): void => log.warn({ err: error }, 'a page was not read from its node'),
  }
  const address = config.read_nodes ? config.database_url : null
  const nodes = address === null ? null : openNodes(database.pool, address, pooled, node_listener)
  const away = watchAway(database.pool, awayWords(log))
  const complain = (error: unknown, about: string): void => {
    if (!away.took(error)) log.warn({ err: error }, about)
  }
  const live = startLive({ database, now, log: complain })
  const sweeping = keepSweeping(config.data_dir, { now, log: (error) => complain(error, 'incoming files') })
  return { database, replica, nodes, store, sweeping, away, complain, live }
}

/** Lets go of what was opened, after those who work with it. */
export async function closeParts(
  { away, sweeping, database, replica, nodes, live }: Opened,
  users: readonly { close: () => PromiseLike<unknown> }[],
  tracing: Tracing | null,
  log: Logger,
): Promise<void> {
  away.stop()
  sweeping.stop()
  for (const one of [live, ...users, nodes, database, replica]) await one?.close()
  await tracing?.stop().catch((error: unknown) => log.warn({ err: error }, 'traces'))
}

/** Everything that can be asked for: by tokens, on our own pages, and in the portal. */
export function allOperations(config: Config, store: FileStore, { readKept }: Mailer) {
  const pages = consoleFamilies({
    ...{ mails_kept: config.smtp_url === null, readKept, link_key: store.link_key, openFile: store.open },
    mail_address: config.mail_in?.address ?? null,
    sender: senderOf(config),
  })
  return [
    ...operations([...families, ...pages, ...portalFamilies(store)]),
    ...readsForPages([...families, ...page_records]),
    ...writesForPages(page_verbs),
  ]
}

/** Who mails are from and come back to, for whoever looks whether they are believed. */
function senderOf({ mail_from, mail_in, smtp_url, dns_servers }: Config) {
  const from_domain = partsOf(mail_from.address).domain
  return {
    ...{ from_domain, return_domain: mail_in ? partsOf(mail_in.address).domain : from_domain, dns_servers },
    smtp_host: smtp_url === null ? null : new URL(smtp_url).hostname,
  }
}

/** What works beside the interface, once it runs. */
export type Working = { jobs: RunningJobs; following: Following; engine: Engine; mail_in: RunningMailIn | null }

type WorkNeeds = {
  mailer: Mailer
  metrics: ReturnType<typeof metricsOf>
  tracing: Tracing | null
  log: Logger
  now: () => Date
  base_url: () => string
  /** Who hears whether this process has the port of mail; null: there is no other process. */
  mail_port: ((problem: Error | null) => void) | null
}

/** Starts jobs, those who follow what happens, and whoever takes mail in. */
export async function startWork(
  { database, replica, store, complain }: Opened,
  config: Config,
  connection: Connection,
  { mailer, metrics, tracing, log, now, base_url, mail_port }: WorkNeeds,
): Promise<Working & { stop: () => Promise<void> }> {
  const alone = (err: Error | null): void => void (err && log.error({ err }, 'mail in'))
  const mail_in = await mailInOf(config, { database, store, now, told: mail_port ?? alone, log: complain })
  const jobs = startJobs({
    database,
    replica,
    base_url,
    connection,
    settings: config.jobs,
    mailer,
    kept: keptMails(config.data_dir),
    store,
    mail_address: config.mail_in?.address ?? null,
    mail_in,
    now,
    ended: metrics.jobEnded,
    around: tracing?.job,
    log: complain,
    warn: (line) => log.warn(line),
  })
  const areHeld = (): Promise<boolean> => areJobsHeld(database.pool)
  const following = startFollowing({ database, followers, areHeld, handled: metrics.followerHandled, log: complain })
  const engine = startEngine({ database, now, areHeld, performed: metrics.enginePerformed, log: complain })
  const courier = startWebhooks({ database, connection, store, config, now, base_url, areHeld, metrics, log: complain })
  const working = [jobs, following, engine, courier, ...(mail_in ? [mail_in] : [])]
  const stop = async (): Promise<void> => void (await Promise.all(working.map((one) => one.stop())))
  return { jobs, following, engine, mail_in, stop }
}

type WebhookNeeds = Pick<WorkNeeds, 'now' | 'base_url' | 'metrics'> &
  Pick<Opened, 'database' | 'store'> & {
    connection: Connection
    config: Config
    areHeld: () => Promise<boolean>
    log: (error: unknown, about: string) => void
  }

/** Starts sending events to those who asked for them. */
function startWebhooks({ store, config, metrics, ...needs }: WebhookNeeds): Courier {
  const { networks, name_servers, timeout_ms, poll_ms } = config.webhooks
  const outside = { networks: makeNetworks(networks), resolve: makeResolve(name_servers), timeout_ms }
  const { post, close } = makePost(outside)
  const courier = startCourier({
    ...needs,
    poll_ms,
    post,
    secret_key: store.link_key,
    render: renderWith({ ...needs, db: needs.database.db }),
    attempted: metrics.webhookAttempted,
  })
  return { stop: () => courier.stop().finally(close) }
}

export function metricsOf({ database, away, live }: Opened, working: () => Working | null) {
  return makeMetrics({
    pool: database.pool,
    version: own.version,
    queues: Object.keys(queues),
    // Without a database the other numbers matter all the more.
    countJobs: async () =>
      (await working()
        ?.jobs.counts()
        .catch(() => [])) ?? [],
    followers: followers.map(({ name }) => name),
    lag: async () =>
      (await working()
        ?.following.lag()
        .catch(() => [])) ?? [],
    engineLag: async () =>
      (await working()
        ?.engine.lag()
        .catch(() => null)) ?? null,
    backupAge: () => backupAge(database.pool).catch(() => null),
    isReachable: () => !away.isAway(),
    liveStreams: live.count,
    mailListens: () => working()?.mail_in?.listens() ?? null,
  })
}

/** What operators watch, as text: of this process, and of all where there are several. */
type Numbers = { type: string; text: () => Promise<string>; sums?: () => Promise<string> }

/** What pages beside the interface answer. */
export function pagesOf({ database: { db, pool }, complain }: Opened, base_url: () => string, numbers: Numbers) {
  const ready = async (): Promise<void> => {
    await pool.query('select 1').catch((error: unknown) => {
      complain(error, 'not ready')
      throw error
    })
  }
  return {
    openapi: () => openapi(families, { base_url: base_url(), beside: oauth_description }),
    metrics: { type: numbers.type, text: shared(numbers.sums ?? numbers.text) },
    ready: withinTime(ready_ms_max, shared(ready)),
    opensPortal: async (link: Parameters<typeof findPortalLink>[1]) => (await findPortalLink(db, link)) !== null,
    demoCallback: () => findRedirect(db, `${base_url()}${demo_callback_path}`),
  }
}

/** Whoever sends requests here has to know soon; a database that says nothing is given up much later. */
const ready_ms_max = 5_000

export function mailerOf(
  config: Config,
  db: Database['db'],
  store: FileStore,
  base_url: () => string,
  now: () => Date,
): Mailer {
  const { smtp_url, mail_from, data_dir } = config
  const place = config.mail_in === null ? null : { address: config.mail_in.address, key: store.link_key }
  const make_link: MakeLink = async (asked) => linkUrl(base_url(), await createLink(db, asked))
  const open_file = (checksum: string) => store.open(checksum)
  const sign = makeSigner(db, store.link_key)
  // Each process keeps its own pace.
  const pace = makePace(Math.ceil(config.mail_rate_per_domain / config.workers))
  return makeMailer({ db, smtp_url, mail_from, place, sign, pace, data_dir, make_link, open_file, now })
}

/** Mail that comes in, where the operator says that it does. Of several processes one has the port at a time. */
function mailInOf(
  { mail_in, mail_from }: Config,
  needs: Pick<MailInOptions, 'database' | 'store' | 'now' | 'told' | 'log'>,
): Promise<RunningMailIn> | null {
  if (mail_in === null) return null
  const place = { address: mail_in.address, key: needs.store.link_key }
  const { receiver, imap_url } = mail_in
  return startMailIn({ ...needs, place, mail_from: mail_from.address, receiver, imap_url })
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
export async function loadTracing(options: NonNullable<Config['traces']>): Promise<Tracing> {
  const { startTracing } = await import('./tracing/tracing.ts')
  return startTracing({ ...options, version: own.version })
}

/** The built web interface; absent when only the server was installed. */
export function webFolder(): string | null {
  const folder = fileURLToPath(new URL('../../web/dist/', import.meta.url))
  return existsSync(folder) ? folder : null
}
