import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openapi } from './api/openapi.ts'
import { operations } from './api/operations.ts'
import { mailReset } from './auth/forgotten_password.ts'
import { makeMemory } from './auth/memory.ts'
import { oauth_description } from './auth/oauth/description.ts'
import { createLink, linkUrl } from './auth/one_time_links.ts'
import { makePrincipals } from './auth/principals.ts'
import { clock } from './clock.ts'
import type { Config } from './config.ts'
import { consoleFamilies } from './console/index.ts'
import { type Connection, connect, type Database } from './db/connect.ts'
import { startEmbedded } from './db/embedded/embedded.ts'
import { migrate } from './db/migrate.ts'
import { addPages } from './http/pages.ts'
import { makeServer } from './http/server.ts'
import { startTimetable } from './jobs/schedule.ts'
import { keptMails } from './mail/kept.ts'
import type { MakeLink } from './mail/letters.ts'
import { type Mailer, makeMailer } from './mail/mailer.ts'
import { makeMetrics } from './metrics.ts'
import { type Queue, startQueue } from './queue/queue.ts'
import { families } from './resources/index.ts'

/** The service as it runs: where it is, and how to stop it. */
export type App = { server: FastifyInstance; base_url: string; stop: () => Promise<void> }

/** A database that is there and up to date, and the way to let it go. */
export type Prepared = { connection: Connection; stop: () => Promise<void> }

/** Starts Dunlin's own PostgreSQL, unless the operator named a server; brings the database up to date either way. */
export async function prepareDatabase(config: Config, log: Logger): Promise<Prepared> {
  const embedded = config.database_url
    ? null
    : await startEmbedded({ data_dir: config.data_dir, log: (line) => log.info(line) })
  for (const notice of embedded?.notices ?? []) log.warn(notice)
  const connection: Connection = embedded?.connection ?? config.database_url ?? ''
  const stop = async (): Promise<void> => embedded?.stop()
  try {
    await migrate(connection, (line) => log.info(line))
  } catch (error) {
    await stop()
    throw error
  }
  return { connection, stop }
}

/** Puts the rooms together and listens. Tests bring a clock of their own. */
export async function startApp(config: Config, prepared: Prepared, log: Logger, now = clock.now): Promise<App> {
  const database = connect(prepared.connection)
  let queue: Queue | null = null
  // Without a database the other numbers matter all the more.
  const metrics = makeMetrics(database.pool, async () => (await queue?.counts().catch(() => [])) ?? [])
  const warn = (error: unknown): void => log.warn({ err: error }, 'principals')
  const memory = await makeMemory(prepared.connection, warn)
  const principals = makePrincipals({ database, memory, now, log: warn })
  let base_url = config.base_url ?? ''
  const web_folder = webFolder()
  const { db } = database
  const { smtp_url, mail_from, data_dir } = config
  const make_link: MakeLink = async (asked) => linkUrl(base_url, await createLink(db, asked))
  const mailer = makeMailer({ db, smtp_url, mail_from, data_dir, make_link, now })
  const pages = consoleFamilies({ mails_kept: smtp_url === null, readKept: mailer.readKept })
  const server = makeServer({
    database,
    principals,
    memory,
    operations: operations([...families, ...pages]),
    base_url: () => base_url,
    now,
    rate_limit: config.rate_limit,
    trust_proxy: config.trust_proxy,
    log,
    page: web_folder === null ? null : readFileSync(join(web_folder, 'index.html'), 'utf8'),
    observe: metrics.observe,
  })
  await addPages(server, {
    openapi: () => openapi(families, { base_url, beside: oauth_description }),
    metrics,
    ready: async () => void (await database.pool.query('select 1')),
    web_folder,
  })
  const close = async (): Promise<void> => {
    await server.close()
    await memory.close()
    await database.close()
  }
  try {
    const address = await server.listen({ host: config.host, port: config.port })
    base_url = config.base_url ?? address
    const jobs = await startJobs(config, { database, prepared, mailer, metrics, log, now })
    queue = jobs.queue
    const stop = async (): Promise<void> => {
      await Promise.all([server.close(), jobs.stop()])
      await close()
      await prepared.stop()
    }
    return { server, base_url, stop }
  } catch (error) {
    await close()
    throw error
  }
}

type Ground = {
  database: Database
  prepared: Prepared
  mailer: Mailer
  metrics: ReturnType<typeof makeMetrics>
  log: Logger
  now: () => Date
}

/** Begins to do what nobody waits for: mails, and the nightly work. */
async function startJobs(config: Config, { database, prepared, mailer, metrics, log, now }: Ground) {
  const queue = await startQueue({
    database,
    connection: prepared.connection,
    ...config.jobs,
    ended: metrics.jobEnded,
    log: (error, about) => log.warn({ err: error }, about),
  })
  await queue.work('send_mail', 8, mailer.deliver)
  await queue.work('forgotten_password', 4, (asked) => mailReset(database.db, { ...asked, now: now() }))
  await startTimetable(queue, { db: database.db, kept: keptMails(config.data_dir), now, on: config.jobs.timetable })
  const stop = async (): Promise<void> => {
    await queue.stop()
    mailer.close()
  }
  return { queue, stop }
}

/** The built web interface; absent when only the server was installed. */
function webFolder(): string | null {
  const folder = fileURLToPath(new URL('../../web/dist/', import.meta.url))
  return existsSync(folder) ? folder : null
}
