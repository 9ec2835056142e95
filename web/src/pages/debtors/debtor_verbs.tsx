import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ListedDebtor } from '../../api/records.ts'
import { assigning } from '../../parts/records/assigning.ts'
import { StatementsForMany } from '../../parts/records/statements_for_many.tsx'
import { AssignMany, LabelMany } from '../../parts/table/mark_many.tsx'
import { type BulkResult, useMany } from '../../parts/table/use_many.tsx'
import type { Selection } from '../../parts/table/use_selection.ts'
import { PauseMany, useSayPaused } from '../../parts/table/verbs.tsx'
import { type Keys, useKeys } from '../../parts/use_keys.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

type Props = { administration_id: string; debtors: readonly ListedDebtor[]; selection: Selection }
type Verb = 'pause' | 'assign' | 'label' | 'statement'

/** What can be done with many debtors at once. What did not work is said for each of them. */
export function DebtorVerbs({ administration_id, debtors, selection }: Props) {
  const { words } = useWords()
  const { may_work } = useRole(administration_id)
  const sayPaused = useSayPaused()
  const { run, shown } = useMany({ onDone: selection.clear, onKeep: selection.choose })
  const [verb, setVerb] = useState<Verb | null>(null)
  const working: Keys = may_work
    ? {
        p: [words.pause, () => setVerb('pause')],
        a: [words.table_assign, () => setVerb('assign')],
        l: [words.table_label, () => setVerb('label')],
      }
    : {}
  useKeys({ ...working, s: [words.statement, () => setVerb('statement')] })
  const doing = (one: Verb) => ({
    ...{ administration_id, run, opened: verb === one },
    onOpen: (opened: boolean) => setVerb(opened ? one : null),
  })
  type Act = (numbers: string[]) => Promise<BulkResult>
  const forAll = (act: Act, sayDone: (count: number) => string, back?: Act): Promise<void> =>
    run({
      rows: debtors,
      nameOf: ({ debtor_number }) => debtor_number,
      callIt: nameAndNumber,
      act: { some: (portion) => act(portion.map(({ debtor_number }) => debtor_number)) },
      sayDone,
      undo: back && { some: (portion) => back(portion.map(({ debtor_number }) => debtor_number)) },
    })
  const resumeAll: Act = (debtor_numbers) => ask('debtors.resume', { administration_id, debtor_numbers })
  const pause = async (until: string | null): Promise<void> => {
    setVerb(null)
    await forAll(
      (debtor_numbers) => ask('debtors.pause', { administration_id, debtor_numbers, ...(until ? { until } : {}) }),
      (count) => sayPaused(count, until),
      // What was paused before would not be so again.
      debtors.every(({ holds }) => holds.length === 0) ? resumeAll : undefined,
    )
  }
  const resume = (): Promise<void> => forAll(resumeAll, (count) => fill(words.table_resumed, { count }))
  const label = (name: string): Promise<void> =>
    run({
      rows: debtors,
      nameOf: ({ debtor_number }) => debtor_number,
      callIt: nameAndNumber,
      act: {
        some: async (portion) => {
          const { full_debtor_ids } = await ask('selection_verbs.label_debtors', {
            ...{ administration_id, debtor_ids: portion.map(({ id }) => id), label: name },
          })
          const full = portion.filter(({ id }) => full_debtor_ids.includes(id))
          return { errors: Object.fromEntries(full.map((one) => [one.debtor_number, [words.table_labels_full]])) }
        },
      },
      sayDone: (count) => fill(words.table_labelled, { count, label: name }),
    })
  return (
    <>
      {may_work && (
        <>
          <PauseMany
            {...doing('pause')}
            send={pause}
            resume={debtors.some(({ holds }) => holds.length > 0) ? resume : undefined}
          />
          <AssignMany
            {...doing('assign')}
            send={(name) => run(assigning({ administration_id, debtors, name }, words))}
          />
          <LabelMany {...doing('label')} send={label} />
        </>
      )}
      <StatementsForMany {...doing('statement')} debtors={debtors} />
      {shown}
    </>
  )
}

const nameAndNumber = ({ name, debtor_number }: { name: string; debtor_number: string }): string =>
  `${name} (${debtor_number})`
