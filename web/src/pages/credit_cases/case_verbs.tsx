import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { CreditCase, RecordKey } from '../../api/records.ts'
import { workDone } from '../../api/work.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { useRole } from '../../session/use_role.ts'
import { useWords } from '../../words/words.tsx'

const verbs = ['paid', 'waived', 'end'] as const
type Verb = (typeof verbs)[number]

type CaseVerbsProps = { credit_case: CreditCase; case_key: RecordKey; costs_open: boolean }

/** What can be decided about a case that runs; each says first what will happen. */
export function CaseVerbs({ credit_case, case_key, costs_open }: CaseVerbsProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { may_work } = useRole(case_key.administration_id)
  const [asked, setAsked] = useState<Verb | null>(null)
  // The words of a dialogue stay while it fades out.
  const [shown, setShown] = useState<Verb>('end')
  if (!may_work || credit_case.deactivated_at) return null
  const wish = (verb: Verb): void => {
    setShown(verb)
    setAsked(verb)
  }
  const perform = async (): Promise<void> => {
    if (shown === 'end') await ask('case_verbs.end', case_key)
    else await ask('case_verbs.settle_costs', { ...case_key, how: shown })
    say(words[`case_${shown}_done`])
    await workDone(queries)
  }
  const offered = verbs.filter((verb) => verb === 'end' || costs_open)
  return (
    <div className="ways">
      {offered.map((verb) => (
        <Button key={verb} variant="default" onClick={() => wish(verb)}>
          {words[`case_${verb}`]}
        </Button>
      ))}
      <Confirm
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={words[`case_${shown}_title`]}
        action={words[`case_${shown}`]}
        grave={shown !== 'paid'}
        onConfirm={perform}
      >
        <p>{words[`case_${shown}_sentence`]}</p>
      </Confirm>
    </div>
  )
}
