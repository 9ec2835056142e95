import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { counted } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { useKeys } from '../use_keys.ts'
import classes from './action_bar.module.css'

type ActionBarProps = {
  count: number
  /** What they come to. */
  sum: string
  /** The way to choose the whole list, where it is longer than what is chosen. */
  all?: { label: string; choose: () => void } | undefined
  onClear: () => void
  children: ReactNode
}

/** What can be done with the rows that are chosen; it stands below the list while there are any. */
export function ActionBar({ count, sum, all, onClear, children }: ActionBarProps) {
  const { words } = useWords()
  useKeys({ Escape: [words.table_clear, onClear] })
  return (
    <div className={classes.bar} role="toolbar" aria-label={words.table_selected_label}>
      <strong>{counted(count, words.table_selected_one, words.table_selected)}</strong>
      <span className={classes.sum}>{sum}</span>
      {all && (
        <UnstyledButton className={classes.all} onClick={all.choose}>
          {all.label}
        </UnstyledButton>
      )}
      <span className={classes.line} />
      {children}
      <span className={classes.line} />
      <BarButton hotkey="Esc" onClick={onClear}>
        {words.table_clear}
      </BarButton>
    </div>
  )
}

type BarButtonProps = React.ComponentPropsWithRef<'button'> & { hotkey?: string; icon?: ReactNode }

export function BarButton({ hotkey, icon, children, className = '', ...rest }: BarButtonProps) {
  return (
    // What opens a menu brings a class of its own.
    <UnstyledButton className={`${classes.button} ${className}`} {...rest}>
      {icon}
      {children}
      {hotkey && (
        <span aria-hidden="true">
          <kbd>{hotkey}</kbd>
        </span>
      )}
    </UnstyledButton>
  )
}
