import { setTimeout as pause } from 'node:timers/promises'
import type { Tally } from './tally.ts'
import type { Work } from './work.ts'

const tick_ms = 10
/** More requests than this under way, and the rest of them is not even sent: then we are the bottleneck. */
const under_way_max = 2_000

export function chosen(kinds: Work['kinds']): Work['kinds'][number] {
  let rest = Math.random()
  const one = kinds.find(({ share }) => {
    rest -= share
    return rest < 0
  })
  const [first] = kinds
  if (!first) throw new Error('There is nothing to do.')
  return one ?? first
}

/**
 * Sends requests at a steady rate, whether earlier ones were answered or not: as clients do who know nothing of each
 * other.
 */
export async function load(
  { kinds }: Work,
  tally: Tally,
  { seconds, rate, now_happening }: { seconds: number; rate: number; now_happening: () => string },
): Promise<void> {
  const began = performance.now()
  const passed = (): number => (performance.now() - began) / 1000
  const under_way = new Set<Promise<void>>()
  let sent = 0
  let shown = 0
  for (; passed() < seconds; await pause(tick_ms)) {
    for (const due = Math.floor(passed() * rate); sent < due; sent++) {
      const { name, run } = chosen(kinds)
      if (under_way.size >= under_way_max) {
        tally.notSent(name)
        continue
      }
      const one: Promise<void> = run().then((reply) => {
        tally.note(name, reply)
        under_way.delete(one)
      })
      under_way.add(one)
    }
    if (passed() > shown + 1) {
      shown = Math.floor(passed())
      progress(`${shown} of ${seconds} s, ${tally.line()}, ${under_way.size} under way, last: ${now_happening()}`)
    }
  }
  await Promise.all(under_way)
}

/** One line that is written over; into a file each line stands by itself. */
export function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`)
  else if (line !== '') process.stderr.write(`${line}\n`)
}
