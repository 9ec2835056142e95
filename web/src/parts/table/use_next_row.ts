import { useEffect, useRef } from 'react'
import { focusHeading } from './focus_row.ts'

/**
 * A row that was dealt with leaves its list, and the keyboard must not be lost with it: it goes on at the row that took
 * its place, else at the one above, else at the heading of the page. `read_at` changes when the list was read again.
 */
export function useNextRow(read_at: number): (row: number) => void {
  const left = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is gone because the list was read again.
  useEffect(() => {
    const row = left.current
    if (row === null) return
    left.current = null
    // Whoever went on already is not taken away from there.
    if (document.activeElement?.closest('[data-row], [role="menu"]')) return
    const goal = rowAt(row) ?? rowAt(row - 1)
    if (goal) goal.focus({ preventScroll: true })
    else focusHeading()
  }, [read_at])
  return (row) => {
    left.current = row
  }
}

/** What can be done in a row, or the way to its record. */
const rowAt = (row: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-row="${row}"] button`) ??
  document.querySelector<HTMLElement>(`[data-row="${row}"] a`)
