import { resolve } from 'node:path'

/** What the operator decided, read once at the start. */
export type Config = {
  host: string
  port: number
  data_dir: string
  database_url: string | null
  /** Null: made from the address that the service really listens on. */
  base_url: string | null
  trust_proxy: string[]
  /** Requests a second for one token; 0 switches the limit off. */
  rate_limit: number
  log_level: string
}

const log_levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the environment; tells everything that is wrong with it at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const given = (name: string): string | undefined => env[name]?.trim() || undefined
  const integer = (name: string, standard: number, maximum: number): number => {
    const value = given(name)
    if (value === undefined) return standard
    if (/^\d{1,9}$/.test(value) && Number(value) <= maximum) return Number(value)
    problems.push(`${name} must be a whole number from 0 to ${maximum}, and is «${value}»`)
    return standard
  }
  const config: Config = {
    host: given('HOST') ?? '127.0.0.1',
    port: integer('PORT', 8080, 65_535),
    data_dir: resolve(given('DATA_DIR') ?? './data'),
    database_url: given('DATABASE_URL') ?? null,
    base_url: given('BASE_URL')?.replace(/\/+$/, '') ?? null,
    trust_proxy: (given('TRUST_PROXY') ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
    rate_limit: integer('RATE_LIMIT', 100, 1_000_000),
    log_level: given('LOG_LEVEL') ?? 'info',
  }
  if (config.database_url && !/^postgres(ql)?:\/\//.test(config.database_url)) {
    problems.push('DATABASE_URL must begin with postgres://')
  }
  if (config.base_url && !URL.canParse(config.base_url))
    problems.push('BASE_URL must be a whole address, with https://')
  if (!log_levels.includes(config.log_level)) problems.push(`LOG_LEVEL must be one of ${log_levels.join(', ')}`)
  if (problems.length > 0) throw new Error(`The configuration cannot be used: ${problems.join('; ')}.`)
  return config
}
