import pino from 'pino'
import { type App, prepareDatabase, startApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { Connection } from '../db/connect.ts'
import type { Command } from './command.ts'

export const serve: Command = {
  summary: 'Run the service.',
  usage: 'dunlin serve',
  options: {},
  run: async () => {
    const app = await runService(readConfig(process.env))
    console.log(`Dunlin listens on ${app.base_url}`)
  },
}

/** How long requests in flight may take to end before the process ends anyway. */
const stop_ms_max = 9_500

/** Starts the service and ties it to the process: a signal ends it cleanly, whatever it was doing. */
export async function runService(
  config: Config,
  before: (connection: Connection) => Promise<void> = async () => {},
): Promise<App> {
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
  return app
}
