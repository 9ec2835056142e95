import { useEffect, useState } from 'react'

/** So long nobody has typed before a preview follows. */
const pause_ms = 250

type Edited = { subject: string; body: string }

/** A text that is being written, a moment after the last key. */
export function useSettled({ subject, body }: Edited): Edited {
  const [settled, setSettled] = useState({ subject, body })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ subject, body }), pause_ms)
    return () => clearTimeout(timer)
  }, [subject, body])
  return settled
}
