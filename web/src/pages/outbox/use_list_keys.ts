import { useKeys } from '../../parts/use_keys.ts'

/** j and k go through the list, x selects. */
export const useListKeys = (to: { next: () => void; previous: () => void; select: () => unknown }): void =>
  useKeys({ j: to.next, k: to.previous, x: to.select })
