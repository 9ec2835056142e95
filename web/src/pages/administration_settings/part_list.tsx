import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../words/words.tsx'
import classes from './settings.module.css'

export type PartOf = { id: string; title: string }

/** The margin of a page. */
const margin_px = 20

/** The parts of the settings beside them, with the one that is being read marked. Each is an address of its own. */
export function PartList({ parts }: { parts: readonly PartOf[] }) {
  const { words } = useWords()
  const read = usePartRead(parts)
  const list = useRef<HTMLElement>(null)
  // On a phone the list is a row, which follows the reader.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is read.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[data-read]')
    list.current?.scrollTo({ left: (link?.offsetLeft ?? 0) - margin_px })
  }, [read])
  return (
    <nav ref={list} className={classes.list} aria-label={words.settings_parts}>
      <ul>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={classes.part_link}
              data-read={id === read || undefined}
              aria-current={id === read ? 'location' : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A part counts as read when it stands in the upper third of the window. */
const upper_third = '-12% 0px -66% 0px'

/** The part that is being read. One that an address names is gone to as soon as it is there. */
function usePartRead(parts: readonly PartOf[]): string | undefined {
  const [read, setRead] = useState(parts[0]?.id)
  useEffect(() => {
    const named = window.location.hash.slice(1)
    if (named) document.getElementById(named)?.scrollIntoView()
  }, [])
  const ids = parts.map(({ id }) => id).join(' ')
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (seen) => {
        const now = seen.find(({ isIntersecting }) => isIntersecting)
        if (now) setRead(now.target.id)
      },
      { rootMargin: upper_third },
    )
    for (const id of ids.split(' ')) {
      const part = document.getElementById(id)
      if (part) watcher.observe(part)
    }
    return () => watcher.disconnect()
  }, [ids])
  return read
}
