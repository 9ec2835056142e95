import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import pino, { type Logger } from 'pino'
import { openDatabase, prepareDatabase } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { type Connection, connect, type Database } from '../db/connect.ts'

type Options = NonNullable<ParseArgsConfig['options']>
export type Values = { readonly [name: string]: string | boolean | string[] | undefined }

/** One command of `dunlin`: what it is for, what it takes, what it does. */
export type Command = {
  summary: string
  usage: string
  /** One line for each option, for --help. */
  options: { readonly [name: string]: { takes: Options[string]; sentence: string } }
  run: (values: Values) => Promise<void>
}

/** A mistake of the person at the keyboard: told in one line, without a stack. */
export class Mistake extends Error {}

/** Reads the arguments of a command against its options. */
export function readArguments(command: Command, args: string[]): Values {
  const options = Object.fromEntries(Object.entries(command.options).map(([name, { takes }]) => [name, takes]))
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values as Values
  } catch (error) {
    throw new Mistake(`${error instanceof Error ? error.message : error}\nUsage: ${command.usage}`)
  }
}

/** The text of an option that must be given. */
export function required(values: Values, name: string): string {
  const value = values[name]
  if (typeof value !== 'string' || value.trim() === '')
    throw new Mistake(`--${name} is missing; --help shows the options.`)
  return value.trim()
}

/** The text of an option, or null. */
export function given(values: Values, name: string): string | null {
  const value = values[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The words of an option that may be repeated, or hold several words with commas. */
export function listed(values: Values, name: string): string[] {
  const value = values[name]
  const all = Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
  return all.flatMap((one) => one.split(/[\s,]+/)).filter((one) => one !== '')
}

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
  return pino({ level: log_level, base: null }, pino.destination({ fd: 2, sync: true }))
}

export const json_option = {
  takes: { type: 'boolean' as const },
  sentence: 'Print JSON, for a script to read.',
}

/** Prints a result: as JSON, or as lines for a person. */
export function print(values: Values, result: object, lines: string[]): void {
  console.log(values.json === true ? JSON.stringify(result, null, 2) : lines.join('\n'))
}
