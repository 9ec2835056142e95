import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Opens a record beside its list; its page is one step further. */
export function PanelLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link to="." search={(before) => ({ ...before, record: id })} activeProps={{}}>
      {children}
    </Link>
  )
}
