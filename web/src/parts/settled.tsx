import { type ReactNode, useEffect, useState } from 'react'
import { RowsLoading } from './states.tsx'

type Props = { pending: readonly boolean[]; rows?: number; children: ReactNode }

/**
 * Shows parts of a page together, as soon as all of them are there: one that comes later would push the others down.
 * They are made at once, so that each reads what it needs meanwhile.
 */
export function Settled({ pending, rows = 6, children }: Props) {
  const now = !pending.some(Boolean)
  const [settled, setSettled] = useState(now)
  useEffect(() => {
    if (now) setSettled(true)
  }, [now])
  const shown = settled || now
  return (
    <>
      {!shown && <RowsLoading rows={rows} />}
      <div hidden={!shown}>{children}</div>
    </>
  )
}
