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
/** More at once nobody reads. */
const shown_max = 3

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
  const { notices, say, close } = useNotices()
  const undo = useUndo(say, close)
  // Whoever points at one is still reading.
  const { hovered, ref } = useHover()
  const newest = notices.findLast((one) => one.undo)
  useHotkeys([['mod+Z', () => void (newest && undo(newest))]])
  const { follow, followed } = useFollowed()
  return (
    <Following value={follow}>
      <Say value={say}>
        {children}
        <div className={classes.stack}>
          {followed.map((one) => (
            <UnderWayLine key={one.number} {...one} />
          ))}
          {/* Only what is new is read aloud. */}
          <div role="status" aria-atomic="false" className={classes.notices} ref={ref}>
            {notices.map((one) => (
              <NoticeLine
                key={one.number}
                {...{ ...one, close, stays: hovered, has_keys: one === newest }}
                undo={one.undo && (() => void undo(one))}
              />
            ))}
          </div>
        </div>
      </Say>
    </Following>
  )
}

/** The last few notices, oldest first: a newer one takes no way back away. */
function useNotices() {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const last = useRef(0)
  const say: SayNotice = useCallback((text, undo, tone) => {
    last.current += 1
    const notice = { text, undo, tone, number: last.current }
    // The same sentence twice says nothing more, unless each can be taken back.
    const others = (before: readonly Notice[]) => before.filter((one) => one.undo || one.text !== text)
    setNotices((before) => [...others(before), notice].slice(-shown_max))
  }, [])
  const close = useCallback(
    (number: number): void => setNotices((before) => before.filter((one) => one.number !== number)),
    [],
  )
  return { notices, say, close }
}

function useUndo(say: SayNotice, close: (number: number) => void): (notice: Notice) => Promise<void> {
  const { words } = useWords()
  // Two clicks of one moment come before the notice is gone.
  const last = useRef(0)
  return async ({ number, undo }) => {
    if (last.current === number) return
    last.current = number
    close(number)
    try {
      await undo?.()
    } catch (problem) {
      if (!(problem instanceof ConsoleError)) throw problem
      say(fill(words.undo_refused, { reason: sayRefusal(words, problem) }), undefined, 'bad')
    }
  }
}

type NoticeLineProps = Omit<Notice, 'undo'> & {
  undo: (() => void) | undefined
  close: (number: number) => void
  stays: boolean
  /** Whether the keys take this one back. */
  has_keys: boolean
}

function NoticeLine({ number, text, tone, undo, close, stays, has_keys }: NoticeLineProps) {
  const { words } = useWords()
  const lasts_ms = undo ? undo_ms : shown_ms
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => close(number), lasts_ms)
    return () => clearTimeout(timer)
  }, [number, close, stays, lasts_ms])
  return (
    <div className={classes.notice} data-tone={tone}>
      <span className={classes.icon}>
        <Icon name={tone === 'bad' ? 'warning' : 'check'} />
      </span>
      <span className={classes.text}>{text}</span>
      {undo && (
        <button
          type="button"
          className={classes.way}
          onClick={undo}
          aria-keyshortcuts={has_keys ? 'Control+Z' : undefined}
        >
          {words.undo}
          {has_keys && (
            <>
              {' '}
              <kbd>Ctrl</kbd> <kbd>Z</kbd>
            </>
          )}
        </button>
      )}
      <CloseButton size="sm" aria-label={words.close} onClick={() => close(number)} />
    </div>
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
