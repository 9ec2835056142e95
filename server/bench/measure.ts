import { setTimeout as wait } from 'node:timers/promises'
import { cpuOf, cpuOfServer, memoryOf } from './processes.ts'

/** What a load came to. */
export type Loaded = {
  requests: number
  seconds: number
  p50_ms?: number
  p99_ms?: number
  /** How many answers there were of each status, and how long they took; for loads that take any answer. */
  statuses?: Record<number, { count: number; p50_ms: number; p99_ms: number }>
  /** Where each chain of a load has come to. */
  words?: string[]
}

/** Who answers a case: a way to load it for a while, and the process whose time and memory are its cost. */
export type Contestant = {
  name: string
  pid: number | null
  /** What has to be made, and to be there, before the clock runs. */
  prepare?: () => Promise<void>
  run: (run_ms: number) => Promise<Loaded>
}

export type Kind = 'read' | 'write' | 'token'

export type Entry = {
  key: string
  name: string
  kind: Kind
  /** Records in each request; null where that means nothing. */
  rows: number | null
  contestants: Contestant[]
  /** Looks, after everything, whether what was to happen did happen. */
  check?: () => Promise<void>
}

/** One measurement, or the median of several. Null is what this machine or contestant cannot report. */
export type Figures = {
  requests_per_second: number
  p50_ms: number | null
  p99_ms: number | null
  node_ms: number | null
  pg_ms: number | null
  memory_mb: number | null
  /** Which part of one processor the load generator used: near 1 it would be what is measured. */
  load_share: number | null
}

export type Measured = {
  key: string
  name: string
  kind: Kind
  rows: number | null
  contestants: { name: string; median: Figures; runs: Figures[] }[]
}

export type Plan = {
  repeats: number
  run_ms: number
  /** How long each contestant runs before it is measured; longer the first time, until it is compiled well. */
  warm_ms: number
  first_warm_ms: number
  /** How long the service has nothing to do after everything, before its memory is looked at. */
  rest_ms: number
  connections: number
}

/**
 * Measures everything in turns: each round visits each case and each contestant once, so that whatever else the
 * machine does falls on all of them alike.
 */
export async function measure(
  entries: Entry[],
  { repeats, run_ms, warm_ms, first_warm_ms }: Plan,
  postmaster: number | null,
  progress: (share: number, line: string) => void,
  /** Waits until nobody works on what came before. */
  rest: () => Promise<void>,
): Promise<Measured[]> {
  const runs = new Map<Contestant, Figures[]>()
  const steps = repeats * entries.reduce((sum, { contestants }) => sum + contestants.length, 0)
  let done = 0
  for (let round = 1; round <= repeats; round++) {
    for (const { name, contestants } of entries) {
      for (const one of rotated(contestants, round)) {
        progress(done++ / steps, `round ${round} of ${repeats}: ${name}`)
        // A program is compiled while it runs, and what came before shaped it for something else; pgbench is not, and
        // has no process here. Writes are prepared one by one, and there are not enough of them for more than once.
        if (one.pid !== null && (round === 1 || one.prepare === undefined)) {
          await one.prepare?.()
          await one.run(round === 1 && one.prepare === undefined ? first_warm_ms : warm_ms)
        }
        await one.prepare?.()
        await rest()
        runs.set(one, [...(runs.get(one) ?? []), await measureOne(one, run_ms, postmaster)])
      }
    }
  }
  for (const { check } of entries) await check?.()
  return entries.map(({ key, name, kind, rows, contestants }) => ({
    key,
    name,
    kind,
    rows,
    contestants: contestants.map((one) => {
      const all = runs.get(one) ?? []
      return { name: one.name, median: medianOf(all), runs: all }
    }),
  }))
}

/** What the service holds once it had nothing to do for a while: what it took for large bodies it gives back. */
export async function memoryAtRest(entries: readonly Entry[], rest_ms: number): Promise<number | null> {
  const service = entries.flatMap(({ contestants }) => contestants).find(({ name }) => name === 'service')
  await wait(rest_ms)
  return service?.pid ? memoryOf(service.pid) : null
}

function rotated<T>(items: T[], by: number): T[] {
  const first = by % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}

async function measureOne(one: Contestant, run_ms: number, postmaster: number | null): Promise<Figures> {
  const node = (): number | null => (one.pid === null ? null : cpuOf(one.pid))
  const server = (): number | null => (postmaster === null ? null : cpuOfServer(postmaster))
  const before = { node: node(), server: server() }
  const own = process.cpuUsage()
  const loaded = await one.run(run_ms)
  const { user, system } = process.cpuUsage(own)
  const each = (start: number | null, end: number | null): number | null =>
    start === null || end === null ? null : (end - start) / loaded.requests
  return {
    requests_per_second: loaded.requests / loaded.seconds,
    p50_ms: loaded.p50_ms ?? null,
    p99_ms: loaded.p99_ms ?? null,
    node_ms: each(before.node, node()),
    pg_ms: each(before.server, server()),
    memory_mb: one.pid === null ? null : memoryOf(one.pid),
    load_share: one.pid === null ? null : (user + system) / 1e6 / loaded.seconds,
  }
}

function medianOf(runs: Figures[]): Figures {
  const of = (name: keyof Figures): number | null =>
    median(runs.map((run) => run[name]).filter((value) => value !== null))
  return {
    requests_per_second: of('requests_per_second') ?? 0,
    p50_ms: of('p50_ms'),
    p99_ms: of('p99_ms'),
    node_ms: of('node_ms'),
    pg_ms: of('pg_ms'),
    memory_mb: of('memory_mb'),
    load_share: of('load_share'),
  }
}

/** The middle of some numbers, or null without any. */
export function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
