import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

type SectionProps = { title: string; sentence?: ReactNode; action?: ReactNode; children: ReactNode }

/** A part of a page with a heading of its own. */
export function Section({ title, sentence, action, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.top}>
        <div className={classes.words}>
          <h2 id={id} className={classes.heading}>
            {title}
          </h2>
          {sentence && <p className={classes.sentence}>{sentence}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A sheet of paper to put a form or facts on. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>
}
