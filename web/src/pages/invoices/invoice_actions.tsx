import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ListedInvoice } from '../../api/records.ts'
import { StatementsForMany } from '../../parts/records/statements_for_many.tsx'
import { useMany } from '../../parts/table/use_many.tsx'
import type { Selection } from '../../parts/table/use_selection.ts'
import { PauseMany, useSayPaused } from '../../parts/table/verbs.tsx'
import { useKeys } from '../../parts/use_keys.ts'
import { useWords } from '../../words/words.tsx'
import { TaskForMany } from './task_for_many.tsx'

type Props = { administration_id: string; invoices: readonly ListedInvoice[]; selection: Selection }
type Verb = 'pause' | 'task' | 'statement'

/** What can be done with many invoices at once. What did not work is said for each of them. */
export function InvoiceActions({ administration_id, invoices, selection }: Props) {
  const { words } = useWords()
  const sayPaused = useSayPaused()
  const { run, shown } = useMany({ onDone: selection.clear, onKeep: selection.choose })
  const [verb, setVerb] = useState<Verb | null>(null)
  useKeys({
    p: [words.pause, () => setVerb('pause')],
    a: [words.invoices_task, () => setVerb('task')],
    s: [words.statement, () => setVerb('statement')],
  })
  const doing = (one: Verb) => ({
    ...{ administration_id, run, opened: verb === one },
    onOpen: (opened: boolean) => setVerb(opened ? one : null),
  })
  const pause = async (until: string | null): Promise<void> => {
    setVerb(null)
    // One in a case rests with the case.
    const bound = invoices.filter(({ holds }) => holds.includes('credit_case'))
    await run({
      rows: invoices.filter((one) => !bound.includes(one)),
      refused: bound.map((row) => ({ row, reason: words.invoices_pause_case })),
      nameOf: ({ invoice_number }) => invoice_number,
      act: {
        some: (portion) =>
          ask('invoices.pause', {
            ...{ administration_id, invoice_numbers: portion.map(({ invoice_number }) => invoice_number) },
            ...(until ? { until } : {}),
          }),
      },
      sayDone: (count) => sayPaused(count, until),
    })
  }
  return (
    <>
      <PauseMany {...doing('pause')} send={pause} />
      <TaskForMany {...doing('task')} invoices={invoices} />
      <StatementsForMany
        {...doing('statement')}
        debtors={debtorsOf(invoices)}
        rowsOf={({ id }) => invoicesOf(invoices, id)}
      />
      {shown}
    </>
  )
}

/** One statement for each debtor of the invoices. */
const debtorsOf = (invoices: readonly ListedInvoice[]) =>
  [...new Map(invoices.map(({ debtor_id, debtor_name }) => [debtor_id, debtor_name]))].map(([id, name]) => ({
    id,
    name,
  }))

const invoicesOf = (invoices: readonly ListedInvoice[], debtor_id: string): string[] =>
  invoices.filter((one) => one.debtor_id === debtor_id).map(({ id }) => id)
