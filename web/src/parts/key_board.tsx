import { lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '../words/words.tsx'
import classes from './key_board.module.css'
import { type BoundKeys, type KeyBoard, KeyBoardContext } from './use_keys.ts'

/** Comes when somebody asks for it first: dialogs are much that no page begins with. */
const KeyDialog = lazy(async () => ({ default: (await import('./key_dialog.tsx')).KeyDialog }))

/** Where letters are typed, and where keys mean something else. */
const taken =
  'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'

/** What Enter does by itself; what is chosen already has nothing left to do. */
const entered = 'a, button:not([aria-pressed="true"], [aria-current="true"]), summary'

/** Listens to the keys of all parts of a page; of two that want the same one, the part that came last gets it. */
export function KeyBoardProvider({ children }: { children: ReactNode }) {
  const bound = useRef<BoundKeys[]>([])
  const [listed, setListed] = useState<readonly [key: string, does: string][] | null>(null)
  const [opened, setOpened] = useState(false)
  const board = useMemo<KeyBoard>(
    () => ({
      bind: (keys) => {
        bound.current = [keys, ...bound.current]
        return () => {
          bound.current = bound.current.filter((one) => one !== keys)
        }
      },
      explain: () => {
        setListed(keysOf(bound.current))
        setOpened(true)
      },
    }),
    [],
  )
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, altKey, ctrlKey, metaKey, defaultPrevented } = event
      if (altKey || ctrlKey || metaKey || defaultPrevented) return
      if (document.activeElement?.closest(taken) || document.querySelector('[role="dialog"], [role="menu"]')) return
      if (key === 'Enter' && document.activeElement?.closest(entered)) return
      if (act(event)) event.preventDefault()
    }
    const act = (event: KeyboardEvent): boolean => {
      if (event.key === '?') board.explain()
      return event.key === '?' || bound.current.some(({ current }) => isHandled(current, event))
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [board])
  return (
    <KeyBoardContext value={board}>
      {children}
      {listed && (
        <Suspense>
          <KeyDialog keys={listed} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </KeyBoardContext>
  )
}

function isHandled(keys: BoundKeys['current'], event: KeyboardEvent): boolean {
  const key = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
  return key !== undefined && key[1](event) !== false
}

/** What each key does that has words of its own; of two parts, the one that would get the key counts. */
function keysOf(bound: readonly BoundKeys[]): [string, string][] {
  const listed = new Map<string, string>()
  for (const { current } of bound) {
    for (const [key, [does]] of Object.entries(current)) if (does !== null && !listed.has(key)) listed.set(key, does)
  }
  return [...listed]
}

/** The way to the keys of a page for who does not know that ? shows them. */
export function KeysButton() {
  const { words } = useWords()
  const { explain } = useContext(KeyBoardContext)
  return (
    <button type="button" className={classes.button} onClick={explain}>
      <span aria-hidden="true">
        <kbd>?</kbd>
      </span>
      {words.keys_title}
    </button>
  )
}
