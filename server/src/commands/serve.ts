import pino from 'pino'
import { type App, prepareDatabase, startApp } from '../app.ts'
import { createLink, linkUrl } from '../auth/one_time_links.ts'
import { clock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { type Connection, connect } from '../db/connect.ts'
import type { Command } from './command.ts'

export const serve: Command = {
  summary: 'Run the service.',
  usage: 'dunlin serve',
  options: {},
  run: async () => {
    const app = await runService(readConfig(process.env))
    console.log(`Dunlin listens on ${app.base_url}`)
    if (app.set_up_link !== null) console.log(`${set_up_words}\n\n  ${app.set_up_link}\n`)
  },
}

const set_up_words = `
Nobody is here yet. Open this link to set Dunlin up: it makes the first company and its administrator. It works once,
within 24 hours; starting Dunlin again prints another one.`

/** How long requests in flight may take to end before the process ends anyway. */
const stop_ms_max = 9_500

/** A service that runs, and the way in as long as there is no company. */
export type Running = App & { set_up_link: string | null }

/** Starts the service and ties it to the process: a signal ends it cleanly, whatever it was doing. */
export async function runService(
  config: Config,
  before: (connection: Connection) => Promise<void> = async () => {},
): Promise<Running> {
  const log = pino({ level: config.log_level, base: null }, pino.destination({ fd: 1, sync: false }))
  const prepared = await prepareDatabase(config, log)
  let app: App
  try {
    await before(prepared.connection)
    app = await startApp(config, prepared, log)
  } catch (error) {
    await prepared.stop()
    throw error
  }
  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stop_ms_max).unref()
    app.stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(signal))
  const set_up_link = await makeSetUpLink(prepared.connection, app.base_url).catch((error) => {
    log.warn({ err: error }, 'could not make a link for setting up')
    return null
  })
  return { ...app, set_up_link }
}

/**
 * Makes the link by which the first company is set up, or null when there is one. Every process that starts on an empty
 * database makes its own, because only hashes are kept; the first that is used ends all of them.
 */
async function makeSetUpLink(connection: Connection, base_url: string): Promise<string | null> {
  const database = connect(connection, { connections: 1, application: 'dunlin set-up' })
  try {
    const company = await database.db.selectFrom('companies').select('id').limit(1).executeTakeFirst()
    if (company) return null
    return linkUrl(base_url, await createLink(database.db, { purpose: 'set_up', user_id: null, now: clock.now() }))
  } finally {
    await database.close()
  }
}
