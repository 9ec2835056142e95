import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createLink, endSetUp, linkUrl } from '../auth/one_time_links.ts'
import { clock } from '../clock.ts'
import { addressOf, type Config, readConfig } from '../config.ts'
import { watchAway } from '../db/away.ts'
import { type Connection, connect } from '../db/connect.ts'
import { startLimits } from '../limits/limits.ts'
import { makeLog } from '../log.ts'
import { awayWords, type Prepared, prepareDatabase } from '../prepare_database.ts'
import { startDispatcher } from '../workers/dispatcher.ts'
import { startWorkers } from '../workers/primary.ts'
import { watchUncaught } from '../workers/uncaught.ts'
import type { Command } from './command.ts'

export const serve: Command = {
  summary: 'Run the service.',
  usage: 'dunlin serve',
  options: {},
  run: async () => {
    const { base_url, address, set_up_link } = await runService(readConfig(process.env))
    console.log(`Dunlin listens on ${address}${address === base_url ? '' : ` (BASE_URL: ${base_url})`}`)
    if (set_up_link !== null) console.log(`${set_up_words}\n\n  ${set_up_link}\n`)
  },
}

const set_up_words = `
Nobody is here yet. Open this link to set Dunlin up: it makes the first company and its administrator. It works once,
within 24 hours; starting Dunlin again prints another one, and ends this one.`

/** The service as its process sees it. `restart` is null when there is nobody else who could serve meanwhile. */
type Service = {
  base_url: string
  address: string
  restart: (() => Promise<void>) | null
  /** Counts an error that nobody caught. */
  uncaught: (origin: string) => void
  stop: () => Promise<void>
}

/** How long requests in flight may take to end before the process ends anyway. */
const stop_ms_max = 9_500

/** A service that runs, and the way in as long as there is no company. */
export type Running = { base_url: string; address: string; set_up_link: string | null }

/** Starts the service and ties it to the process: a signal ends it cleanly, whatever it was doing, also starting. */
export async function runService(
  config: Config,
  before: (connection: Connection) => Promise<void> = async () => {},
): Promise<Running> {
  const log = makeLog(config.log_level, null)
  const ending = new AbortController()
  const starting = start(config, before, log, ending.signal)
  obey(starting, ending, log)
  const { base_url, address, connection } = await starting
  const set_up_link = await makeSetUpLink(connection, base_url).catch((error) => {
    log.warn({ err: error }, 'could not make a link for setting up')
    return null
  })
  return { base_url, address, set_up_link }
}

async function start(
  config: Config,
  before: (connection: Connection) => Promise<void>,
  log: Logger,
  signal: AbortSignal,
): Promise<Service & { connection: Connection }> {
  // While the database starts, which takes longer; if it fails, that is reported where the app is needed.
  if (config.workers <= 1) loadApp().catch(() => {})
  const prepared = await prepareDatabase(config, log, signal).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error
  })
  const { connection } = prepared
  try {
    await before(connection)
    signal.throwIfAborted()
    const service = config.workers > 1 ? await startMany(config, prepared, log) : await startOne(config, prepared, log)
    return { ...service, connection }
  } catch (error) {
    await prepared.stop()
    throw error
  }
}

/** The service is loaded by whoever serves, and not by the process that only looks after those who do. */
const loadApp = () => import('../app.ts')

async function startOne(config: Config, prepared: Prepared, log: Logger): Promise<Service> {
  const { startApp } = await loadApp()
  const { base_url, address, uncaught, stop } = await startApp(config, prepared, log)
  return { base_url, address, restart: null, uncaught, stop }
}

/** Several processes that serve, and this one, which sees to it that they do. */
async function startMany(config: Config, prepared: Prepared, log: Logger): Promise<Service> {
  const { connection } = prepared
  const dispatcher = await startDispatcher(config)
  const database = connect(connection, { connections: 1, application: 'dunlin primary' })
  const away = watchAway(database.pool, awayWords(log))
  const limits = startLimits({
    limit: config.rate_limit,
    others: config.database_url ? { connection, query: (text, values) => database.pool.query(text, values) } : null,
    log: (error) => {
      if (!away.took(error)) log.warn({ err: error }, 'limits')
    },
  })
  const workers = await startWorkers({
    count: config.workers,
    program: [fileURLToPath(new URL('../../bin/dunlin.js', import.meta.url)), 'worker'],
    connection,
    dispatcher,
    limits,
    log: { info: (line) => log.info(line), warn: (line) => log.warn(line), error: (line) => log.error(line) },
  }).catch(async (error: unknown) => {
    away.stop()
    await database.close()
    throw error
  })
  const stop = async (): Promise<void> => {
    away.stop()
    await workers.stop()
    await database.close()
    await prepared.stop()
  }
  const address = addressOf({ ...config, port: dispatcher.port })
  // What happens here is in the log alone: numbers are those of workers.
  return { base_url: config.base_url ?? address, address, restart: workers.restart, uncaught: () => {}, stop }
}

function obey(starting: Promise<Service>, ending: AbortController, log: Logger): void {
  let service: Service | null = null
  const stop = (signal: string, code = 0): void => {
    if (ending.signal.aborted) return
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stop_ms_max).unref()
    const unstarted = new Error('It was stopped before it served.')
    ending.abort(unstarted)
    starting
      .then(
        (started) => started.stop(),
        (error) => {
          if (error !== unstarted) throw error
        },
      )
      .then(
        () => {
          log.info('stopped')
          process.exit(code)
        },
        (error) => {
          log.error({ err: error }, 'could not stop cleanly')
          process.exit(1)
        },
      )
  }
  const restart = (signal: string): void => {
    // Until somebody serves there is nothing to restart.
    if (ending.signal.aborted || service === null) return
    if (service.restart === null) {
      log.warn({ signal }, 'nothing happens: one process alone cannot be replaced; WORKERS=2 can')
      return
    }
    log.info({ signal }, 'restarting')
    service.restart().then(
      () => log.info('restarted'),
      (error) => log.error({ err: error }, 'could not restart'),
    )
  }
  starting.then(
    (started) => {
      service = started
    },
    () => {},
  )
  watchUncaught({
    log,
    count: (origin) => service?.uncaught(origin),
    leave: () => stop('uncaught', 1),
  })
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal))
  process.on('SIGUSR2', () => restart('SIGUSR2'))
  // From a terminal it means that the terminal is gone; from whoever runs services, that they shall begin anew.
  process.on('SIGHUP', () => (process.stdout.isTTY ? stop('SIGHUP') : restart('SIGHUP')))
}

/**
 * Makes the link by which the first company is set up, or null when there is one. Only hashes are kept, so a process
 * that starts cannot print the link of an earlier one again: it makes another, and those that were printed before end.
 */
async function makeSetUpLink(connection: Connection, base_url: string): Promise<string | null> {
  const database = connect(connection, { connections: 1, application: 'dunlin set-up' })
  const now = clock.now()
  try {
    return await database.db.transaction().execute(async (trx) => {
      const company = await trx.selectFrom('companies').select('id').limit(1).executeTakeFirst()
      if (company) return null
      await endSetUp(trx, now)
      return linkUrl(base_url, await createLink(trx, { purpose: 'set_up', user_id: null, now }))
    })
  } finally {
    await database.close()
  }
}
