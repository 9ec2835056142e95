import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A pause of a fixed time, for the few tests in which time itself is the matter; `why` says why nothing can be waited
 * for instead. Everything else waits for what it needs with `until`. `tidy.test.ts` lists the files that may do this.
 */
export const pause = (ms: number, _why: string): Promise<void> => sleep(ms)
