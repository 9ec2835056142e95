import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConsoleError } from '../api/console_error.ts'
import { sayRefusal } from '../words/refusals.ts'
import { useWords } from '../words/words.tsx'
import { Note } from './note.tsx'
import classes from './states.module.css'

/** What a part of a page shows when its data did not come: why, and the way to try again. */
export function LoadFailed({ error, retry }: { error: Error; retry: () => void }) {
  const { words } = useWords()
  const sentence = error instanceof ConsoleError ? sayRefusal(words, error) : words.refused_fault
  const lasting = error instanceof ConsoleError && (error.code === 'forbidden' || error.code === 'not_found')
  return (
    <Note tone="bad" title={words.failed_heading} live>
      <p>{sentence}</p>
      {lasting || (
        <Button className={classes.retry} size="compact-sm" variant="default" onClick={retry}>
          {words.try_again}
        </Button>
      )}
    </Note>
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

type EmptyProps = { title: string; children?: ReactNode; action?: ReactNode }

/** A list without anything on it yet: what would stand here, and how to begin. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.sentence}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
