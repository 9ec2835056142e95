import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { young_space } from '../src/workers/young_space.ts'
import type { Ending } from './ending.ts'

export type Server = { base_url: string; pid: number }

const start_ms_max = 30_000
const stop_ms_max = 12_000

/**
 * Starts a server as a process of its own, which writes to a file in the folder: that is what an operator's log costs.
 * Each server says where it listens.
 */
export async function startServer(
  ending: Ending,
  folder: string,
  options: { name: string; script: string; args: string[]; env: Record<string, string> },
): Promise<Server> {
  const log_file = join(folder, `${options.name}.log`)
  const log = openSync(log_file, 'a')
  const script = fileURLToPath(new URL(options.script, import.meta.url))
  const child = spawn(process.execPath, [...nodeOptions(options), script, ...options.args], {
    stdio: ['ignore', log, log],
    cwd: folder,
    env: { ...process.env, ...options.env },
  })
  ending.add(() => stop(child))
  const last = Date.now() + start_ms_max
  while (Date.now() < last && child.exitCode === null) {
    const match = /listens on (http:\S+)/.exec(await readFile(log_file, 'utf8'))
    if (match?.[1] && child.pid !== undefined) return { base_url: match[1].replace(/\/$/, ''), pid: child.pid }
    await wait(50)
  }
  throw new Error(`${options.name} did not start:\n${await readFile(log_file, 'utf8')}`)
}

/** Services get what `npm start` gives them; and the one that is measured BENCH_NODE_OPTIONS, for `--cpu-prof` and such. */
function nodeOptions({ name, script }: { name: string; script: string }): string[] {
  if (!script.endsWith('dunlin.js')) return []
  const more = name === 'service' ? (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter((one) => one !== '') : []
  return [young_space, ...more]
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const hard = setTimeout(() => child.kill('SIGKILL'), stop_ms_max)
  await gone
  clearTimeout(hard)
}
