import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Place, type TimelineEntry, type TimelineFamily, timelineQuery } from '../../api/records.ts'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { sayMoney } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './record.module.css'

type TimelineProps = { place: Place; family: TimelineFamily; currency_code?: string | undefined }

/** What happened to a record, newest first. */
export function Timeline({ place, family, currency_code }: TimelineProps) {
  const { words } = useWords()
  const timeline = useInfiniteQuery(timelineQuery(place, family))
  const entries = timeline.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Section title={words.timeline}>
      {timeline.isPending && <RowsLoading />}
      {timeline.isError && <LoadFailed error={timeline.error} retry={() => void timeline.refetch()} />}
      {timeline.isSuccess && entries.length === 0 && <Empty title={words.timeline_empty} />}
      {entries.length > 0 && (
        <ol className={classes.entries}>
          {entries.map((entry) => (
            <Entry key={`${entry.kind} ${entry.id}`} entry={entry} currency_code={currency_code} />
          ))}
        </ol>
      )}
      {timeline.hasNextPage && (
        <Button
          className={classes.more}
          variant="default"
          loading={timeline.isFetchingNextPage}
          onClick={() => void timeline.fetchNextPage()}
        >
          {words.load_more}
        </Button>
      )}
    </Section>
  )
}

function Entry({ entry, currency_code }: { entry: TimelineEntry; currency_code: string | undefined }) {
  const { words, language } = useWords()
  const { kind, name, amount } = entry
  const unread = kind === 'message' && name === 'debtor' && entry.done_at === null
  const about = [entry.subject, kind === 'message' ? null : sayName(name), entry.person].filter(Boolean).join(' · ')
  return (
    <li className={classes.entry}>
      <div className={classes.entry_top}>
        <span className={classes.entry_name}>
          {sayKind(entry, words)}
          {amount !== null && ` ${currency_code ? sayMoney(amount, currency_code, language) : amount}`}
          {unread && ` (${words.timeline_unread})`}
        </span>
        <span className={classes.when}>
          <Moment at={entry.at} day={kind === 'payment'} />
        </span>
      </div>
      {about && <p className={classes.small}>{about}</p>}
      {entry.content && <p className={classes.text}>{entry.content}</p>}
    </li>
  )
}

const sayKind = ({ kind, name }: TimelineEntry, words: Words): string =>
  kind === 'message'
    ? name === 'debtor'
      ? words.timeline_message_debtor
      : words.timeline_message_creditor
    : words[`timeline_${kind}`]

/** Names of events and types are the interface's own; with spaces they can be read. */
export const sayName = (name: string | null): string | null => name?.replaceAll('_', ' ') ?? null
