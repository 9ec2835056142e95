/** Chance that can be had again: the same seed gives the same choices. */
export type Chance = {
  /** A whole number from 0 up to, and without, `end`. */
  below: (end: number) => number
  /** Whether something happens that happens so often in a hundred. */
  percent: (often: number) => boolean
  pick: <T>(from: readonly T[]) => T
}

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    percent: (often) => next() * 100 < often,
    pick: (from) => {
      const one = from[below(from.length)]
      if (one === undefined && from.length === 0) throw new Error('There is nothing to pick from.')
      // The index is inside the list.
      return one as (typeof from)[number]
    },
  }
}
