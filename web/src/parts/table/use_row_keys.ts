import type { RefObject } from 'react'
import { useWords } from '../../words/words.tsx'
import { useKeys } from '../use_keys.ts'
import { focusRow } from './focus_row.ts'

/**
 * j and k go to the next row and to the one before; in the table the arrows do the same. The keyboard is then on the
 * link of the row, so Enter opens it. On the one list of a page the letters work from everywhere.
 */
export function useRowKeys(table: RefObject<HTMLTableElement | null>, whole_page: boolean): void {
  const { words } = useWords()
  const move = (step: 1 | -1, from_everywhere: boolean): boolean => {
    const rows: Element[] = [...(table.current?.tBodies[0]?.rows ?? [])]
    const current = rows.findIndex((row) => row.contains(document.activeElement))
    if (current < 0 && !from_everywhere) return false
    const goal = current < 0 ? 0 : current + step
    if (!rows[goal] || !focusRow(table.current, goal, 'th a')) return false
    rows[goal].scrollIntoView({ block: 'nearest' })
    return true
  }
  useKeys({
    j: [whole_page ? words.keys_next : null, () => move(1, whole_page)],
    k: [whole_page ? words.keys_previous : null, () => move(-1, whole_page)],
    ArrowDown: [null, () => move(1, false)],
    ArrowUp: [null, () => move(-1, false)],
  })
}
