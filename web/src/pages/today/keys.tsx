import type { ReactNode } from 'react'
import { KeysButton } from '../../parts/key_board.tsx'
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

/** The keys that are used most, at the foot of the list. */
export function KeyFoot({ may_work }: { may_work: boolean }) {
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
      <KeysButton />
    </div>
  )
}
