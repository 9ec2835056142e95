import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../words/words.tsx'
import frame from './frame.module.css'
import { LanguageSwitch } from './language_switch.tsx'
import { Mark } from './mark.tsx'
import classes from './sheet.module.css'

/** A page of one matter, on a sheet in the middle: signing in, a link, letting software in. */
export function Sheet({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  const { words } = useWords()
  return (
    <div className={classes.page}>
      <a className={frame.skip} href="#content">
        {words.skip_to_content}
      </a>
      <header className={classes.header}>
        <Link className={frame.name} to="/" aria-label={words.home}>
          <Mark size={36} />
          <span>Dunlin</span>
        </Link>
        <LanguageSwitch />
      </header>
      <main id="content" tabIndex={-1} className={classes.sheet} data-sheet data-wide={wide || undefined}>
        {children}
      </main>
    </div>
  )
}
