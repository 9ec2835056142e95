import type { ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import { ViewTabs } from '../table/view_tabs.tsx'
import classes from './workplace.module.css'

export type WorkTab = { id: string; label: string; count?: number | undefined }

type WorkplaceProps = {
  /** What can be done: on top, and on a phone at the foot, where the thumb is. */
  acts: ReactNode
  /** What somebody is filling in, above what is read. */
  form?: ReactNode
  tabs: readonly WorkTab[]
  shown: string
  /** How the other side is reached, where there is no room for facts. */
  reach?: ReactNode
  /** What somebody else did just now. */
  news?: ReactNode
  /** Facts beside it; where there is no room for them they are the last tab. */
  side: ReactNode
  children: ReactNode
}

/** The page of a record as a place to work: actions on top, the conversation in the middle, facts at the side. */
export function Workplace({ acts, form, tabs, shown, reach, news, side, children }: WorkplaceProps) {
  const { words } = useWords()
  const views = [...tabs, { id: 'facts', label: words.record_facts }].map(({ id, ...view }, place) => ({
    ...{ ...view, id, search: place === 0 ? {} : { tab: id } },
  }))
  return (
    <div className={classes.place} data-fill data-workplace>
      <div className={classes.acts} role="toolbar" aria-label={words.record_acts}>
        {acts}
      </div>
      <div className={classes.columns} data-facts={shown === 'facts' || undefined}>
        <div className={classes.center}>
          <div className={classes.tabs}>
            <ViewTabs label={words.record_parts} views={views} shown={shown} />
            {news}
          </div>
          {reach && <div className={classes.reach}>{reach}</div>}
          {form && <div className={classes.form}>{form}</div>}
          <div className={classes.body}>{children}</div>
        </div>
        <aside className={classes.side} aria-label={words.record_facts}>
          {side}
        </aside>
      </div>
    </div>
  )
}

/** A tab that is read from its top. */
export function WorkSheet({ children }: { children: ReactNode }) {
  const { words } = useWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keys.
    <section className={classes.sheet} tabIndex={0} aria-label={words.record_sheet}>
      {children}
    </section>
  )
}
