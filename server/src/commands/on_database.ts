import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { type Config, readConfig } from '../config.ts'
import { type Connection, connect, type Database } from '../db/connect.ts'
import { serializers } from '../log.ts'
import { openDatabase, prepareDatabase } from '../prepare_database.ts'
import { Mistake } from './command.ts'

/** Whether there is a database to work on: a server, or one of our own in the data folder. */
export async function hasDatabase({ database_url, data_dir }: Config): Promise<boolean> {
  return database_url !== null || (await lstat(join(data_dir, 'postgres')).catch(() => null)) !== null
}

/** A command that was run in the wrong folder would make a new database there, and work on nothing. */
async function refuseNothing(config: Config): Promise<void> {
  if (await hasDatabase(config)) return
  throw new Mistake(
    `There is no database in ${config.data_dir}. Run this in the folder of the service, or set DATA_DIR or ` +
      'DATABASE_URL as the service has it. A new database is made by dunlin serve, demo, migrate or restore.',
  )
}

type Making = { makes?: boolean }

/** Runs a piece of work on the database of the configuration, and lets it go afterwards. `makes`: also on a new one. */
export async function withDatabase<T>(
  work: (database: Database, config: Config) => Promise<T>,
  { makes = false }: Making = {},
): Promise<T> {
  const config = readConfig(process.env)
  if (!makes) await refuseNothing(config)
  const log = makeLog({ log_level: process.env.LOG_LEVEL || 'warn' })
  const prepared = await prepareDatabase(config, log)
  const database = connect(prepared.connection, { connections: 2, application: 'dunlin command' })
  try {
    return await work(database, config)
  } finally {
    await database.close()
    await prepared.stop()
  }
}

/** Runs a piece of work on the database as it is, without bringing it up to date. */
export async function withOpenDatabase<T>(
  work: (connection: Connection, config: Config) => Promise<T>,
  { makes = false }: Making = {},
): Promise<T> {
  const config = readConfig(process.env)
  if (!makes) await refuseNothing(config)
  const opened = await openDatabase(config, makeLog({ log_level: process.env.LOG_LEVEL || 'warn' }))
  try {
    return await work(opened.connection, config)
  } finally {
    await opened.stop()
  }
}

/** A command logs to standard error at once, so that what it prints can be read by a script. */
export function makeLog({ log_level }: Pick<Config, 'log_level'>): Logger {
  return pino({ level: log_level, base: null, serializers }, pino.destination({ fd: 2, sync: true }))
}
