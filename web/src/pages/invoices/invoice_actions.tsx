import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ListedInvoice } from '../../api/records.ts'
import { assigning } from '../../parts/records/assigning.ts'
import { StatementsForMany } from '../../parts/records/statements_for_many.tsx'
import { AssignMany, LabelMany } from '../../parts/table/mark_many.tsx'
import { type RunMany, useMany } from '../../parts/table/use_many.tsx'
import type { Selection } from '../../parts/table/use_selection.ts'
import { PauseMany, useSayPaused } from '../../parts/table/verbs.tsx'
import { useKeys } from '../../parts/use_keys.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { TaskForMany } from './task_for_many.tsx'

type Props = { administration_id: string; invoices: readonly ListedInvoice[]; selection: Selection }
type Verb = 'pause' | 'assign' | 'label' | 'task' | 'statement'

/** What can be done with many invoices at once. What did not work is said for each of them. */
export function InvoiceActions({ administration_id, invoices, selection }: Props) {
  const { words } = useWords()
  const { run, shown } = useMany({ onDone: selection.clear, onKeep: selection.choose })
  const [verb, setVerb] = useState<Verb | null>(null)
  useKeys({
    p: [words.pause, () => setVerb('pause')],
    a: [words.table_assign, () => setVerb('assign')],
    l: [words.table_label, () => setVerb('label')],
    t: [words.invoices_task, () => setVerb('task')],
    s: [words.statement, () => setVerb('statement')],
  })
  const doing = (one: Verb) => ({
    ...{ administration_id, run, opened: verb === one },
    onOpen: (opened: boolean) => setVerb(opened ? one : null),
  })
  const { pause, assign, label } = useWork({ administration_id, invoices, run })
  return (
    <>
      <PauseMany
        {...doing('pause')}
        send={async (until) => {
          setVerb(null)
          await pause(until)
        }}
      />
      <AssignMany {...doing('assign')} send={assign} />
      <LabelMany {...doing('label')} send={label} />
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

/** So many are taken back before anybody wonders what takes so long. */
const most_undone = 50

type Work = { administration_id: string; invoices: readonly ListedInvoice[]; run: RunMany }

/** What each verb does with the invoices, or with their debtors. */
function useWork({ administration_id, invoices, run }: Work) {
  const { words } = useWords()
  const sayPaused = useSayPaused()
  const pause = async (until: string | null): Promise<void> => {
    // One in a case rests with the case.
    const bound = invoices.filter(({ holds }) => holds.includes('credit_case'))
    const rows = invoices.filter((one) => !bound.includes(one))
    const undo = { one: ({ id }: ListedInvoice) => ask('invoices.resume_one', { administration_id, id }) }
    await run({
      rows,
      // What was paused before would not be so again, and each is resumed by itself.
      undo:
        rows.length <= most_undone && rows.every(({ holds }) => !holds.includes('invoice_paused')) ? undo : undefined,
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
  const label = (name: string): Promise<void> =>
    run({
      rows: invoices,
      nameOf: ({ invoice_number }) => invoice_number,
      act: {
        some: (portion) =>
          ask('selection_verbs.label_invoices', {
            ...{ administration_id, invoice_ids: portion.map(({ id }) => id), label: name },
          }),
      },
      sayDone: (count) => fill(words.table_labelled, { count, label: name }),
    })
  const assign = (name: string): Promise<void> =>
    run({
      ...assigning({ administration_id, debtors: debtorsOf(invoices), name }, words),
      rowsOf: ({ id }) => invoicesOf(invoices, id),
    })
  return { pause, assign, label }
}

/** One statement for each debtor of the invoices. */
const debtorsOf = (invoices: readonly ListedInvoice[]) =>
  [...new Map(invoices.map(({ debtor_id, debtor_name }) => [debtor_id, debtor_name]))].map(([id, name]) => ({
    id,
    name,
  }))

const invoicesOf = (invoices: readonly ListedInvoice[], debtor_id: string): string[] =>
  invoices.filter((one) => one.debtor_id === debtor_id).map(({ id }) => id)
