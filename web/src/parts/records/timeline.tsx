import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type RecordKey, type TimelineEntry, type TimelineFamily, timelineQuery } from '../../api/records.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { sayBecause } from '../../words/say_reason.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { LedgerText } from '../law/ledger_text.tsx'
import { Moment } from '../moment.tsx'
import { Section } from '../section.tsx'
import { Empty } from '../states.tsx'
import { Listing } from '../table/listing.tsx'
import { useWashed } from '../use_washed.ts'
import { AddWork } from './add_work.tsx'
import { LetterButton } from './letter_button.tsx'
import { RecordLink } from './links.tsx'
import classes from './record.module.css'

type TimelineProps = { record_key: RecordKey; family: TimelineFamily; currency_code: string; title?: string }

/** What happened to a record, newest first. */
export function Timeline({ record_key, family, currency_code, title }: TimelineProps) {
  const { words } = useWords()
  const timeline = useInfiniteQuery(timelineQuery(record_key, family))
  const entries = timeline.data?.pages.flatMap((page) => page.entries) ?? []
  const washed = useWashed(entries, keyOf)
  return (
    <Section title={title ?? words.timeline}>
      {title === undefined && <AddWork record_key={record_key} family={family} />}
      <Listing query={timeline} count={entries.length} empty={<Empty title={words.timeline_empty} />}>
        <ol className={classes.entries}>
          {entries.map((entry) => (
            <Entry
              key={keyOf(entry)}
              entry={entry}
              page={{ record_key, family, currency_code }}
              washed={washed.has(keyOf(entry))}
            />
          ))}
        </ol>
      </Listing>
    </Section>
  )
}

const keyOf = ({ kind, id }: TimelineEntry): string => `${kind} ${id}`

type EntryProps = { entry: TimelineEntry; page: TimelineProps; washed: boolean }

function Entry({ entry, page, washed }: EntryProps) {
  const { words, language } = useWords()
  const { kind, amount, terms } = entry
  const figures = [
    entry.day && fill(words.timeline_promised_for, { day: sayDay(entry.day, language) }),
    amount &&
      sayMoney(isCharge(entry) ? amount.replace('-', '') : amount, entry.currency_code ?? page.currency_code, language),
    terms && counted(terms, words.timeline_terms_one, words.timeline_terms),
  ].filter(Boolean)
  return (
    <li className={classes.entry} data-kind={kind} data-washed={washed || undefined}>
      <div className={classes.entry_top}>
        <span className={classes.entry_name}>
          <Name entry={entry} administration_id={page.record_key.administration_id}>
            {[sayEntry(entry, words), ...figures].join(' · ')}
          </Name>
          {isWaiting(entry) && (
            <span className={classes.waiting}>
              {kind === 'message' ? words.timeline_unread : words.timeline_open_notification}
            </span>
          )}
        </span>
        <span className={classes.when}>
          <Moment at={entry.at} day={kind === 'payment'} />
        </span>
      </div>
      <About entry={entry} page={page} />
      {entry.content && (
        <p className={classes.text}>
          <LedgerText text={entry.content} />
        </p>
      )}
    </li>
  )
}

/** What has a page of its own leads there. */
function Name({
  entry,
  administration_id,
  children,
}: {
  entry: TimelineEntry
  administration_id: string
  children: string
}) {
  const { kind, id, payment_plan_id, letter_id } = entry
  const link = { administration_id, children }
  if (letter_id) return <LetterButton letter_key={{ administration_id, id: letter_id }}>{children}</LetterButton>
  if (kind === 'message') return <RecordLink family="messages" {...link} id={id} />
  if (kind === 'task') return <RecordLink family="tasks" {...link} id={id} />
  return payment_plan_id ? <RecordLink family="payment_plans" {...link} id={payment_plan_id} /> : children
}

/** Whether somebody should look at it. */
const isWaiting = ({ kind, name, done_at }: TimelineEntry): boolean =>
  done_at === null && ((kind === 'message' && name === 'debtor') || kind === 'notification')

/** Costs stand among the payments of an invoice: what was charged is a payment below nothing. */
const isCharge = ({ kind, name, subject, amount }: TimelineEntry): boolean =>
  kind === 'payment' && name === 'payment' && subject !== 'principal' && Number(amount) < 0

function sayEntry(entry: TimelineEntry, words: Words): string {
  const { kind, name } = entry
  if (isCharge(entry)) return words.timeline_charged
  switch (kind) {
    case 'message':
      return name === 'debtor' ? words.timeline_message_debtor : words.timeline_message_creditor
    case 'note':
      return words.timeline_note
    case 'letter':
      return fill(words.timeline_letter, {
        step: sayType(words, 'step', name ?? ''),
        channel: sayType(words, 'channel', entry.channel ?? '').toLowerCase(),
      })
    case 'payment':
      return sayType(words, 'transaction', name ?? 'payment')
    default:
      return sayType(words, kind, name ?? '')
  }
}

/** How a step was done, where that was not by the engine. */
const isBecause = (status: string | null): status is string => status !== null && status !== 'performed'

/** What it is about, with the way there, unless the page is about that already. */
function About({ entry, page: { record_key, family } }: { entry: TimelineEntry; page: TimelineProps }) {
  const { words, language } = useWords()
  const { administration_id } = record_key
  const { kind, subject, status, invoice_id, credit_case_id } = entry
  const parts: [key: string, part: ReactNode][] = []
  if (kind === 'event' && subject) parts.push(['step', sayType(words, 'step', subject)])
  if (kind === 'payment' && subject && subject !== 'principal') parts.push(['cost', sayType(words, 'cost', subject)])
  if (subject && kind !== 'event' && kind !== 'payment') parts.push(['subject', subject])
  if (kind === 'letter' && status) parts.push(['status', sayType(words, 'letter_status', status)])
  if (kind === 'step' && isBecause(status)) parts.push(['status', sayBecause({ reason: status }, words, language)])
  if (entry.invoice_number && !(family === 'invoices' && invoice_id === record_key.id)) {
    const text = `${words.record_invoice} ${entry.invoice_number}`
    parts.push([
      'invoice',
      invoice_id ? (
        <RecordLink family="invoices" key="invoice" administration_id={administration_id} id={invoice_id}>
          {text}
        </RecordLink>
      ) : (
        text
      ),
    ])
  }
  if (entry.credit_case_number && !(family === 'credit_cases' && credit_case_id === record_key.id)) {
    const text = `${words.record_case} ${entry.credit_case_number}`
    parts.push([
      'case',
      credit_case_id ? (
        <RecordLink family="credit_cases" key="case" administration_id={administration_id} id={credit_case_id}>
          {text}
        </RecordLink>
      ) : (
        text
      ),
    ])
  }
  // Whom a task is for is not who completed it, which nobody keeps.
  if (entry.person) parts.push(['person', kind === 'task' ? `${words.work_whose}: ${entry.person}` : entry.person])
  if (entry.service) parts.push(['service', sayType(words, 'service', entry.service)])
  if (parts.length === 0) return null
  return (
    <p className={classes.small}>
      {parts.map(([key, part], index) => (
        <span key={key}>
          {index > 0 && ' · '}
          {part}
        </span>
      ))}
    </p>
  )
}
