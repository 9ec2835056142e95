import { useInfiniteQuery } from '@tanstack/react-query'
import { timelineQuery } from '../../api/records.ts'
import { useWords } from '../../words/words.tsx'
import type { Place } from '../conversation/about_entry.tsx'
import { Entries } from '../conversation/entries.tsx'
import { keyOf } from '../conversation/say_entry.ts'
import { Section } from '../section.tsx'
import { Empty } from '../states.tsx'
import { Listing } from '../table/listing.tsx'
import { useWashed } from '../use_washed.ts'
import { AddWork } from './add_work.tsx'

type TimelineProps = Place & { title?: string }

/** What happened to a record, newest first, below everything else that its page says. */
export function Timeline({ title, ...place }: TimelineProps) {
  const { words } = useWords()
  const timeline = useInfiniteQuery(timelineQuery(place.record_key, place.family))
  const entries = timeline.data?.pages.flatMap((page) => page.entries) ?? []
  const washed = useWashed(entries, keyOf)
  return (
    <Section title={title ?? words.timeline}>
      {title === undefined && <AddWork record_key={place.record_key} family={place.family} />}
      <Listing query={timeline} count={entries.length} empty={<Empty title={words.timeline_empty} />}>
        <Entries entries={entries} place={place} washed={washed} />
      </Listing>
    </Section>
  )
}
