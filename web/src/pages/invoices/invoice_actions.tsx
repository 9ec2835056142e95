import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ListedInvoice } from '../../api/records.ts'
import { StatementsForMany } from '../../parts/records/statements_for_many.tsx'
import { failuresOf, PauseMany, useOutcome, useSayPaused } from '../../parts/table/verbs.tsx'
import { useKeys } from '../../parts/use_keys.ts'
import { useWords } from '../../words/words.tsx'
import { TaskForMany } from './task_for_many.tsx'

type Props = { administration_id: string; invoices: readonly ListedInvoice[]; onDone: () => void }
type Verb = 'pause' | 'task' | 'statement'

/** What can be done with many invoices at once. What did not work is said for each of them. */
export function InvoiceActions({ administration_id, invoices, onDone }: Props) {
  const { words } = useWords()
  const sayPaused = useSayPaused()
  const { end, failures } = useOutcome(onDone)
  const [verb, setVerb] = useState<Verb | null>(null)
  useKeys({
    p: [words.pause, () => setVerb('pause')],
    a: [words.invoices_task, () => setVerb('task')],
    s: [words.statement, () => setVerb('statement')],
  })
  const doing = (one: Verb) => ({
    ...{ administration_id, end, opened: verb === one },
    onOpen: (opened: boolean) => setVerb(opened ? one : null),
  })
  const pause = async (until: string | null): Promise<void> => {
    setVerb(null)
    // One in a case rests with the case.
    const free = invoices.filter(({ holds }) => !holds.includes('credit_case'))
    const bound = invoices.filter(({ holds }) => holds.includes('credit_case'))
    const invoice_numbers = free.map(({ invoice_number }) => invoice_number)
    const answer =
      free.length === 0
        ? { errors: {} }
        : await ask('invoices.pause', { administration_id, invoice_numbers, ...(until ? { until } : {}) })
    const refused = failuresOf(answer.errors)
    const in_case = bound.map((one) => ({ name: one.invoice_number, reason: words.invoices_pause_case }))
    await end({ done: sayPaused(free.length - refused.length, until), failures: [...in_case, ...refused] })
  }
  return (
    <>
      <PauseMany {...doing('pause')} send={pause} />
      <TaskForMany {...doing('task')} invoices={invoices} />
      <StatementsForMany {...doing('statement')} debtors={debtorsOf(invoices)} />
      {failures}
    </>
  )
}

/** One statement for each debtor of the invoices. */
const debtorsOf = (invoices: readonly ListedInvoice[]) =>
  [...new Map(invoices.map(({ debtor_id, debtor_name }) => [debtor_id, debtor_name]))].map(([id, name]) => ({
    id,
    name,
  }))
