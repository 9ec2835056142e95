import type { ReactNode } from 'react'
import classes from './back_link.module.css'
import { Icon } from './icons.tsx'

/** The way up, above the heading of a page below another one; beside it where on the list above it stands. */
export function BackLink({ children, beside }: { children: ReactNode; beside?: ReactNode }) {
  return (
    <div className={classes.back} data-back>
      <Icon name="back" size={16} />
      {children}
      {beside}
    </div>
  )
}
