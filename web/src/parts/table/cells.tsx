import type { ReactNode } from 'react'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Icon, type IconName } from '../icons.tsx'
import classes from './work_table.module.css'

/** What matters less in a row. */
export const Soft = ({ children }: { children: ReactNode }) => <span className={classes.soft}>{children}</span>

const hold_icons: readonly (readonly [RegExp, IconName])[] = [
  [/paused$|^stopped$/, 'pause'],
  [/^promise/, 'promise'],
  [/dispute/, 'dispute'],
  [/^payment_plan/, 'plans'],
  [/^approval$|^surge$/, 'check'],
  [/^unread_message$/, 'messages'],
  [/^task$/, 'tasks'],
  [/^call_underway$/, 'phone'],
  [/^credit_case$|^collectable$|^costs_left$/, 'cases'],
  [/undeliverable$|^document_missing$|^books_|^stop_label$/, 'warning'],
]

/** What holds something, as a sign: what waits for a day or for money has a clock. */
const holdIcon = (hold: string): IconName => hold_icons.find(([pattern]) => pattern.test(hold))?.[1] ?? 'clock'

/** What holds a row, in one line; the rest on demand. */
export function HeldBy({ holds }: { holds: readonly string[] }) {
  const { words } = useWords()
  const [first, ...others] = holds.map((one) => sayType(words, 'hold', one))
  if (first === undefined) return <Soft>–</Soft>
  return (
    <span className={classes.held} title={[first, ...others].join(', ')}>
      <Icon name={holdIcon(holds[0] ?? '')} size={14} />
      <span className={classes.held_by}>
        {first}
        {others.length > 0 && ` +${others.length}`}
      </span>
    </span>
  )
}

/** A figure that asks for attention once it is grave. */
export const Grave = ({ grave, children }: { grave: boolean; children: ReactNode }) => (
  <span className={grave ? classes.grave : undefined}>{children}</span>
)
