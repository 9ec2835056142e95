/** So many seconds' worth may go at once, before mails wait for each other. */
const burst_s = 10

/**
 * Keeps mails to one domain at a distance: large receivers turn away who sends more than they are used to. Each call
 * takes the next place, and returns in how many seconds that is; 0: now. It goes by time that passes: the clock of the
 * machine may be set back by an hour, and mails would wait as long.
 */
export function makePace(per_minute: number, clock_ms = () => performance.now()) {
  const next = new Map<string, number>()
  return (domain: string): number => {
    if (per_minute === 0) return 0
    const at = clock_ms()
    const place = Math.max(next.get(domain) ?? Number.NEGATIVE_INFINITY, at - burst_s * 1_000)
    next.set(domain, place + 60_000 / per_minute)
    // Domains that nobody writes to any more are forgotten.
    if (next.size > 10_000) for (const [one, free] of next) if (free < at - burst_s * 1_000) next.delete(one)
    return Math.max(0, Math.ceil((place - at) / 1_000))
  }
}
