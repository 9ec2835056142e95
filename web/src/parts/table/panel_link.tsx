import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { usePhone } from '../use_phone.ts'
import { useGo } from './use_go.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether a record was opened over its list, which is then one step back. */
    stepped?: boolean
  }
}

/**
 * Opens a record beside its list; its page is one step further. On a phone it takes the place of the list, so the
 * browser's way back leads to the list; elsewhere both are in sight, and going through rows is nothing to go back on.
 */
export function PanelLink({ id, children }: { id: string; children: ReactNode }) {
  const phone = usePhone()
  const opened = useSearch({ strict: false, select: ({ record }) => record !== undefined })
  const steps = phone && !opened
  return (
    <Link
      to="."
      search={(before) => ({ ...before, record: id })}
      replace={!steps}
      state={steps ? { stepped: true } : true}
      activeProps={{}}
    >
      {children}
    </Link>
  )
}

/** Closes what is open beside a list, by the way that it was opened. */
export function useClosePanel(): () => void {
  const { history } = useRouter()
  const go = useGo()
  const left = useRef(false)
  return () => {
    if (!history.location.state.stepped) return go({ record: '' })
    // The browser takes a moment to go back, and a second step would leave the list as well.
    if (!left.current) history.back()
    left.current = true
  }
}
