import { type RefObject, useEffect, useRef } from 'react'
import { focusHeading, focusRow } from './focus_row.ts'

/**
 * A row that was dealt with leaves its list, and the keyboard must not be lost with it: it goes on at the row that took
 * its place, else at the one above, else at the heading of the page. `read_at` changes when the list was read again.
 */
export function useNextRow(read_at: number): { list: RefObject<HTMLDivElement | null>; leave: (row: number) => void } {
  const list = useRef<HTMLDivElement>(null)
  const left = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is gone because the list was read again.
  useEffect(() => {
    const row = left.current
    if (row === null) return
    left.current = null
    if (focusRow(list.current, row, 'button') || focusRow(list.current, row - 1, 'button')) return
    focusHeading()
  }, [read_at])
  return {
    list,
    leave: (row) => {
      left.current = row
    },
  }
}
