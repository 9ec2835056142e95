import type { Logger } from 'pino'
import { type Config, connectionsOf } from './config.ts'
import type { watchAway } from './db/away.ts'
import type { Connection } from './db/connect.ts'
import { startEmbedded } from './db/embedded/embedded.ts'
import { migrate } from './db/migrate.ts'
import { queues } from './jobs/index.ts'

// What every command does with the database before it works on it. The service itself is not needed for that, and takes
// a second to load.

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
    const waits = (line: string): void => log.warn(line)
    await migrate(opened.connection, queues, (line) => log.info(line), { signal, waits })
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

/** One line when the database goes, and one when it is back. */
export const awayWords = (log: Logger): Parameters<typeof watchAway>[1] => ({
  away: (reason) => log.warn({ reason }, 'the database cannot be reached; it is tried again until it can'),
  back: () => log.warn('the database is back'),
})
