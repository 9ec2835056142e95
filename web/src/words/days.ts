/** The day it is, as far as a page can know. */
export const todayUtc = (): string => new Date().toISOString().slice(0, 10)

const day_ms = 86_400_000

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / day_ms)
