import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Statement } from '../src/api/statement.ts'

const run = promisify(execFile)

/** Statements of each connection to find out how quick it is. */
const first_statements = 20

/** Debian keeps it outside the path. */
const places = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`)

/** The pgbench of this machine, or null. */
export function findPgbench(): string | null {
  const known = places.find((place) => existsSync(place))
  if (known !== undefined) return known
  try {
    return execFileSync('/bin/sh', ['-c', 'command -v pgbench'], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

export type Script = { file: string; mode: 'prepared' | 'extended'; definitions: string[] }

/**
 * A statement as pgbench wants it: with variables instead of numbers, kept as a plan if the service keeps it. With
 * several owners, which follow each other without gaps, each time one of them at random.
 */
export async function writeScript(
  folder: string,
  name: string,
  { text, values, ...statement }: Statement,
  owners: readonly string[],
): Promise<Script> {
  const file = join(folder, `${name}.sql`)
  // A colon inside a literal would begin a variable, so it is written in another way that the planner folds.
  const literal = (quoted: string): string => quoted.replaceAll(':', `' || chr(58) || '`)
  const owner = owners.length > 1 ? values.indexOf(owners[0]) + 1 : 0
  const choice = owner > 0 ? `\\set v${owner} random(${owners[0]}, ${owners.at(-1)})\n` : ''
  await writeFile(file, `${choice}${text.replaceAll(/'[^']*'/g, literal).replaceAll(/\$(\d+)/g, ':v$1')};\n`)
  const definitions = values.flatMap((value, index) => ['-D', `v${index + 1}=${printed(value)}`])
  return { file, mode: statement.name ? 'prepared' : 'extended', definitions }
}

const printed = (value: unknown): string => (Array.isArray(value) ? `{${value.join(',')}}` : String(value))

/** A way to run a script for a while; returns how many statements ended. */
export function makePgbench(program: string, script: Script, target: { url: string; connections: number }) {
  // A plan for all values, as the service keeps it: planning each time anew is not part of the limit.
  const env = { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' }
  const times = async (each: number): Promise<{ requests: number; tps: number }> => {
    const args = ['-n', '-M', script.mode, '-c', String(target.connections), '-j', '1', '-t', String(each)]
    const { stdout } = await run(program, [...args, ...script.definitions, '-f', script.file, target.url], { env })
    const tps = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    const requests = Number(/^number of transactions actually processed: (\d+)/m.exec(stdout)?.[1])
    if (!(tps > 0)) throw new Error(`pgbench: ${stdout}`)
    return { requests, tps }
  }
  let known_tps = 0
  return async (run_ms: number): Promise<{ requests: number; seconds: number }> => {
    // pgbench counts time in whole seconds, so it is given a number of statements, once it is known how quick it is.
    if (known_tps === 0) known_tps = (await times(first_statements)).tps
    const { requests, tps } = await times(Math.ceil((known_tps * run_ms) / 1000 / target.connections))
    known_tps = tps
    return { requests, seconds: requests / tps }
  }
}
