import { KeyFoot, KeyHint } from '../../parts/key_foot.tsx'
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

/** The keys that are used most, at the foot of the list. */
export function TodayKeys({ may_work }: { may_work: boolean }) {
  const { words } = useWords()
  return (
    <KeyFoot>
      <KeyHint keys={['J', 'K']}>{words.today_key_move}</KeyHint>
      <KeyHint keys={['Enter']} least>
        {may_work ? words.today_key_open : words.today_key_look}
      </KeyHint>
      {may_work && (
        <>
          <KeyHint keys={['P', 'D', 'N', 'W', 'O']}>{words.today_key_outcome}</KeyHint>
          <KeyHint keys={['E']}>{words.today_key_done}</KeyHint>
          <KeyHint keys={['Z']}>{words.today_key_put_off}</KeyHint>
        </>
      )}
    </KeyFoot>
  )
}
