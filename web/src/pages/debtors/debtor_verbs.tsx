import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ListedDebtor } from '../../api/records.ts'
import { StatementsForMany } from '../../parts/records/statements_for_many.tsx'
import { failuresOf, PauseMany, useOutcome, useSayPaused } from '../../parts/table/verbs.tsx'
import { type Keys, useKeys } from '../../parts/use_keys.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

type Props = { administration_id: string; debtors: readonly ListedDebtor[]; onDone: () => void }
type Verb = 'pause' | 'statement'

/** What can be done with many debtors at once. What did not work is said for each of them. */
export function DebtorVerbs({ administration_id, debtors, onDone }: Props) {
  const { words } = useWords()
  const { may_work } = useRole(administration_id)
  const sayPaused = useSayPaused()
  const { end, failures } = useOutcome(onDone)
  const [verb, setVerb] = useState<Verb | null>(null)
  const pausing: Keys = may_work ? { p: [words.pause, () => setVerb('pause')] } : {}
  useKeys({ ...pausing, s: [words.statement, () => setVerb('statement')] })
  const doing = (one: Verb) => ({
    ...{ administration_id, end, opened: verb === one },
    onOpen: (opened: boolean) => setVerb(opened ? one : null),
  })
  const debtor_numbers = debtors.map(({ debtor_number }) => debtor_number)
  const pause = async (until: string | null): Promise<void> => {
    setVerb(null)
    const answer = await ask('debtors.pause', { administration_id, debtor_numbers, ...(until ? { until } : {}) })
    const refused = failuresOf(answer.errors)
    await end({ done: sayPaused(debtors.length - refused.length, until), failures: refused })
  }
  const resume = async (): Promise<void> => {
    const answer = await ask('debtors.resume', { administration_id, debtor_numbers })
    const refused = failuresOf(answer.errors)
    await end({ done: fill(words.table_resumed, { count: debtors.length - refused.length }), failures: refused })
  }
  return (
    <>
      {may_work && (
        <PauseMany
          {...doing('pause')}
          send={pause}
          resume={debtors.some(({ holds }) => holds.length > 0) ? resume : undefined}
        />
      )}
      <StatementsForMany {...doing('statement')} debtors={debtors} />
      {failures}
    </>
  )
}
