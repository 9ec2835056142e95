import { useRef, useState } from 'react'

/**
 * Whether something is under way. Two events of one moment, a double click or Enter held down, come before anything is
 * drawn as busy, so `isBusy` knows it at once.
 */
export function useBusy() {
  const [busy, setDrawn] = useState(false)
  const now = useRef(false)
  const setBusy = (is_busy: boolean): void => {
    now.current = is_busy
    setDrawn(is_busy)
  }
  return { busy, isBusy: (): boolean => now.current, setBusy }
}
