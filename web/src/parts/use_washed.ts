import { useEffect, useRef, useState } from 'react'
import { changedByOthers } from '../api/live.ts'

const washed_ms = 4_000
const none: ReadonlySet<string> = new Set()

/**
 * Which rows somebody else changed or added just now, by their key. They are marked for a moment, so that what moved on
 * an open page is seen. What a page loads itself comes at the end, and is not marked.
 */
export function useWashed<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlySet<string> {
  const [washed, setWashed] = useState(none)
  const known = useRef<readonly Row[] | null>(null)
  useEffect(() => {
    const before = known.current
    if (before !== null && isSame(before, rows)) return
    known.current = rows
    if (before === null || !changedByOthers()) return
    const changed = changedRows(before, rows, keyOf)
    if (changed.size > 0) setWashed(changed)
  })
  useEffect(() => {
    if (washed === none) return
    const timer = setTimeout(() => setWashed(none), washed_ms)
    return () => clearTimeout(timer)
  }, [washed])
  return washed
}

/** What was read again and is as it was stays the same object. */
const isSame = <Row>(one: readonly Row[], other: readonly Row[]): boolean =>
  one.length === other.length && one.every((row, index) => row === other[index])

function changedRows<Row>(before: readonly Row[], rows: readonly Row[], keyOf: (row: Row) => string): Set<string> {
  const old = new Map(before.map((row) => [keyOf(row), row]))
  const last_known = rows.findLastIndex((row) => old.has(keyOf(row)))
  const isChanged = (row: Row, index: number): boolean => {
    const was = old.get(keyOf(row))
    if (was === undefined) return index < last_known
    return was !== row && JSON.stringify(was) !== JSON.stringify(row)
  }
  return new Set(rows.filter(isChanged).map(keyOf))
}
