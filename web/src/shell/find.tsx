import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '../parts/icons.tsx'
import { useWords } from '../words/words.tsx'
import classes from './find.module.css'
import { useShownAdministration } from './use_shown_administration.ts'

const loadPalette = () => import('./palette/palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

/** Its code comes once the page has what it needs itself, so that letters that are typed at once are not lost. */
const prefetch_ms = 1500

/** The way to everything, from any page and field; where room is short a sign, which leaves the keys to the other. */
export function Find({ compact = false }: { compact?: boolean }) {
  const { words } = useWords()
  const administration_id = useShownAdministration()
  const [opened, setOpened] = useState(false)
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
          <Palette administration_id={administration_id} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
