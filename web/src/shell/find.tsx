import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Icon } from '../parts/icons.tsx'
import { useWords } from '../words/words.tsx'
import classes from './find.module.css'

/** The way to everything. Where the page has a field to search in, the keyboard goes there. */
export function Find() {
  const { words } = useWords()
  const find = (): void => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
  useHotkeys([['mod+K', find]], [])
  return (
    <UnstyledButton className={classes.find} onClick={find} aria-keyshortcuts="Control+K">
      <Icon name="search" size={16} />
      <span className={classes.words}>{words.find_or_do}</span>
      <span className={classes.keys} aria-hidden="true">
        <kbd>Ctrl</kbd>
        <kbd>K</kbd>
      </span>
    </UnstyledButton>
  )
}
