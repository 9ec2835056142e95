import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ListedCase } from '../../api/records.ts'
import { type BulkResult, useMany } from '../../parts/table/use_many.tsx'
import type { Selection } from '../../parts/table/use_selection.ts'
import { PauseMany, useSayPaused } from '../../parts/table/verbs.tsx'
import { useKeys } from '../../parts/use_keys.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

type Props = { administration_id: string; cases: readonly ListedCase[]; selection: Selection }

/** What can be done with many cases at once. What did not work is said for each of them. */
export function CasesVerbs({ administration_id, cases, selection }: Props) {
  const { words } = useWords()
  const sayPaused = useSayPaused()
  const { run, shown } = useMany({ onDone: selection.clear, onKeep: selection.choose })
  const [opened, setOpened] = useState(false)
  useKeys({ p: [words.pause, () => setOpened(true)] })
  type Act = (numbers: string[]) => Promise<BulkResult>
  const forAll = (act: Act, sayDone: (count: number) => string, back?: Act): Promise<void> =>
    run({
      rows: cases,
      nameOf: ({ credit_case_number }) => credit_case_number,
      act: { some: (portion) => act(portion.map(({ credit_case_number }) => credit_case_number)) },
      sayDone,
      undo: back && { some: (portion) => back(portion.map(({ credit_case_number }) => credit_case_number)) },
    })
  const paused = cases.some(({ holds }) => holds.includes('case_paused') || holds.includes('costs_left'))
  const resumeAll: Act = (credit_case_numbers) => ask('credit_cases.resume', { administration_id, credit_case_numbers })
  const pause = async (until: string | null): Promise<void> => {
    setOpened(false)
    await forAll(
      (credit_case_numbers) =>
        ask('credit_cases.pause', { administration_id, credit_case_numbers, ...(until ? { until } : {}) }),
      (count) => sayPaused(count, until),
      // What was paused before would not be so again.
      !paused ? resumeAll : undefined,
    )
  }
  const resume = (): Promise<void> => forAll(resumeAll, (count) => fill(words.table_resumed, { count }))
  return (
    <>
      <PauseMany
        {...{ administration_id, opened, send: pause }}
        onOpen={setOpened}
        resume={paused ? resume : undefined}
      />
      {shown}
    </>
  )
}
