import { useEffect, useRef } from 'react'
import type { TodayDebtor, TodayTab } from '../../api/today.ts'
import { showInBox } from '../../browser/show_in_box.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { PhoneLink } from '../../parts/reach_links.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayAmounts, sayShortDay, sayWeekday } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './rows.module.css'
import { isBad, sayAct, sayReason } from './say_today.ts'

type Props = {
  debtors: readonly TodayDebtor[]
  tab: TodayTab
  current: string | null
  /** Of the books, which limits are in. */
  currency: string
  onChoose: (debtor_id: string) => void
}

/** Debtors by rank: who and why, how much and how old, the last contact, and what to do next. */
export function TodayRows({ debtors, tab, current, currency, onChoose }: Props) {
  const { words } = useWords()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (current !== null) showInBox(list.current?.querySelector('[data-current]'))
  }, [current])
  return (
    <div className={classes.scroll}>
      <div className={classes.columns} aria-hidden="true">
        <span />
        <span>{words.today_column_debtor}</span>
        <span className={classes.right}>{words.today_column_overdue}</span>
        <span>{words.today_column_contact}</span>
        <span>{words.today_column_next}</span>
      </div>
      <ol ref={list} className={classes.list} aria-label={words.today_list}>
        {debtors.map((debtor, place) => (
          <li key={debtor.debtor_id} className={classes.row} data-current={debtor.debtor_id === current || undefined}>
            <span className={classes.place} data-number aria-hidden="true">
              {place + 1}
            </span>
            <button
              type="button"
              className={classes.who}
              aria-current={debtor.debtor_id === current ? 'true' : undefined}
              onClick={() => onChoose(debtor.debtor_id)}
            >
              <span className={classes.name}>{debtor.debtor_name}</span>
              <Why debtor={debtor} tab={tab} currency={currency} />
            </button>
            <Facts debtor={debtor} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The two strongest reasons, four where there is room, or who took it off the list. */
function Why({ debtor, tab, currency }: { debtor: TodayDebtor; tab: TodayTab; currency: string }) {
  const { words, language } = useWords()
  const { marked_by, marked_until, reasons } = debtor
  if (marked_by !== null && marked_until !== null && (tab === 'put_off' || tab === 'done')) {
    const sentence = tab === 'done' ? words.today_done_by : words.today_back_on
    return (
      <span className={classes.why}>
        {fill(sentence, { person: marked_by, day: sayWeekday(marked_until, language) })}
      </span>
    )
  }
  return (
    <span className={classes.why}>
      {reasons.slice(0, 4).map((reason, place) => (
        <span key={String(reason.reason)} className={classes.reason}>
          {place > 0 && ' · '}
          <span data-bad={isBad(reason) || undefined}>
            {sayReason(reason, { words, language, book_currency: currency })}
          </span>
        </span>
      ))}
    </span>
  )
}

const contact_icons: Readonly<Record<NonNullable<TodayDebtor['contact']>, IconName>> = {
  mail: 'mail',
  post: 'letters',
  bounce: 'warning',
  call: 'phone',
  message: 'messages',
}

function Facts({ debtor }: { debtor: TodayDebtor }) {
  const { words, language } = useWords()
  const { overdue_amounts, oldest_days, contact, contact_at, act, phone } = debtor
  return (
    <>
      <span className={classes.amount}>
        <span className={classes.strong} data-number>
          {sayAmounts(overdue_amounts, language)}
        </span>
        {overdue_amounts.length > 0 && (
          <span className={classes.meta} data-number>
            {counted(oldest_days, words.today_days_one, words.today_days)}
          </span>
        )}
      </span>
      <span className={classes.contact}>
        {contact !== null && contact_at !== null && (
          <>
            <span className={classes.kind}>
              <Icon name={contact_icons[contact]} size={14} /> {words[`today_contact_${contact}`]}
            </span>
            <span className={classes.meta}>{sayShortDay(contact_at, language)}</span>
          </>
        )}
      </span>
      <span className={classes.next}>
        <span className={classes.act}>
          <Icon name={act_icons[act]} size={14} /> <span className={classes.short}>{sayAct(debtor, words)}</span>
        </span>
        {act === 'call' && phone !== null && <PhoneLink number={phone} />}
      </span>
    </>
  )
}

const act_icons: Readonly<Record<TodayDebtor['act'], IconName>> = {
  call: 'phone',
  find_number: 'search',
  answer: 'messages',
  approve: 'check',
  take_up_dispute: 'dispute',
  find_address: 'search',
  ask_for_proof: 'mail',
  do_task: 'tasks',
}
