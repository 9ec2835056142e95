/** A process asks for some requests of a token, in a second of the clock. */
export type Asked = { key: string; second: number; wanted: number }

/** How many of them it may let in, and how many are left for anybody to ask for. */
export type Granted = { granted: number; left: number }

/** What other machines reported about a token: how much they used, and how many of them did. */
export type UsageElsewhere = (key: string) => { used: number; machines: number }

/** What was let in during a second, by token. */
export type UsageOfSecond = { second: number; counts: ReadonlyMap<string, number> }

export type Authority = {
  ask: (asked: Asked) => Granted
  /** The second before the one that is counted now. */
  lastSecond: () => UsageOfSecond
}

/** More tokens than this in one second, and counting begins anew: memory must not follow whoever invents tokens. */
const keys_max = 50_000

/** Processes ask for so many parts of a limit at a time: few messages, and little that is left over unused. */
const parts = 20

/** How much a process asks for at once. What others of n processes hold unused is less than this for each of them. */
export const portionOf = (limit: number): number => Math.max(1, Math.ceil(limit / parts))

/**
 * The one place on a machine that knows how many requests of each token were let in during this second. Processes get
 * portions of it, so together they never let in more than the limit.
 */
export function makeAuthority(limit: number, elsewhere: UsageElsewhere = nowhere): Authority {
  let second = 0
  let counts = new Map<string, number>()
  let last: UsageOfSecond = { second: 0, counts }

  function turnTo(asked: number): void {
    // What was sent just before the second ended counts for the next; a clock that was set back begins anew.
    if (asked === second || asked === second - 1) return
    last = asked === second + 1 ? { second, counts } : { second: asked - 1, counts: new Map() }
    second = asked
    counts = new Map()
  }

  return {
    ask: ({ key, second: asked, wanted }) => {
      turnTo(asked)
      if (counts.size >= keys_max) counts.clear()
      const used = counts.get(key) ?? 0
      const room = Math.max(0, budget(limit, elsewhere(key)) - used)
      const granted = Math.min(room, wanted)
      counts.set(key, used + granted)
      return { granted, left: room - granted }
    },
    lastSecond: () => last,
  }
}

const nowhere: UsageElsewhere = () => ({ used: 0, machines: 0 })

/** What the others do not use, and a fair part in any case: nobody can take all of it for good. */
function budget(limit: number, { used, machines }: ReturnType<UsageElsewhere>): number {
  return machines === 0 ? limit : Math.max(limit - used, Math.floor(limit / (machines + 1)), 1)
}
