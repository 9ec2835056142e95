import type { ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import { ExampleFile } from '../imports/example_file.tsx'
import { Shore } from '../shore.tsx'
import { RowsLoading } from '../states.tsx'
import classes from './first_hour.module.css'
import { useIsEmpty } from './first_hour.tsx'
import { Ways } from './ways.tsx'

type Props = {
  administration_id: string
  title: string
  /** What stands here where only this list is empty. */
  children: ReactNode
}

/** An empty list of an administration without anything in it leads on: what would stand here, and how it comes in. */
export function NothingYet({ administration_id, title, children }: Props) {
  const { words } = useWords()
  const empty = useIsEmpty(administration_id)
  if (empty === undefined) return <RowsLoading rows={1} />
  if (!empty) return children
  return (
    <section className={classes.nothing_yet} aria-labelledby="nothing-yet">
      <header>
        <Shore className={classes.small_shore} />
        <div>
          <h2 id="nothing-yet">{title}</h2>
          <p>{words.nothing_yet_sentence}</p>
        </div>
      </header>
      <Ways administration_id={administration_id} />
      <footer>
        <ExampleFile kind="xlsx" />
        <span className="hint">{words.first_side_file_sentence}</span>
      </footer>
    </section>
  )
}
