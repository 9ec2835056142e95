import { cpuOf, cpuOfServer, memoryOf } from './processes.ts'

/** What a load came to. */
export type Loaded = {
  requests: number
  seconds: number
  p50_ms?: number
  p99_ms?: number
  /** How many answers there were of each status, and how long they took; for loads that take any answer. */
  statuses?: Record<number, { count: number; p50_ms: number; p99_ms: number }>
}

/** Who answers a case: a way to load it for a while, and the process whose time and memory are its cost. */
export type Contestant = { name: string; pid: number | null; run: (run_ms: number) => Promise<Loaded> }

export type Entry = { key: string; name: string; contestants: Contestant[] }

/** One measurement, or the median of several. Null is what this machine or contestant cannot tell. */
export type Figures = {
  requests_per_second: number
  p50_ms: number | null
  p99_ms: number | null
  node_ms: number | null
  pg_ms: number | null
  memory_mb: number | null
}

export type Measured = {
  key: string
  name: string
  contestants: { name: string; median: Figures; runs: Figures[] }[]
}

type Plan = { repeats: number; run_ms: number; warm_ms: number; postmaster: number | null }

/**
 * Measures everything in turns: each round visits each case and each contestant once, so that whatever else the
 * machine does falls on all of them alike.
 */
export async function measure(entries: Entry[], plan: Plan, progress: (line: string) => void): Promise<Measured[]> {
  const runs = new Map<Contestant, Figures[]>()
  for (let round = 1; round <= plan.repeats; round++) {
    for (const [index, { name, contestants }] of entries.entries()) {
      progress(`round ${round} of ${plan.repeats}, ${index + 1} of ${entries.length}: ${name}`)
      for (const one of rotated(contestants, round)) {
        // A program has to be compiled while it runs; pgbench is not, and has no process here.
        if (round === 1 && one.pid !== null) await one.run(plan.warm_ms)
        runs.set(one, [...(runs.get(one) ?? []), await measureOne(one, plan)])
      }
    }
  }
  return entries.map(({ key, name, contestants }) => ({
    key,
    name,
    contestants: contestants.map((one) => {
      const all = runs.get(one) ?? []
      return { name: one.name, median: medianOf(all), runs: all }
    }),
  }))
}

function rotated<T>(items: T[], by: number): T[] {
  const first = by % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}

async function measureOne(one: Contestant, { run_ms, postmaster }: Plan): Promise<Figures> {
  const node = (): number | null => (one.pid === null ? null : cpuOf(one.pid))
  const server = (): number | null => (postmaster === null ? null : cpuOfServer(postmaster))
  const before = { node: node(), server: server() }
  const loaded = await one.run(run_ms)
  const each = (start: number | null, end: number | null): number | null =>
    start === null || end === null ? null : (end - start) / loaded.requests
  return {
    requests_per_second: loaded.requests / loaded.seconds,
    p50_ms: loaded.p50_ms ?? null,
    p99_ms: loaded.p99_ms ?? null,
    node_ms: each(before.node, node()),
    pg_ms: each(before.server, server()),
    memory_mb: one.pid === null ? null : memoryOf(one.pid),
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
  }
}

/** The middle of some numbers, or null without any. */
export function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
