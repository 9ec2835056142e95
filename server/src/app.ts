import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import {
  allOperations,
  closeParts,
  loadTracing,
  mailerOf,
  metricsOf,
  openParts,
  pagesOf,
  startWork,
  type Working,
  webFolder,
} from './app_parts.ts'
import { makeMemory } from './auth/memory.ts'
import { makePrincipals } from './auth/principals.ts'
import { clock } from './clock.ts'
import { addressOf, type Config } from './config.ts'
import { makeDocument } from './follow_up/send/make_document.ts'
import { openEntrance } from './http/entrance.ts'
import { addPages } from './http/pages.ts'
import { makeServer } from './http/server.ts'
import { makePortalPaper } from './portal/papers/papers.ts'
import type { Prepared } from './prepare_database.ts'
import type { HandedConnections } from './workers/handed_connections.ts'
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
  /** Where mail comes in; null when none does here. */
  mail_in_port: () => number | null
  /** Counts an error that nobody caught. */
  uncaught: (origin: string) => void
  /** Lets clients know that they shall open a new connection, because this process is about to stop. */
  leave: () => void
  stop: () => Promise<void>
}

/** How long a stop waits for answers that clients do not take. */
const close_ms_max = 7_000

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
  const opened = await openParts(config, connection, { tracing, log, now })
  const { database, replica, nodes, store, live, complain } = opened
  let working: Working | null = null
  const metrics = metricsOf(opened, () => working)
  const warn = (error: unknown): void => complain(error, 'principals')
  const memory = await makeMemory(connection, warn)
  const principals = makePrincipals({ database, memory, now, log: warn })
  const others = config.database_url ? connection : null
  const ask = member?.ask ?? null
  const entrance = openEntrance({ ...config, ...opened, others, ask, count: metrics.turnedAway, now, log })
  let base_url = config.base_url ?? ''
  const web_folder = webFolder()
  const mailer = mailerOf(config, database.db, store, () => base_url, now)
  const server = makeServer({
    database,
    replica,
    nodes,
    store,
    mail_address: config.mail_in?.address ?? null,
    opened_networks: config.webhooks.networks,
    principals,
    memory,
    live,
    operations: allOperations(config, store, mailer),
    makeFile: (holder, row) => makeDocument({ database, store, base_url: () => base_url, now }, holder, row),
    portalPaper: (wanted, address) => makePortalPaper({ db: database.db, store, address, now: now() }, wanted),
    base_url: () => base_url,
    now,
    ...entrance.serving,
    trust_proxy: config.trust_proxy,
    log,
    page: web_folder === null ? null : readFileSync(join(web_folder, 'index.html'), 'utf8'),
    follow: tracing?.follow ?? null,
    observe: metrics.observe,
  })
  await addPages(server, { ...pagesOf(opened, () => base_url, { ...metrics, ...member }), web_folder })
  const close = (): Promise<void> => closeParts(opened, [server, entrance, memory], tracing, log)
  try {
    if (member === null) await server.listen({ host: config.host, port: config.port })
    const address = addressOf(member === null ? { ...config, port: portOf(server) } : config)
    base_url = config.base_url ?? address
    const work = { mailer, metrics, tracing, log, now, base_url: () => base_url, mail_port: member?.mailPort ?? null }
    const started = await startWork(opened, config, connection, work)
    working = started
    await server.ready()
    const connections = member?.ready(server.server)
    const stop = async (): Promise<void> => {
      entrance.leave()
      await Promise.all([closeServer(server, connections), started.stop()])
      await close()
      await prepared.stop()
    }
    const { values, uncaught } = metrics
    const mail_in_port = (): number | null => started.mail_in?.port() ?? null
    return { server, base_url, address, mail_in_port, values, uncaught, leave: entrance.leave, stop }
  } catch (error) {
    await close()
    throw error
  }
}

/** Serves what is under way to its end; but not clients who never send or never read, without end. */
async function closeServer(server: FastifyInstance, connections: HandedConnections | undefined): Promise<void> {
  const hard = setTimeout(() => server.server.closeAllConnections(), close_ms_max)
  await connections?.leave()
  await server.close()
  clearTimeout(hard)
}

function portOf(server: FastifyInstance): number {
  const [first] = server.addresses()
  if (first === undefined || typeof first === 'string') throw new Error('The service listens on no port.')
  return first.port
}
