import type { ReactNode } from 'react'
import { useWords } from '../words/words.tsx'
import classes from './frame.module.css'
import { LanguageSwitch } from './language_switch.tsx'
import { Mark } from './mark.tsx'

/** What stands around every page: the name, the choice of language, and who this belongs to. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { words } = useWords()
  return (
    <div className={classes.frame}>
      <title>{title}</title>
      <a className={classes.skip} href="#content">
        {words.skip_to_content}
      </a>
      <header className={classes.header}>
        <a className={classes.name} href="/" aria-label={words.home}>
          <Mark size={40} />
          <span>Dunlin</span>
        </a>
        <LanguageSwitch />
      </header>
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
      <footer className={classes.footer}>{words.footer}</footer>
    </div>
  )
}
