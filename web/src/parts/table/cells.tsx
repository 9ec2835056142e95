import type { ReactNode } from 'react'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import classes from './work_table.module.css'

/** What matters less in a row. */
export const Soft = ({ children }: { children: ReactNode }) => <span className={classes.soft}>{children}</span>

/** What holds a row, in one line; the rest on demand. */
export function HeldBy({ holds }: { holds: readonly string[] }) {
  const { words } = useWords()
  const [first, ...others] = holds.map((one) => sayType(words, 'hold', one))
  if (first === undefined) return <Soft>–</Soft>
  return (
    <span className={classes.held} title={[first, ...others].join(', ')}>
      <Icon name="pause" size={14} />
      {first}
      {others.length > 0 && ` +${others.length}`}
    </span>
  )
}

/** A figure that asks for attention once it is grave. */
export const Grave = ({ grave, children }: { grave: boolean; children: ReactNode }) => (
  <span className={grave ? classes.grave : undefined}>{children}</span>
)
