import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Note } from '../note.tsx'
import classes from './record.module.css'

type SearchBoxProps = { hint: string; text: string; onSearch: (text: string) => void; children?: ReactNode }

/** Nobody wants an answer for each letter. */
const pause_ms = 300

/** A field that searches while the reader writes, as soon as there is a pause. */
export function SearchBox({ hint, text, onSearch, children }: SearchBoxProps) {
  const { words } = useWords()
  const [written, setWritten] = useState(text)
  // What stands in the address wins, except over a space at the end that is still being written on.
  useEffect(() => setWritten((before) => (before.trim() === text ? before : text)), [text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was written counts, not who hears of it.
  useEffect(() => {
    const wanted = written.trim()
    if (wanted === text) return
    const timer = setTimeout(() => onSearch(wanted), pause_ms)
    return () => clearTimeout(timer)
  }, [written])
  return (
    <search className={classes.filters}>
      <TextInput
        className={classes.search}
        type="search"
        label={words.search_label}
        description={hint}
        value={written}
        onChange={({ currentTarget }) => setWritten(currentTarget.value)}
      />
      {children}
    </search>
  )
}

/** Says that a search found more than it shows. */
export function MoreFound({ shown }: { shown: number }) {
  const { words } = useWords()
  return (
    <div className={classes.why}>
      <Note live>
        <p>{fill(words.search_more, { count: shown })}</p>
      </Note>
    </div>
  )
}
