import type { MailStatus } from '../../api/types.ts'
import { useWords } from '../../words/words.tsx'
import classes from './mail.module.css'

/** How far a mail came; the word says it, the colour only helps. */
export function MailStatusLabel({ status }: { status: MailStatus }) {
  const { words } = useWords()
  return (
    <span className={classes.status} data-status={status}>
      {words[`mail_status_${status}`]}
    </span>
  )
}
