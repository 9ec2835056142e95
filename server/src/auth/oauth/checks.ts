import type { OAuthErrorName } from './errors.ts'
import type { EndReason } from './family.ts'

/** Something that must hold, the error when it does not, and whether the whole family then has to end. */
export type Check<Facts> = {
  holds: (facts: Facts) => boolean
  error: OAuthErrorName
  says: string
  ends?: EndReason
}

/** The first check that does not hold; the order of the list is the order in which they are asked. */
export function firstBroken<Facts>(checks: readonly Check<Facts>[], facts: Facts): Check<Facts> | undefined {
  return checks.find((check) => !check.holds(facts))
}
