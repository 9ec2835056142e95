import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Icon } from '../parts/icons.tsx'
import { useWords } from '../words/words.tsx'
import classes from './find.module.css'
import { useShownAdministration } from './use_shown_administration.ts'

const loadPalette = () => import('./palette/palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

/** Its code comes once the page has what it needs itself, so that it opens at once. */
const prefetch_ms = 1500

/** The way to everything, from any page and field; where room is short a sign, which leaves the keys to the other. */
export function Find({ compact = false }: { compact?: boolean }) {
  const { words } = useWords()
  const administration_id = useShownAdministration()
  const [opened, setOpened] = useState(false)
  const early = useEarlyLetters(opened)
  useHotkeys(compact ? [] : [['mod+K', () => setOpened(true)]], [])
  useEffect(() => {
    // What does not come now comes when it is opened.
    const timer = setTimeout(() => void loadPalette().catch(() => {}), prefetch_ms)
    return () => clearTimeout(timer)
  }, [])
  if (administration_id === undefined) return null
  return (
    <>
      {compact ? (
        <UnstyledButton className={classes.sign} onClick={() => setOpened(true)} aria-label={words.find_or_do}>
          <Icon name="search" size={20} />
        </UnstyledButton>
      ) : (
        <UnstyledButton className={classes.find} onClick={() => setOpened(true)} aria-keyshortcuts="Control+K">
          <Icon name="search" size={16} />
          <span className={classes.words}>{words.find_or_do}</span>
          <span className={classes.keys} aria-hidden="true">
            <kbd>Ctrl</kbd>
            <kbd>K</kbd>
          </span>
        </UnstyledButton>
      )}
      {opened && (
        <Suspense>
          <Palette administration_id={administration_id} early={early} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Letters that somebody types before the field is there: they wait for it, and are no keys of the page below. */
function useEarlyLetters(opened: boolean): { current: string } {
  const letters = useRef('')
  useEffect(() => {
    if (!opened) return
    letters.current = ''
    const keep = (event: KeyboardEvent): void => {
      const is_letter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!is_letter || document.activeElement?.closest('[role="dialog"]')) return
      event.preventDefault()
      event.stopPropagation()
      letters.current += event.key
    }
    document.addEventListener('keydown', keep, { capture: true })
    return () => document.removeEventListener('keydown', keep, { capture: true })
  }, [opened])
  return letters
}
