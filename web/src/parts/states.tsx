import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConsoleError } from '../api/console_error.ts'
import { fill } from '../words/fill.ts'
import { sayRefusal } from '../words/refusals.ts'
import { useWords } from '../words/words.tsx'
import { Note } from './note.tsx'
import { Shore } from './shore.tsx'
import classes from './states.module.css'

/** What a part of a page shows when its data did not come: why, and the way to try again. */
export function LoadFailed({ error, retry }: { error: Error; retry: () => void }) {
  const { words } = useWords()
  const sentence = error instanceof ConsoleError ? sayRefusal(words, error) : words.refused_fault
  const lasting = error instanceof ConsoleError && (error.code === 'forbidden' || error.code === 'not_found')
  return (
    <Note tone="bad" title={words.failed_heading} live>
      <p>{sentence}</p>
      {lasting || <Again error={error} retry={retry} />}
    </Note>
  )
}

/** So long it waits before it tries again by itself, longer each time. */
const waits_s = [5, 10, 30, 60]

/** Tries again by itself, says when, and at once for whoever does not want to wait. */
function Again({ error, retry }: { error: Error; retry: () => void }) {
  const { words } = useWords()
  const tried = useRef(0)
  const [left, setLeft] = useState(waits_s[0] ?? 0)
  const latest = useRef(retry)
  latest.current = retry
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure begins another wait.
  useEffect(() => {
    let seconds = waits_s[Math.min(tried.current, waits_s.length - 1)] ?? 0
    setLeft(seconds)
    const timer = setInterval(() => {
      seconds--
      setLeft(Math.max(seconds, 0))
      if (seconds > 0) return
      clearInterval(timer)
      tried.current++
      latest.current()
    }, 1000)
    return () => clearInterval(timer)
  }, [error])
  return (
    <div className={classes.again}>
      <Button size="compact-sm" variant="default" onClick={retry}>
        {words.try_again}
      </Button>
      {/* Each second read aloud would be too much. */}
      <span className="hint" aria-hidden="true">
        {fill(words.failed_again, { seconds: left })}
      </span>
    </div>
  )
}

/** Rows of a list that is on its way. */
export function RowsLoading({ rows = 4 }: { rows?: number }) {
  const { words } = useWords()
  return (
    <div role="status" aria-label={words.loading} className={classes.loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else to be told apart by.
        <div key={row} className={classes.row}>
          <Skeleton height={10} width="22%" radius="xl" />
          <Skeleton height={10} width="48%" radius="xl" />
          <Skeleton height={10} width="14%" radius="xl" ml="auto" />
        </div>
      ))}
    </div>
  )
}

type EmptyProps = { title: string; shore?: boolean; children?: ReactNode; action?: ReactNode }

/** A list without anything on it: what would stand here, and how to go on. The shore is for work that is done. */
export function Empty({ title, shore, children, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      {shore && <Shore className={classes.shore} />}
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.sentence}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
