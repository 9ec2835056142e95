import { VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type TimelineShow, timelineQuery } from '../../api/records.ts'
import { useWords } from '../../words/words.tsx'
import { Empty } from '../states.tsx'
import { Listing } from '../table/listing.tsx'
import { MoreButton } from '../table/more_button.tsx'
import { useWashed } from '../use_washed.ts'
import type { Place } from './about_entry.tsx'
import classes from './conversation.module.css'
import { Entries } from './entries.tsx'
import { keyOf } from './say_entry.ts'

const shows: readonly TimelineShow[] = ['everything', 'people', 'engine', 'money']

/** What to read of; everything until somebody chooses. */
export function ShowChips({ shown, onShow }: { shown: TimelineShow; onShow: (show: TimelineShow) => void }) {
  const { words } = useWords()
  return (
    <fieldset className={classes.chips} aria-label={words.timeline_show}>
      {shows.map((show) => (
        <button
          key={show}
          type="button"
          className={classes.chip}
          aria-pressed={show === shown}
          onClick={() => onShow(show)}
        >
          {words[`timeline_show_${show}`]}
        </button>
      ))}
    </fieldset>
  )
}

/**
 * What was said and done about a record, the newest at the foot, where the answer is written. What comes stands below,
 * and who reads further up stays there.
 */
export function Conversation({ foot, ...place }: Place & { foot?: ReactNode }) {
  const { words } = useWords()
  const [show, setShow] = useState<TimelineShow>('everything')
  const timeline = useInfiniteQuery(timelineQuery(place.record_key, place.family, show))
  const newest_first = timeline.data?.pages.flatMap((page) => page.entries) ?? []
  const washed = useWashed(newest_first, keyOf)
  const { fetchNextPage: _, ...whole } = timeline
  return (
    <section className={classes.conversation} aria-label={words.timeline}>
      <VisuallyHidden component="h2">{words.timeline}</VisuallyHidden>
      <div className={classes.bar}>
        <ShowChips shown={show} onShow={setShow} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keys. */}
      <section className={classes.scroll} tabIndex={0} aria-label={words.timeline_read}>
        <div className={classes.inner}>
          <MoreButton list={timeline} shown={newest_first.length} />
          <Listing
            query={whole}
            count={newest_first.length}
            expected={6}
            empty={<Empty title={words.timeline_empty} />}
          >
            <Entries entries={newest_first.toReversed()} place={place} washed={washed} />
          </Listing>
        </div>
      </section>
      {foot && <div className={classes.foot}>{foot}</div>}
    </section>
  )
}
