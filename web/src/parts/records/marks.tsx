import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './record.module.css'

/** In a list: in a few words, why nothing is sent for a row. */
export function Marks({ holds }: { holds: readonly string[] }) {
  const { words } = useWords()
  if (holds.length === 0) return null
  return (
    <span className={classes.marks}>
      {holds.map((reason) => (
        <span key={reason} className={classes.mark}>
          {sayType(words, 'hold', reason)}
        </span>
      ))}
    </span>
  )
}
