import { useEffect } from 'react'

/** Where a letter is typed, and where keys mean something else. */
const taken = 'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="menu"], [role="listbox"]'

/** Keys that work from everywhere on the page of a list, while nothing lies over it: `{ x: choose, '/': search }`. */
export function useListKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const act = keys[event.key]
      if (!act || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      if (document.activeElement?.closest(taken) || document.querySelector('[role="dialog"], [role="menu"]')) return
      event.preventDefault()
      act(event)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
