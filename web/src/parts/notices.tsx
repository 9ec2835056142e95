import { CloseButton } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useWords } from '../words/words.tsx'
import { Icon } from './icons.tsx'
import classes from './notices.module.css'

const shown_ms = 6_000

const Say = createContext<(text: string) => void>(() => {})

/** Tells at the edge of the page that something worked, also after the page was left. */
export const useNotice = (): ((text: string) => void) => useContext(Say)

export function Notices({ children }: { children: ReactNode }) {
  const { words } = useWords()
  const [notice, setNotice] = useState<{ text: string; number: number } | null>(null)
  const say = useCallback((text: string) => setNotice((before) => ({ text, number: (before?.number ?? 0) + 1 })), [])
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => setNotice(null), shown_ms)
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
            <CloseButton size="sm" aria-label={words.close} onClick={() => setNotice(null)} />
          </div>
        )}
      </div>
    </Say>
  )
}
