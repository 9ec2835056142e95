import type { ReactNode } from 'react'
import { KeysButton } from './key_board.tsx'
import classes from './key_foot.module.css'

/** The keys that are used most, at the foot of a list. */
export function KeyFoot({ children }: { children: ReactNode }) {
  return (
    <div className={classes.foot}>
      {children}
      <KeysButton />
    </div>
  )
}

type HintProps = { keys: readonly string[]; least?: boolean; children: ReactNode }

/** What one key does, or several alike; what matters least gives way where there is little room. */
export const KeyHint = ({ keys, least = false, children }: HintProps) => (
  <span className={classes.key} data-least={least || undefined}>
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}{' '}
    {children}
  </span>
)
