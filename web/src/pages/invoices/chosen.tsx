import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Operations } from '../../api/generated.ts'
import type { ListedInvoice } from '../../api/records.ts'
import { ActionBar } from '../../parts/table/action_bar.tsx'
import type { Selection } from '../../parts/table/use_selection.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { sayMoney, sayNumber } from '../../words/formats.ts'
import { sumOf } from '../../words/sum.ts'
import { useWords } from '../../words/words.tsx'
import { InvoiceActions } from './invoice_actions.tsx'

/** The interface takes so many records in one write. */
const chosen_max = 1000

type ChosenProps = {
  administration_id: string
  invoices: readonly ListedInvoice[]
  selection: Selection
  query: UseInfiniteQueryResult<InfiniteData<unknown>>
  totals: Operations['invoice_list.totals']['answers'] | undefined
}

/** What is chosen, what it comes to, and what can be done with it. */
export function Chosen({ administration_id, invoices, selection, query, totals }: ChosenProps) {
  const { words, language } = useWords()
  const { may_work } = useRole(administration_id)
  const [wanted, setWanted] = useState(false)
  const chosen = invoices.filter(({ id }) => selection.ids.has(id))
  const whole = Math.min(totals?.invoices ?? 0, chosen_max)
  const there = invoices.length >= whole || !query.hasNextPage
  const { fetchNextPage, isFetchingNextPage, isError } = query
  // The whole list is chosen as soon as all of it is there.
  useEffect(() => {
    if (!wanted) return
    if (there || isError) {
      selection.choose(invoices.slice(0, chosen_max).map(({ id }) => id))
      setWanted(false)
    } else if (!isFetchingNextPage) void fetchNextPage()
  }, [wanted, there, isError, isFetchingNextPage, fetchNextPage, selection, invoices])
  const label = wanted ? words.loading : fill(words.table_choose_all, { count: sayNumber(whole, language) })
  return (
    <ActionBar
      count={chosen.length}
      sum={sumsOf(chosen)
        .map(([currency, amount]) => sayMoney(amount, currency, language))
        .join(' + ')}
      all={chosen.length < whole ? { label, choose: () => setWanted(true) } : undefined}
      onClear={selection.clear}
    >
      {may_work && <InvoiceActions administration_id={administration_id} invoices={chosen} onDone={selection.clear} />}
    </ActionBar>
  )
}

/** Currencies are never added up with each other. */
function sumsOf(invoices: readonly ListedInvoice[]): [string, string][] {
  const currencies = [...new Set(invoices.map(({ currency_code }) => currency_code))]
  return currencies.map((currency) => [
    currency,
    sumOf(invoices.filter((one) => one.currency_code === currency).map(({ open_amount }) => open_amount)),
  ])
}
