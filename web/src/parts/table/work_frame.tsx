import type { ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import classes from './work_frame.module.css'

type WorkFrameProps = { bar: ReactNode; children: ReactNode; totals: ReactNode; docked?: ReactNode; panel?: ReactNode }

/** A page that is one list: filters, rows, what they come to, and beside them the record that is looked at. */
export function WorkFrame({ bar, children, totals, docked, panel }: WorkFrameProps) {
  const { words } = useWords()
  return (
    <div data-fill className={classes.frame}>
      <search className={classes.bar}>{bar}</search>
      <div className={classes.columns}>
        <div className={classes.list}>
          {children}
          {docked && <div className={classes.docked}>{docked}</div>}
        </div>
        {panel && (
          <aside className={classes.panel} aria-label={words.table_panel}>
            {panel}
          </aside>
        )}
      </div>
      <div className={classes.totals} role="status">
        {totals}
      </div>
    </div>
  )
}
