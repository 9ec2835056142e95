import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../parts/icons.tsx'
import { useWords } from '../words/words.tsx'
import classes from './find.module.css'
import { useShownAdministration } from './use_shown_administration.ts'

const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }))

/** The way to everything, from any page and any field. */
export function Find() {
  const { words } = useWords()
  const administration_id = useShownAdministration()
  const [opened, setOpened] = useState(false)
  useHotkeys([['mod+K', () => setOpened(true)]], [])
  if (administration_id === undefined) return null
  return (
    <>
      <UnstyledButton className={classes.find} onClick={() => setOpened(true)} aria-keyshortcuts="Control+K">
        <Icon name="search" size={16} />
        <span className={classes.words}>{words.find_or_do}</span>
        <span className={classes.keys} aria-hidden="true">
          <kbd>Ctrl</kbd>
          <kbd>K</kbd>
        </span>
      </UnstyledButton>
      {opened && (
        <Suspense>
          <Palette administration_id={administration_id} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
