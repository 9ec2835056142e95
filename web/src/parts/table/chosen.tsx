import { type ReactNode, useEffect, useState } from 'react'
import { fill } from '../../words/fill.ts'
import { sayMoney, sayNumber } from '../../words/formats.ts'
import type { Language } from '../../words/languages.ts'
import { sumOf } from '../../words/sum.ts'
import { useWords } from '../../words/words.tsx'
import { useNotice } from '../notices.tsx'
import { ActionBar } from './action_bar.tsx'
import type { List } from './more_button.tsx'
import type { Selection } from './use_selection.ts'

/** The interface takes so many records in one write. */
const chosen_max = 1000

type ChosenProps<Row> = {
  rows: readonly Row[]
  /** How many rows the whole list has. */
  count: number | undefined
  selection: Selection
  query: List
  /** What some rows come to, in words. */
  sayTotal?: ((rows: readonly Row[]) => string) | undefined
  /** What can be done with them. */
  children: (rows: readonly Row[]) => ReactNode
}

/** What is chosen, what it comes to, and what can be done with it. */
export function Chosen<Row extends { id: string }>(props: ChosenProps<Row>) {
  const { rows, count = 0, selection, query, sayTotal, children } = props
  const { words, language } = useWords()
  const say = useNotice()
  const [wanted, setWanted] = useState<'nothing' | 'whole' | 'next_page' | 'what_came'>('nothing')
  const chosen = rows.filter(({ id }) => selection.ids.has(id))
  const whole = Math.min(count, chosen_max)
  const there = rows.length >= whole || !query.hasNextPage
  const { fetchNextPage, isFetchingNextPage } = query
  // The whole list is chosen as soon as all of it is there, or what came of it, which is said.
  useEffect(() => {
    if (wanted === 'nothing' || wanted === 'next_page') return
    if (there || wanted === 'what_came') {
      const ids = rows.slice(0, chosen_max).map(({ id }) => id)
      selection.choose(ids)
      if (!there) say(fill(words.table_chosen_in_part, { count: sayNumber(ids.length, language) }), undefined, 'bad')
      setWanted('nothing')
    } else if (!isFetchingNextPage) {
      setWanted('next_page')
      void fetchNextPage().then(({ isError }) => setWanted(isError ? 'what_came' : 'whole'))
    }
  }, [wanted, there, isFetchingNextPage, fetchNextPage, selection, rows, say, words, language])
  const counts = { count: sayNumber(whole, language), all: sayNumber(count, language) }
  const label = fill(count > whole ? words.table_choose_first : words.table_choose_all, counts)
  return (
    <ActionBar
      count={chosen.length}
      sum={sayTotal?.(chosen) ?? ''}
      all={
        chosen.length < whole
          ? { label: wanted === 'nothing' ? label : words.loading, choose: () => setWanted('whole') }
          : undefined
      }
      onClear={selection.clear}
    >
      {children(chosen)}
    </ActionBar>
  )
}

/** What is open of some rows. Currencies are never added up with each other. */
export function sayOpen(rows: readonly { open_amount: string; currency_code: string }[], language: Language): string {
  const currencies = [...new Set(rows.map(({ currency_code }) => currency_code))]
  return currencies
    .map((currency) => {
      const own = rows.filter((one) => one.currency_code === currency)
      return sayMoney(sumOf(own.map(({ open_amount }) => open_amount)), currency, language)
    })
    .join(' + ')
}
