import type { Connection } from '../db/connect.ts'
import { listen } from '../db/listen.ts'

/** Things of one kind that are remembered by a key. */
export type Cache<T> = {
  get: (key: string) => T | undefined
  /** Finds a thing, and remembers it unless `keeps` says no. */
  find: (key: string, find: () => Promise<T>, keeps?: (found: T) => boolean) => Promise<T>
}

export type Memory = {
  cache: <T>() => Cache<T>
  /** Forgets everything at once here; other processes hear of a change from the database. */
  forget: () => void
  close: () => Promise<void>
}

/** The most things in a cache. */
const kept_max = 10_000

/**
 * Remembers what decides who may do what, for as long as the database promises to report every change: a trigger
 * notifies when anything of it changes. While no connection listens, nothing is remembered.
 */
export async function makeMemory(connection: Connection, log: (error: unknown) => void): Promise<Memory> {
  const maps: Map<string, unknown>[] = []
  let generation = 0
  const forget = (): void => {
    generation++
    for (const map of maps) map.clear()
  }
  const listener = listen(connection, 'principals', { heard: forget, lost: forget, back: forget }, log)
  await listener.ready

  function cache<T>(): Cache<T> {
    const map = new Map<string, T>()
    maps.push(map)
    return {
      get: (key) => map.get(key),
      find: async (key, find, keeps = () => true) => {
        const before = generation
        const found = await find()
        // A change that was reported while we looked may be about this very thing: then it is not remembered.
        if (keeps(found) && listener.listening() && before === generation) {
          if (map.size >= kept_max) map.clear()
          map.set(key, found)
        }
        return found
      },
    }
  }

  return { cache, forget, close: listener.close }
}
