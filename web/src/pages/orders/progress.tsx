import type { OrderProgress } from '../../api/orders.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './orders.module.css'

const course = ['draft', 'submitted', 'auto_resubmit', 'action_required', 'failed', 'processed']

/** The states in the order in which a line goes through them. */
export const inCourse = (progress: OrderProgress): OrderProgress =>
  progress.toSorted((one, other) => course.indexOf(one.claim_status) - course.indexOf(other.claim_status))

/** How far the lines of an order are: a bar for those who see, and a sentence for everybody. */
export function Progress({ of }: { of: OrderProgress }) {
  const { words, language } = useWords()
  const lines = of.reduce((sum, one) => sum + one.lines, 0)
  const inState = (...states: string[]): number =>
    of.filter(({ claim_status }) => states.includes(claim_status)).reduce((sum, one) => sum + one.lines, 0)
  const waiting = inState('action_required', 'failed')
  const handled = fill(words.orders_handled, {
    handled: sayNumber(inState('processed'), language),
    lines: sayNumber(lines, language),
  })
  return (
    <div className={classes.progress}>
      <div className={classes.bar} aria-hidden="true">
        {inCourse(of).map(({ claim_status, lines: count }) => (
          <div key={claim_status} data-state={claim_status} style={{ flexGrow: count }} />
        ))}
      </div>
      <span>
        {handled}
        {waiting > 0 && (
          <span className={classes.waiting}>
            {' · '}
            {counted(waiting, words.orders_waiting_one, words.orders_waiting)}
          </span>
        )}
      </span>
    </div>
  )
}
