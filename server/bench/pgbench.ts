import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Statement } from '../src/api/statement.ts'

const run = promisify(execFile)

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

/** A statement as pgbench wants it: with variables instead of numbers, kept as a plan if the service keeps it. */
export async function writeScript(folder: string, name: string, { text, values, ...statement }: Statement) {
  const file = join(folder, `${name}.sql`)
  // A colon inside a literal would begin a variable, so it is written in another way that the planner folds.
  const literal = (quoted: string): string => quoted.replaceAll(':', `' || chr(58) || '`)
  await writeFile(file, `${text.replaceAll(/'[^']*'/g, literal).replaceAll(/\$(\d+)/g, ':v$1')};\n`)
  const definitions = values.flatMap((value, index) => ['-D', `v${index + 1}=${printed(value)}`])
  return { file, mode: statement.name ? 'prepared' : 'extended', definitions } satisfies Script
}

const printed = (value: unknown): string => (Array.isArray(value) ? `{${value.join(',')}}` : String(value))

/** Runs a script for some seconds; tells how many statements ended. */
export async function runPgbench(
  program: string,
  script: Script,
  told: { url: string; connections: number; run_ms: number },
): Promise<{ requests: number; seconds: number }> {
  // pgbench counts in whole seconds.
  const seconds = Math.max(1, Math.round(told.run_ms / 1000))
  const args = ['-n', '-M', script.mode, '-c', String(told.connections), '-j', '1', '-T', String(seconds)]
  // A plan for all values, as the service keeps it: planning each time anew is not part of the limit.
  const env = { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' }
  const { stdout } = await run(program, [...args, ...script.definitions, '-f', script.file, told.url], { env })
  const tps = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  const requests = Number(/^number of transactions actually processed: (\d+)/m.exec(stdout)?.[1])
  if (!(tps > 0)) throw new Error(`pgbench: ${stdout}`)
  return { requests, seconds: requests / tps }
}
