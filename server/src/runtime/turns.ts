import { overloaded } from '../api/overload.ts'

/** Changes in one administration come one after the other: one is made, the next has asked for the lock already. */
const at_once = 2
/** Whoever waited longer than for a connection is refused as well. */
const wait_ms_max = 5_000

/**
 * Lets changes of an administration begin in turn. The database would keep them apart by itself, but each that waits
 * there holds a connection, and a few busy writers of one administration would hold all of them: then everybody else
 * waits too.
 */
export function makeTurns() {
  const busy = new Map<string, { running: number; waiting: (() => void)[] }>()

  return async function inTurn<T>(administration_id: string, work: () => Promise<T>): Promise<T> {
    const here = busy.get(administration_id) ?? { running: 0, waiting: [] }
    busy.set(administration_id, here)
    const came_ms = performance.now()
    if (here.running < at_once) here.running++
    else await new Promise<void>((begin) => here.waiting.push(begin))
    try {
      if (performance.now() - came_ms > wait_ms_max) throw overloaded('database')
      return await work()
    } finally {
      const next = here.waiting.shift()
      // The place goes to the next one without becoming free in between.
      if (next) next()
      else if (--here.running === 0) busy.delete(administration_id)
    }
  }
}
