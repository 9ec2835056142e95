import { useBlocker } from '@tanstack/react-router'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useWords } from '../words/words.tsx'
import { Confirm } from './confirm.tsx'

/** Saves what is saved by itself, and says whether nothing is left that would be lost. */
type Settle = () => Promise<boolean>
/** Watches over something that is not saved; returns what ends it. */
type Watch = (settle: Settle) => () => void

const Watching = createContext<Watch>(() => () => {})

/** While something is not saved, whoever leaves the page is asked first, unless it can be saved on the way. */
export function useUnsaved(unsaved: boolean, settle?: Settle): void {
  const watch = useContext(Watching)
  const latest = useRef(settle)
  latest.current = settle
  useEffect(() => {
    if (!unsaved) return
    return watch(async () => (await latest.current?.()) ?? false)
  }, [unsaved, watch])
}

/** Asks once for everything on the page that is not saved; the browser itself asks whoever closes the tab. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const { words } = useWords()
  const [unsaved, setUnsaved] = useState<readonly Settle[]>([])
  const watch: Watch = useCallback((settle) => {
    setUnsaved((before) => [...before, settle])
    return () => setUnsaved((before) => before.filter((one) => one !== settle))
  }, [])
  const { status, proceed, reset } = useBlocker({
    disabled: unsaved.length === 0,
    withResolver: true,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search))
        return false
      for (const settle of unsaved) if (!(await settle())) return true
      return false
    },
  })
  return (
    <Watching value={watch}>
      {children}
      <Confirm
        opened={status === 'blocked'}
        onClose={() => reset?.()}
        title={words.unsaved_title}
        action={words.unsaved_go_on}
        onConfirm={async () => proceed?.()}
        leads_on
      >
        <p>{words.unsaved_sentence}</p>
      </Confirm>
    </Watching>
  )
}
