import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Empty } from '../states.tsx'
import classes from './work_table.module.css'

type NothingFoundProps = {
  /** What was sought. */
  text: string
  /** What else the list is narrowed down to, the way to do without it, and how many there would be. */
  filters: readonly { label: string; drop: () => void; count?: number | undefined }[]
  onWhole: () => void
  /** What stands there when nothing narrows the list down. */
  children: ReactNode
}

/** Nothing is on the list: because nothing is there, or because of what it is narrowed down to. */
export function NothingFound({ text, filters, onWhole, children }: NothingFoundProps) {
  const { words, language } = useWords()
  if (text === '' && filters.length === 0) return <div className={classes.nothing}>{children}</div>
  // A way that leads to nothing again is none.
  const leading = filters.filter(({ count }) => count !== 0)
  return (
    <div className={classes.nothing}>
      <Empty
        title={text ? fill(words.table_nothing_for, { text }) : words.table_nothing_here}
        action={
          <div className="ways">
            {leading.map(({ label, drop, count }) => (
              <Button
                key={label}
                variant="default"
                onClick={drop}
                rightSection={count !== undefined && <span className="hint">{sayNumber(count, language)}</span>}
              >
                {fill(words.table_without, { filter: label })}
              </Button>
            ))}
            <Button variant="default" onClick={onWhole}>
              {words.table_whole}
            </Button>
          </div>
        }
      />
    </div>
  )
}
