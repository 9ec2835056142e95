import { useEffect, useRef, useState } from 'react'

/** Nobody wants an answer for each letter. */
const pause_ms = 250

/**
 * What somebody writes into a field of search: it is sought as soon as there is a pause. An address that somebody comes
 * back to is written there too; one that was only on its way while they wrote on changes nothing.
 */
export function useSearchText(text: string, onSearch: (text: string) => void) {
  const [written, setWritten] = useState(text)
  const last = useRef(text)
  const on_their_way = useRef(new Set<string>())
  useEffect(() => {
    if (on_their_way.current.delete(text)) return
    last.current = text
    setWritten((before) => (before.trim() === text ? before : text))
  }, [text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was written counts, not who hears of it.
  useEffect(() => {
    const wanted = written.trim()
    if (wanted === last.current) return
    const timer = setTimeout(() => {
      last.current = wanted
      if (wanted !== text) on_their_way.current.add(wanted)
      onSearch(wanted)
    }, pause_ms)
    return () => clearTimeout(timer)
  }, [written])
  return { written, setWritten }
}
