import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import classes from './today.module.css'

/** How the list is ranked, in words. */
export function How() {
  const { words } = useWords()
  return (
    <div className={classes.how}>
      <p>{words.today_how_stake}</p>
      <p>{words.today_how_points}</p>
      <p>{words.today_how_mine}</p>
    </div>
  )
}

const Key = ({ keys, children }: { keys: readonly string[]; children: ReactNode }) => (
  <span className={classes.key}>
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}{' '}
    {children}
  </span>
)

/** Every key of the page. */
export function Keys() {
  const { words } = useWords()
  return (
    <div className={classes.all_keys}>
      <Key keys={['J', 'K']}>{words.today_key_move}</Key>
      <Key keys={['Enter']}>{words.today_key_open}</Key>
      <Key keys={['P', 'D', 'N', 'W', 'O']}>{words.today_key_outcome}</Key>
      <Key keys={['1', '2', '3', '4']}>{words.today_key_choice}</Key>
      <Key keys={['E']}>{words.today_key_done}</Key>
      <Key keys={['Z']}>{words.today_key_put_off}</Key>
      <Key keys={['T']}>{words.today_key_task}</Key>
      <Key keys={['Ctrl', 'Z']}>{words.today_key_undo}</Key>
      <Key keys={['Esc']}>{words.today_key_close}</Key>
    </div>
  )
}

/** The keys that are used most, at the foot of the list. */
export function KeyFoot({ onKeys, may_work }: { onKeys: () => void; may_work: boolean }) {
  const { words } = useWords()
  return (
    <div className={classes.foot}>
      <Key keys={['J', 'K']}>{words.today_key_move}</Key>
      <Key keys={['Enter']}>{words.today_key_open}</Key>
      {may_work && (
        <>
          <Key keys={['P', 'D', 'N', 'W', 'O']}>{words.today_key_outcome}</Key>
          <Key keys={['E']}>{words.today_key_done}</Key>
          <Key keys={['Z']}>{words.today_key_put_off}</Key>
        </>
      )}
      <UnstyledButton className={classes.all} onClick={onKeys}>
        <Key keys={['?']}>{words.today_key_all}</Key>
      </UnstyledButton>
    </div>
  )
}
