import { CloseButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useWords } from '../words/words.tsx'
import { Icon } from './icons.tsx'
import classes from './notices.module.css'

const shown_ms = 6_000
/** A way back stays a little longer. */
const undo_ms = 8_000

/** What takes it back, where it can be taken back. */
type Undo = () => void
type SayNotice = (text: string, undo?: Undo) => void

const Say = createContext<SayNotice>(() => {})

/** Tells at the edge of the page that something worked, also after the page was left. */
export const useNotice = (): SayNotice => useContext(Say)

export function Notices({ children }: { children: ReactNode }) {
  const { words } = useWords()
  const [notice, setNotice] = useState<{ text: string; undo: Undo | undefined; number: number } | null>(null)
  const say: SayNotice = useCallback(
    (text, undo) => setNotice((before) => ({ text, undo, number: (before?.number ?? 0) + 1 })),
    [],
  )
  const undo = (): void => {
    notice?.undo?.()
    setNotice(null)
  }
  useHotkeys([['mod+Z', () => notice?.undo && undo()]])
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => setNotice(null), notice.undo ? undo_ms : shown_ms)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <Say value={say}>
      {children}
      <div className={classes.stack} role="status">
        {notice && (
          <div className={classes.notice} key={notice.number}>
            <span className={classes.icon}>
              <Icon name="check" />
            </span>
            <span className={classes.text}>{notice.text}</span>
            {notice.undo && (
              <button type="button" className="link" onClick={undo} aria-keyshortcuts="Control+Z">
                {words.undo}
              </button>
            )}
            <CloseButton size="sm" aria-label={words.close} onClick={() => setNotice(null)} />
          </div>
        )}
      </div>
    </Say>
  )
}
