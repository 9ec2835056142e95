import { setTimeout as pause } from 'node:timers/promises'

/** Rests for a while, or until the signal; keeps no process alive. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal, ref: false }).catch(() => {})
