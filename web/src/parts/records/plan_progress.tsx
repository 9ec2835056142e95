import { counted, fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './plan_progress.module.css'
import record from './record.module.css'

type Props = { terms: number; paid: number; late: number; in_row?: boolean }

/** How far a plan is: a bar for those who see, and a sentence for everybody; in a row of a list on one line. */
export function PlanProgress({ terms, paid, late, in_row = false }: Props) {
  const { words } = useWords()
  return (
    <div className={classes.progress} data-in-row={in_row || undefined}>
      <div className={classes.bar} aria-hidden="true">
        <div style={{ width: `${terms === 0 ? 0 : (100 * paid) / terms}%` }} />
      </div>
      <span>{fill(words.plans_progress_of, { paid, terms })}</span>
      {late > 0 && <span className={record.late}>{counted(late, words.plans_late_one, words.plans_late)}</span>}
    </div>
  )
}
