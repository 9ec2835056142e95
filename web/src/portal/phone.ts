import { useSyncExternalStore } from 'react'

/** A small screen that is touched: whoever holds it cannot scan what is on it. */
const phone = matchMedia('(pointer: coarse) and (max-width: 640px)')

const follow = (changed: () => void): (() => void) => {
  phone.addEventListener('change', changed)
  return () => phone.removeEventListener('change', changed)
}

export const usePhone = (): boolean => useSyncExternalStore(follow, () => phone.matches)
