import { Box } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ListedConversation } from '../../api/inbox.ts'
import { showInBox } from '../../browser/show_in_box.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayMoney, sayShortDay } from '../../words/formats.ts'
import { initials } from '../../words/initials.ts'
import { useWords } from '../../words/words.tsx'
import classes from './inbox.module.css'

type Props = {
  conversations: readonly ListedConversation[]
  currency: string
  current: string | null
  onChoose: (id: string) => void
}

/** Conversations one below the other: who, about what, how it goes on, and what is at stake. */
export function ConversationRows({ conversations, currency, current, onChoose }: Props) {
  const { words } = useWords()
  const list = useRef<HTMLUListElement>(null)
  // Whoever moves by keys sees where they are.
  useEffect(() => {
    if (current) showInBox(list.current?.querySelector('[data-current]'))
  }, [current])
  return (
    <ul ref={list} className={classes.rows} aria-label={words.messages_conversations}>
      {conversations.map((one) => (
        <Row key={one.id} of={one} currency={currency} current={one.id === current} onChoose={onChoose} />
      ))}
    </ul>
  )
}

type RowProps = Pick<Props, 'currency' | 'onChoose'> & { of: ListedConversation; current: boolean }

function Row({ of: one, currency, current, onChoose }: RowProps) {
  const { words, language } = useWords()
  const { unread, subject, debtor_name, person, beginning, assigned_to, overdue_amount, overdue_days } = one
  return (
    <li className={classes.row} data-current={current || undefined} data-unread={unread || undefined}>
      <button
        type="button"
        className={classes.open}
        aria-current={current ? 'true' : undefined}
        onClick={() => onChoose(one.id)}
      >
        <span className={classes.line}>
          <span className={classes.who}>
            {unread && <span className={classes.dot} role="img" aria-label={words.messages_unread} />}
            {person ?? debtor_name}
          </span>
          <time dateTime={one.last_at} className={classes.meta}>
            {sayWhen(one.last_at, language)}
          </time>
        </span>
        {person && <span className={classes.meta}>{debtor_name}</span>}
        <span className={classes.subject}>{subject || words.messages_no_subject}</span>
        <span className={classes.line}>
          <span className={classes.beginning}>{beginning}</span>
          {overdue_days !== null && (
            <span className={classes.meta} data-number>
              {sayMoney(overdue_amount, currency, language)} ·{' '}
              {counted(overdue_days, words.messages_days_late_one, words.messages_days_late)}
            </span>
          )}
          {assigned_to && (
            <Box component="span" className={classes.initials} title={fill(words.messages_for, { name: assigned_to })}>
              {initials(assigned_to)}
            </Box>
          )}
        </span>
      </button>
    </li>
  )
}

/** Today the hour, before that the day. */
function sayWhen(iso: string, language: 'en' | 'nl'): string {
  const at = new Date(iso)
  const is_today = at.toDateString() === new Date().toDateString()
  return is_today ? at.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' }) : sayShortDay(iso, language)
}
