import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'
import classes from './note.module.css'

type Tone = 'plain' | 'good' | 'warning' | 'bad'
type NoteProps = { tone?: Tone; title?: string | undefined; children?: ReactNode; live?: boolean }

const icons = { plain: 'info', good: 'check', warning: 'warning', bad: 'warning' } as const

/** A remark that stands out. One that appears while the reader works is `live`, and is read aloud. */
export function Note({ tone = 'plain', title, children, live = false }: NoteProps) {
  return (
    <div className={classes.note} data-tone={tone} role={live ? 'alert' : undefined}>
      <span className={classes.icon}>
        <Icon name={icons[tone]} size={20} />
      </span>
      <div className={classes.text}>
        {title && <p className={classes.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
