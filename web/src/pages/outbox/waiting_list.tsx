import { Checkbox } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { WaitingDebtor } from '../../api/outbox.ts'
import { showInBox } from '../../browser/show_in_box.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayMoney } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './outbox.module.css'

type Props = {
  debtors: readonly WaitingDebtor[]
  current: string | null
  /** Null for those who may let nothing go. */
  selected: ReadonlySet<string> | null
  onChoose: (debtor_id: string) => void
  onToggle: (debtor_id: string) => void
}

/** Debtors for whom something waits, one row each. */
export function WaitingList({ debtors, current, selected, onChoose, onToggle }: Props) {
  const { words } = useWords()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (current !== null) showInBox(list.current?.querySelector('[aria-current]'))
  }, [current])
  return (
    <ul ref={list} className={classes.list} aria-label={words.outbox_show_waiting}>
      {debtors.map((debtor) => (
        <li key={debtor.debtor_id} className={classes.row} data-current={debtor.debtor_id === current || undefined}>
          {selected && (
            <Checkbox
              size="xs"
              aria-label={fill(words.outbox_select, { debtor: debtor.debtor_name })}
              checked={selected.has(debtor.debtor_id)}
              onChange={() => onToggle(debtor.debtor_id)}
            />
          )}
          <button
            type="button"
            className={classes.open}
            aria-current={debtor.debtor_id === current ? 'true' : undefined}
            onClick={() => onChoose(debtor.debtor_id)}
          >
            <Row debtor={debtor} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Row({ debtor }: { debtor: WaitingDebtor }) {
  const { words, language } = useWords()
  const { debtor_name, amounts, reasons, days_overdue } = debtor
  return (
    <>
      <span className={classes.name}>{debtor_name}</span>
      <span className={classes.amount}>
        {amounts.map(({ amount, currency_code }) => sayMoney(amount, currency_code, language)).join(' · ')}
      </span>
      <span className={classes.meta}>
        {sayWhat(debtor, words)}
        {days_overdue !== null &&
          days_overdue > 0 &&
          ` · ${counted(days_overdue, words.outbox_late_one, words.outbox_late)}`}
      </span>
      <span className={classes.reason} data-reason={reasons[0]}>
        {reasons.map((reason) => sayReason(reason, words)).join(', ')}
      </span>
    </>
  )
}

const sayWhat = ({ step, records, credit_case_number }: WaitingDebtor, words: Words): string => {
  const name = sayType(words, 'step', step)
  if (credit_case_number !== null) return `${name}, ${words.record_case} ${credit_case_number}`
  return records === 1 ? name : `${name}, ${fill(words.outbox_invoices, { count: records })}`
}

const reason_words = {
  approval: 'outbox_reason_approval',
  cap: 'outbox_reason_cap',
  surge: 'outbox_reason_surge',
  stopped: 'outbox_reason_stopped',
} as const

/** Why something waits, in a few words. */
export const sayReason = (reason: string, words: Words): string =>
  reason in reason_words ? words[reason_words[reason as keyof typeof reason_words]] : reason
