const minute_ms = 60_000
const hour_ms = 60 * minute_ms

/** The pauses between attempts of one delivery. */
export const pauses_ms = [
  minute_ms,
  5 * minute_ms,
  15 * minute_ms,
  hour_ms,
  2 * hour_ms,
  4 * hour_ms,
  8 * hour_ms,
  16 * hour_ms,
  24 * hour_ms,
] as const

/** A delivery that failed so often is given up, and its webhook is deactivated. */
export const attempts_max = pauses_ms.length + 1

/** When a delivery is tried again after so many attempts that failed; null: not any more. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const pause_ms = pauses_ms[attempts - 1]
  return pause_ms === undefined ? null : new Date(now.getTime() + pause_ms)
}

const patience = 3
const longest_rest_ms = minute_ms

/**
 * Until when a receiver is left alone that failed so often in a row, whatever else there is to send: one that is down
 * would otherwise get all that piled up, each event ten times.
 */
export function restUntil(failures: number, now: Date): Date | null {
  if (failures < patience) return null
  return new Date(now.getTime() + Math.min(longest_rest_ms, 1_000 * 2 ** Math.min(failures - patience, 10)))
}
