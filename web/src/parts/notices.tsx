import { CloseButton } from '@mantine/core'
import { useHotkeys, useHover } from '@mantine/hooks'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { ConsoleError } from '../api/console_error.ts'
import { fill } from '../words/fill.ts'
import { sayRefusal } from '../words/refusals.ts'
import { useWords } from '../words/words.tsx'
import { Icon } from './icons.tsx'
import classes from './notices.module.css'

const shown_ms = 6_000
/** A way back stays a little longer. */
const undo_ms = 8_000

/** What takes it back, where it can be taken back. One that is refused is shown like any other refusal. */
type Undo = () => Promise<unknown>
/** Something was done, unless it is `bad`: then somebody reads why it was not. */
type SayNotice = (text: string, undo?: Undo, tone?: 'bad') => void
type Notice = { text: string; undo: Undo | undefined; tone: 'bad' | undefined; number: number }

/** Something that takes a while: how far it is, and that it is over. */
export type UnderWay = { report: (percent: number) => void; end: () => void }
type Follow = (text: string, stop: () => void) => UnderWay
type Followed = { number: number; text: string; percent: number; stop: () => void }

const Say = createContext<SayNotice>(() => {})
const Following = createContext<Follow>(() => ({ report: () => {}, end: () => {} }))

/** Says at the edge of the page that something worked, also after the page was left. */
export const useNotice = (): SayNotice => useContext(Say)

/** Shows on every page how far something is, with a way to stop it. Whoever closes the tab meanwhile is asked. */
export const useUnderWay = (): Follow => useContext(Following)

export function Notices({ children }: { children: ReactNode }) {
  const { words } = useWords()
  const [notice, setNotice] = useState<Notice | null>(null)
  // Whoever points at it is still reading.
  const { hovered, ref } = useHover()
  const say: SayNotice = useCallback(
    (text, undo, tone) => setNotice((before) => ({ text, undo, tone, number: (before?.number ?? 0) + 1 })),
    [],
  )
  const undo = async (): Promise<void> => {
    setNotice(null)
    try {
      await notice?.undo?.()
    } catch (problem) {
      if (!(problem instanceof ConsoleError)) throw problem
      say(fill(words.undo_refused, { reason: sayRefusal(words, problem) }), undefined, 'bad')
    }
  }
  useHotkeys([['mod+Z', () => void (notice?.undo && undo())]])
  useEffect(() => {
    if (notice === null || hovered) return
    const timer = setTimeout(() => setNotice(null), notice.undo ? undo_ms : shown_ms)
    return () => clearTimeout(timer)
  }, [notice, hovered])
  const { follow, followed } = useFollowed()
  return (
    <Following value={follow}>
      <Say value={say}>
        {children}
        <div className={classes.stack}>
          {followed.map((one) => (
            <UnderWayLine key={one.number} {...one} />
          ))}
          <div role="status" ref={ref}>
            {notice && (
              <div className={classes.notice} key={notice.number} data-tone={notice.tone}>
                <span className={classes.icon}>
                  <Icon name={notice.tone === 'bad' ? 'warning' : 'check'} />
                </span>
                <span className={classes.text}>{notice.text}</span>
                {notice.undo && (
                  <button
                    type="button"
                    className={classes.way}
                    onClick={() => void undo()}
                    aria-keyshortcuts="Control+Z"
                  >
                    {words.undo} <kbd>Ctrl</kbd> <kbd>Z</kbd>
                  </button>
                )}
                <CloseButton size="sm" aria-label={words.close} onClick={() => setNotice(null)} />
              </div>
            )}
          </div>
        </div>
      </Say>
    </Following>
  )
}

function UnderWayLine({ text, percent, stop }: Followed) {
  const { words } = useWords()
  return (
    <section className={`${classes.notice} ${classes.under_way}`} aria-label={text}>
      <span className={classes.text}>{text}</span>
      <progress className={classes.progress} max={100} value={percent} aria-label={text} />
      <button type="button" className={classes.way} onClick={stop}>
        {words.many_stop}
      </button>
    </section>
  )
}

function useFollowed(): { follow: Follow; followed: readonly Followed[] } {
  const [followed, setFollowed] = useState<readonly Followed[]>([])
  const last = useRef(0)
  const follow: Follow = useCallback((text, stop) => {
    last.current += 1
    const number = last.current
    setFollowed((before) => [...before, { number, text, percent: 0, stop }])
    return {
      report: (percent) =>
        setFollowed((before) => before.map((one) => (one.number === number ? { ...one, percent } : one))),
      end: () => setFollowed((before) => before.filter((one) => one.number !== number)),
    }
  }, [])
  const busy = followed.length > 0
  useEffect(() => {
    if (!busy) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [busy])
  return { follow, followed }
}
