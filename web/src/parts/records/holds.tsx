import type { Hold } from '../../api/records.ts'
import { fill } from '../../words/fill.ts'
import { sayDay, sayNearDay } from '../../words/formats.ts'
import type { Language, Words } from '../../words/languages.ts'
import { sayWhy } from '../../words/say_reason.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Note } from '../note.tsx'
import type { Badge } from './badges.tsx'
import { RecordLink } from './links.tsx'
import classes from './record.module.css'

/** On the page of a record: why nothing is sent for it, each with the day until when or since when. */
export const holdBadges = (holds: readonly Hold[], words: Words, language: Language): Badge[] =>
  holds.map(({ reason, since, until, task_id }) => {
    const hold = sayType(words, 'hold', reason)
    const begun = since ? fill(words.hold_since, { hold, day: sayNearDay(since, language) }) : hold
    const text = until ? fill(words.hold_until, { hold, day: sayNearDay(until, language) }) : begun
    return { key: `${reason} ${task_id}`, text, tone: 'bad' }
  })

/** Answers on the page itself why nothing happens there, and leads to what could be done about it. */
export function Why({ holds, administration_id }: { holds: readonly Hold[]; administration_id: string }) {
  const { words } = useWords()
  if (holds.length === 0) return null
  return (
    <div className={classes.why}>
      <Note tone="warning" title={words.why_heading}>
        <ul className={classes.plain}>
          {holds.map((hold) => (
            <li key={`${hold.reason} ${hold.task_id}`}>
              <Reason hold={hold} administration_id={administration_id} />
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}

function Reason({ hold, administration_id }: { hold: Hold; administration_id: string }) {
  const { words, language } = useWords()
  const { since, until, payment_plan_id, credit_case_id, task_id, subject } = hold
  return (
    <>
      {sayWhy(hold.reason, words)} {since && `${fill(words.why_since, { day: sayDay(since, language) })} `}
      {until && `${fill(words.why_until, { day: sayDay(until, language) })} `}
      {payment_plan_id && (
        <RecordLink family="payment_plans" administration_id={administration_id} id={payment_plan_id}>
          {words.plans_plan}
        </RecordLink>
      )}
      {credit_case_id && (
        <RecordLink family="credit_cases" administration_id={administration_id} id={credit_case_id}>
          {`${words.record_case} ${subject}`}
        </RecordLink>
      )}
      {task_id && (
        <RecordLink family="tasks" administration_id={administration_id} id={task_id}>
          {subject || words.tasks_no_subject}
        </RecordLink>
      )}
    </>
  )
}
