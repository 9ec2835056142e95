import { Link } from '@tanstack/react-router'
import classes from './view_tabs.module.css'

export type View = { id: string; label: string; count?: number | undefined; search: Record<string, string> }

/** Views of a list beside its name. Each is an address, so that it can be passed on. */
export function ViewTabs({
  label,
  views,
  shown,
}: {
  label: string
  views: readonly View[]
  shown: string | undefined
}) {
  return (
    <nav aria-label={label} className={classes.views}>
      {views.map(({ id, label: name, count, search }) => (
        <Link
          key={id}
          to="."
          search={search as never}
          className={classes.view}
          data-shown={id === shown || undefined}
          aria-current={id === shown ? 'true' : undefined}
          activeProps={{}}
        >
          {name}
          {count !== undefined && <span className={classes.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
