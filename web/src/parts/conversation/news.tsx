import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type TimelineEntry, timelineQuery } from '../../api/records.ts'
import { useSignedIn, wholeName } from '../../session/signed_in.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { useWashed } from '../use_washed.ts'
import type { Place } from './about_entry.tsx'
import classes from './conversation.module.css'
import { keyOf, sayEntry } from './say_entry.ts'

const shown_ms = 10_000

/** What a colleague did with this record just now, in one quiet line, for whoever reads further up or another part. */
export function News({ record_key, family }: Omit<Place, 'currency_code'>) {
  const { words } = useWords()
  const { person } = useSignedIn()
  const { data } = useInfiniteQuery(timelineQuery(record_key, family))
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const washed = useWashed(entries, keyOf)
  const own_name = wholeName(person)
  const came = entries.find((entry) => washed.has(keyOf(entry)) && isOfColleague(entry, own_name))
  const [news, setNews] = useState<TimelineEntry | null>(null)
  useEffect(() => {
    if (came) setNews(came)
  }, [came])
  useEffect(() => {
    if (news === null) return
    const timer = setTimeout(() => setNews(null), shown_ms)
    return () => clearTimeout(timer)
  }, [news])
  return (
    <span role="status" className={classes.news}>
      {news && fill(words.timeline_news, { person: news.person ?? '', what: sayEntry(news, words) })}
    </span>
  )
}

/** Whom a task is for is not who made it, and what a debtor says is no news of a colleague. */
const isOfColleague = ({ kind, name, person }: TimelineEntry, own_name: string): boolean =>
  person !== null && person !== own_name && kind !== 'task' && !(kind === 'message' && name === 'debtor')
