import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { type ListView, searchOf } from './use_saved_view.ts'
import classes from './view_tabs.module.css'

/** A view that every list of its kind has. */
export type View = { id: string; label: string; count?: number | undefined; search: Record<string, string> }

type ViewTabsProps = {
  label: string
  views: readonly View[]
  shown: string | undefined
  /** Views that people saved, and which of them is shown. */
  saved?: ListView | undefined
  /** What can be done with them. */
  children?: ReactNode
}

/** Views of a list beside its name. Each is an address, so that it can be passed on. */
export function ViewTabs({ label, views, shown, saved, children }: ViewTabsProps) {
  const { words } = useWords()
  const { views: own = [], current, changed } = saved ?? {}
  const bar = useRef<HTMLElement>(null)
  const chosen = current?.id ?? shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is shown where these are others.
  useEffect(() => bringIntoSight(bar.current), [chosen, own.length])
  return (
    <div className={classes.bar}>
      <nav ref={bar} aria-label={label} className={classes.views}>
        {views.map(({ id, label: name, count, search }) => (
          <Tab key={id} search={search} shown={!current && id === shown}>
            {name}
            {count !== undefined && <span className={classes.count}>{count}</span>}
          </Tab>
        ))}
        {own.length > 0 && <span className={classes.line} aria-hidden="true" />}
        {own.map((view) => (
          <Tab key={view.id} search={searchOf(view)} shown={view.id === current?.id}>
            {view.name}
            {view.shared && (
              <span className={classes.shared} title={fill(words.view_shared_by, { name: view.made_by })}>
                <Icon name="users" size={13} />
              </span>
            )}
            {view.id === current?.id && changed && (
              <span className={classes.changed} title={words.view_changed}>
                <VisuallyHidden>{words.view_changed}</VisuallyHidden>
              </span>
            )}
          </Tab>
        ))}
      </nav>
      {children}
    </div>
  )
}

/** Where not all of them have room, the one that is shown is in sight. */
function bringIntoSight(bar: HTMLElement | null): void {
  const tab = bar?.querySelector('[data-shown]')
  if (!bar || !tab) return
  const [outer, inner] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (inner.right > outer.right) bar.scrollLeft += inner.right - outer.right
  if (inner.left < outer.left) bar.scrollLeft -= outer.left - inner.left
}

type TabProps = { search: Record<string, string>; shown: boolean; children: ReactNode }

const Tab = ({ search, shown, children }: TabProps) => (
  <Link
    to="."
    // Each page reads only those names of its address that it knows.
    search={search as never}
    className={classes.view}
    data-shown={shown || undefined}
    aria-current={shown ? 'true' : undefined}
    // Of views whose addresses begin alike, only the one that is shown is current.
    activeOptions={{ exact: true }}
    activeProps={{}}
  >
    {children}
  </Link>
)
