import type { ReactNode } from 'react'
import type { TimelineEntry } from '../../api/records.ts'
import { sayLongDay, sayTime } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { LedgerText } from '../law/ledger_text.tsx'
import { LetterButton } from '../records/letter_button.tsx'
import { RecordLink } from '../records/links.tsx'
import { AboutEntry, type Place } from './about_entry.tsx'
import classes from './conversation.module.css'
import { dayOf, iconOf, isIncome, isWaiting, keyOf, sayEntry, sayFigures } from './say_entry.ts'

type Props = { entries: readonly TimelineEntry[]; place: Place; washed: ReadonlySet<string> }

/** What happened, under its days: people speak in bubbles, machines in one line. */
export function Entries({ entries, place, washed }: Props) {
  return (
    <ol className={classes.entries}>
      {entries.map((entry, index) => {
        const before = entries[index - 1]
        const begins = before === undefined || dayOf(before) !== dayOf(entry)
        return (
          <li
            key={keyOf(entry)}
            className={classes.entry}
            data-kind={entry.kind}
            data-washed={washed.has(keyOf(entry)) || undefined}
          >
            {begins && <Day of={dayOf(entry)} />}
            <Entry entry={entry} place={place} />
          </li>
        )
      })}
    </ol>
  )
}

function Day({ of }: { of: string }) {
  const { language } = useWords()
  const year = of.slice(0, 4) === String(new Date().getFullYear()) ? '' : ` ${of.slice(0, 4)}`
  return (
    <h3 className={classes.day}>
      <time dateTime={of}>{`${sayLongDay(of, language)}${year}`}</time>
    </h3>
  )
}

type EntryProps = { entry: TimelineEntry; place: Place }

function Entry(props: EntryProps) {
  const { kind, name } = props.entry
  if (kind === 'message') return <Bubble {...props} side={name === 'debtor' ? 'theirs' : 'ours'} />
  if (kind === 'letter') return <Bubble {...props} side="ours" />
  if (kind === 'note') return <Bubble {...props} side="among_us" />
  return <Line {...props} />
}

/** What somebody said: the debtor, we to it, or we among ourselves. */
function Bubble({ entry, place, side }: EntryProps & { side: 'theirs' | 'ours' | 'among_us' }) {
  const { words, language } = useWords()
  const { kind, person, channel, content } = entry
  const by = kind === 'message' && channel ? sayChannel(channel, words) : null
  return (
    <div className={classes.bubble} data-side={side}>
      <div className={classes.top}>
        <span className={classes.name}>
          <Icon name={iconOf(entry)} size={15} />
          <Name entry={entry} place={place}>
            {[kind === 'message' && person ? person : sayEntry(entry, words)]
              .concat(kind === 'letter' ? sayFigures(entry, place.currency_code, words, language) : [])
              .join(' · ')}
          </Name>
          <Waiting entry={entry} />
        </span>
        <When entry={entry}>{kind === 'note' ? person : by}</When>
      </div>
      <p className={classes.small}>
        <AboutEntry entry={entry} place={place}>
          {kind === 'letter' && entry.letter_id && (
            <LetterButton letter_key={{ administration_id: place.record_key.administration_id, id: entry.letter_id }} />
          )}
        </AboutEntry>
      </p>
      {content && <p className={classes.text}>{content}</p>}
    </div>
  )
}

const sayChannel = (channel: string, words: ReturnType<typeof useWords>['words']): string =>
  channel === 'portal' ? words.timeline_on_portal : words.timeline_by_mail

/** What the service or a colleague did, and money that moved. */
function Line({ entry, place }: EntryProps) {
  const { words, language } = useWords()
  const { kind, person, service, content } = entry
  // Whom a task is for is not who completed it, which nobody keeps.
  const who = kind === 'task' && person ? `${words.work_whose}: ${person}` : person
  return (
    <div className={classes.line} data-income={isIncome(entry) || undefined}>
      <span className={classes.sign}>
        <Icon name={iconOf(entry)} size={16} />
      </span>
      <div className={classes.said}>
        <span className={classes.name}>
          <Name entry={entry} place={place}>
            {[sayEntry(entry, words), ...sayFigures(entry, place.currency_code, words, language)].join(' · ')}
          </Name>
          <Waiting entry={entry} />
        </span>{' '}
        <span className={classes.small}>
          <AboutEntry entry={entry} place={place} />
        </span>
        {content && (
          <p className={classes.text}>
            <LedgerText text={content} />
          </p>
        )}
      </div>
      <When entry={entry}>{[who, service && sayType(words, 'service', service)].filter(Boolean).join(' · ')}</When>
    </div>
  )
}

/** Who did it, and when. */
function When({ entry: { kind, at }, children }: { entry: TimelineEntry; children: ReactNode }) {
  const { words, language } = useWords()
  return (
    <span className={classes.when}>
      {children}
      {children && ' · '}
      {kind === 'payment' ? words.timeline_books : <time dateTime={at}>{sayTime(at, language)}</time>}
    </span>
  )
}

function Waiting({ entry }: { entry: TimelineEntry }) {
  const { words } = useWords()
  if (!isWaiting(entry)) return null
  return (
    <span className={classes.waiting}>
      {entry.kind === 'message' ? words.timeline_unread : words.timeline_open_notification}
    </span>
  )
}

/** What has a page of its own leads there, and a letter opens in place. */
function Name({ entry, place, children }: EntryProps & { children: string }) {
  const { kind, id, payment_plan_id, letter_id } = entry
  const { administration_id } = place.record_key
  const link = { administration_id, children }
  if (letter_id) return <LetterButton letter_key={{ administration_id, id: letter_id }}>{children}</LetterButton>
  if (kind === 'message') return <RecordLink family="messages" {...link} id={id} />
  if (kind === 'task') return <RecordLink family="tasks" {...link} id={id} />
  return payment_plan_id ? <RecordLink family="payment_plans" {...link} id={payment_plan_id} /> : children
}
