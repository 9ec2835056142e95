import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Place, type TimelineEntry, type TimelineFamily, timelineQuery } from '../../api/records.ts'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { counted } from '../../words/fill.ts'
import { sayMoney } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { MessageLink, PlanLink, TaskLink } from '../desk/about.tsx'
import { CaseLink, InvoiceLink } from './parts.tsx'
import classes from './record.module.css'

type TimelineProps = { place: Place; family: TimelineFamily; currency_code: string; title?: string }

/** What happened to a record, newest first. */
export function Timeline({ place, family, currency_code, title }: TimelineProps) {
  const { words } = useWords()
  const timeline = useInfiniteQuery(timelineQuery(place, family))
  const entries = timeline.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Section title={title ?? words.timeline}>
      {timeline.isPending && <RowsLoading />}
      {timeline.isError && <LoadFailed error={timeline.error} retry={() => void timeline.refetch()} />}
      {timeline.isSuccess && entries.length === 0 && <Empty title={words.timeline_empty} />}
      {entries.length > 0 && (
        <ol className={classes.entries}>
          {entries.map((entry) => (
            <Entry key={`${entry.kind} ${entry.id}`} entry={entry} page={{ place, family, currency_code }} />
          ))}
        </ol>
      )}
      <MoreButton list={timeline} shown={entries.length} />
    </Section>
  )
}

function Entry({ entry, page }: { entry: TimelineEntry; page: TimelineProps }) {
  const { words, language } = useWords()
  const { kind, amount, terms } = entry
  const told = [
    amount &&
      sayMoney(isCharge(entry) ? amount.replace('-', '') : amount, entry.currency_code ?? page.currency_code, language),
    terms && counted(terms, words.timeline_terms_one, words.timeline_terms),
  ].filter(Boolean)
  return (
    <li className={classes.entry} data-kind={kind}>
      <div className={classes.entry_top}>
        <span className={classes.entry_name}>
          <Name entry={entry} administration_id={page.place.administration_id}>
            {[sayEntry(entry, words), ...told].join(' · ')}
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
      {entry.content && <p className={classes.text}>{entry.content}</p>}
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
  const { kind, id, payment_plan_id } = entry
  const place = { administration_id, children }
  if (kind === 'message') return <MessageLink {...place} id={id} />
  if (kind === 'task') return <TaskLink {...place} id={id} />
  return payment_plan_id ? <PlanLink {...place} id={payment_plan_id} /> : children
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
    case 'payment':
      return sayType(words, 'transaction', name ?? 'payment')
    default:
      return sayType(words, kind, name ?? '')
  }
}

/** What it is about, with the way there, unless the page is about that already. */
function About({ entry, page: { place, family } }: { entry: TimelineEntry; page: TimelineProps }) {
  const { words } = useWords()
  const { administration_id } = place
  const { kind, subject, invoice_id, credit_case_id } = entry
  const parts: [key: string, part: ReactNode][] = []
  if (kind === 'event' && subject) parts.push(['step', sayType(words, 'step', subject)])
  if (kind === 'payment' && subject && subject !== 'principal') parts.push(['cost', sayType(words, 'cost', subject)])
  if (subject && kind !== 'event' && kind !== 'payment') parts.push(['subject', subject])
  if (entry.invoice_number && !(family === 'invoices' && invoice_id === place.id)) {
    const text = `${words.record_invoice} ${entry.invoice_number}`
    parts.push([
      'invoice',
      invoice_id ? (
        <InvoiceLink key="invoice" administration_id={administration_id} id={invoice_id}>
          {text}
        </InvoiceLink>
      ) : (
        text
      ),
    ])
  }
  if (entry.credit_case_number && !(family === 'credit_cases' && credit_case_id === place.id)) {
    const text = `${words.record_case} ${entry.credit_case_number}`
    parts.push([
      'case',
      credit_case_id ? (
        <CaseLink key="case" administration_id={administration_id} id={credit_case_id}>
          {text}
        </CaseLink>
      ) : (
        text
      ),
    ])
  }
  // Whom a task is for is not who completed it, which nobody keeps.
  if (entry.person) parts.push(['person', kind === 'task' ? `${words.work_whose}: ${entry.person}` : entry.person])
  if (parts.length === 0) return null
  return (
    <p className={classes.small}>
      {parts.map(([key, part], place_of) => (
        <span key={key}>
          {place_of > 0 && ' · '}
          {part}
        </span>
      ))}
    </p>
  )
}
