import { type RefObject, useEffect } from 'react'
import { focusRow } from './focus_row.ts'

const letters: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }
const arrows: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** Where a letter is typed, and where keys mean something else. */
const taken = 'input, select, textarea, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'

/**
 * j and k go to the next row and to the one before; in the table the arrows do the same. The keyboard is then on the
 * link of the row, so Enter opens it. On the one list of a page the letters work from everywhere.
 */
export function useRowKeys(table: RefObject<HTMLTableElement | null>, whole_page: boolean): void {
  useEffect(() => {
    const move = (event: KeyboardEvent): void => {
      const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
      const step = letters[key] ?? arrows[key]
      if (step === undefined || altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return
      const active = document.activeElement
      const rows: Element[] = [...(table.current?.tBodies[0]?.rows ?? [])]
      const current = rows.findIndex((row) => row.contains(active))
      const inside = current >= 0
      if (!inside && !(whole_page && key in letters)) return
      if (active?.closest(taken) || document.querySelector('[role="dialog"], [role="menu"]')) return
      const goal = inside ? current + step : 0
      const next = rows[goal]
      if (next === undefined || !focusRow(table.current, goal, 'th a')) return
      event.preventDefault()
      next.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', move)
    return () => document.removeEventListener('keydown', move)
  }, [table, whole_page])
}
