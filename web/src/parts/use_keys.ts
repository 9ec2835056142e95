import { useEffect, useRef } from 'react'

type Keys = { [name: string]: () => unknown }

/** Where letters are typed, and where keys mean something else. */
const taken = 'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="dialog"], [role="menu"]'

/** What Enter does by itself; what is chosen already has nothing left to do. */
const entered = 'a, button:not([aria-pressed="true"], [aria-current="true"]), summary'

/** Calls what a key stands for, wherever the keyboard is on the page, but never while somebody types. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, altKey, ctrlKey, metaKey, defaultPrevented } = event
      const act = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined
      if (!act || altKey || ctrlKey || metaKey || defaultPrevented) return
      if (document.activeElement?.closest(taken) || document.querySelector('[role="dialog"], [role="menu"]')) return
      if (key === 'Enter' && document.activeElement?.closest(entered)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
