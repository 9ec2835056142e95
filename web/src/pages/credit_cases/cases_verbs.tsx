import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ListedCase } from '../../api/records.ts'
import { failuresOf, PauseMany, useOutcome, useSayPaused } from '../../parts/table/verbs.tsx'
import { useKeys } from '../../parts/use_keys.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

type Props = { administration_id: string; cases: readonly ListedCase[]; onDone: () => void }

/** What can be done with many cases at once. What did not work is said for each of them. */
export function CasesVerbs({ administration_id, cases, onDone }: Props) {
  const { words } = useWords()
  const sayPaused = useSayPaused()
  const { end, failures } = useOutcome(onDone)
  const [opened, setOpened] = useState(false)
  useKeys({ p: [words.pause, () => setOpened(true)] })
  const credit_case_numbers = cases.map(({ credit_case_number }) => credit_case_number)
  const pause = async (until: string | null): Promise<void> => {
    setOpened(false)
    const answer = await ask('credit_cases.pause', {
      ...{ administration_id, credit_case_numbers, ...(until ? { until } : {}) },
    })
    const refused = failuresOf(answer.errors)
    await end({ done: sayPaused(cases.length - refused.length, until), failures: refused })
  }
  const resume = async (): Promise<void> => {
    const answer = await ask('credit_cases.resume', { administration_id, credit_case_numbers })
    const refused = failuresOf(answer.errors)
    await end({ done: fill(words.table_resumed, { count: cases.length - refused.length }), failures: refused })
  }
  const paused = cases.some(({ holds }) => holds.includes('case_paused') || holds.includes('costs_left'))
  return (
    <>
      <PauseMany
        {...{ administration_id, opened, send: pause }}
        onOpen={setOpened}
        resume={paused ? resume : undefined}
      />
      {failures}
    </>
  )
}
