import { type ReactNode, useState } from 'react'
import type { Agreements } from '../../api/agreements.ts'
import { fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './agreements.module.css'

/** More fields than this would make typing in any of them slow. */
const shown_at_first = 100

/** The first rows of a long list, and a last one that shows all of them. What is not shown counts all the same. */
export function useLongList<Row>(rows: readonly Row[]): { shown: readonly Row[]; rest: ReactNode } {
  const { words, language } = useWords()
  const [whole, setWhole] = useState(false)
  if (whole || rows.length <= shown_at_first) return { shown: rows, rest: null }
  const rest = (
    <li className={classes.item}>
      <button type="button" className="link" onClick={() => setWhole(true)}>
        {fill(words.agree_show_all, { count: sayNumber(rows.length, language) })}
      </button>
    </li>
  )
  return { shown: rows.slice(0, shown_at_first), rest }
}

/** That more is open than a form can hold. */
export function OldestOnly({ agreements: { invoices, open_invoices } }: { agreements: Agreements }) {
  const { words, language } = useWords()
  if (open_invoices <= invoices.length) return null
  const counts = { count: sayNumber(invoices.length, language), all: sayNumber(open_invoices, language) }
  return <p className="hint">{fill(words.agree_oldest_only, counts)}</p>
}
