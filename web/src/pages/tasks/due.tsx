import type { ListedTask } from '../../api/work.ts'
import record from '../../parts/records/record.module.css'
import { counted } from '../../words/fill.ts'
import { sayDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './tasks.module.css'

/** When a task should be done, and how urgent that makes it. */
export function Due({ task: { expiry_date, days_left } }: { task: ListedTask }) {
  const { words, language } = useWords()
  const day = <time dateTime={expiry_date}>{sayDay(expiry_date, language)}</time>
  if (days_left > 1) return day
  const urgency =
    days_left < 0
      ? counted(-days_left, words.tasks_late_one, words.tasks_late)
      : days_left === 0
        ? words.tasks_today
        : words.tasks_tomorrow
  return (
    <span className={classes.due}>
      <span className={days_left < 0 ? record.late : days_left === 0 ? classes.strong : undefined}>{urgency}</span>
      <span className="hint">{day}</span>
    </span>
  )
}
