import { ActionIcon, Button, Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { type CreditCase, type RecordKey, standingQuery } from '../../api/records.ts'
import { workDone } from '../../api/work.ts'
import { AgreementButtons } from '../../parts/agreements/agreement_buttons.tsx'
import { FillButtons, type Filling } from '../../parts/calls/fill_buttons.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Key } from '../../parts/key.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PauseMenu } from '../../parts/records/pause_menu.tsx'
import { useKeys } from '../../parts/use_keys.ts'
import { useRole } from '../../session/use_role.ts'
import { useWords } from '../../words/words.tsx'

/** What is being filled in about a case. */
export type CaseFilling = Filling | 'hand_over'

type Props = {
  credit_case: CreditCase
  case_key: RecordKey
  filling: CaseFilling | null
  /** Not there while nobody knows what could be filled in. */
  onFill: ((filling: CaseFilling | null) => void) | undefined
}

/** All that can be done with a case, each with its key; of one that ended only what is kept for later. */
export function CaseActs({ credit_case, case_key, filling, onFill }: Props) {
  const { administration_id } = case_key
  const { data: standing } = useQuery(standingQuery(case_key, 'credit_cases'))
  const over = credit_case.deactivated_at !== null
  const costs_open = (standing?.sums ?? []).some(
    (sum) => Number(sum.interest_amount) > 0 || Number(sum.collection_costs_amount) > 0,
  )
  return (
    <>
      <HandOverButton
        {...{ case_key, filling, onFill }}
        handed={credit_case.forwarded_to_bailiff_at !== null || over}
      />
      <FillButtons
        administration_id={administration_id}
        fillings={over ? ['task'] : ['call', 'promise', 'dispute', 'task']}
        filling={filling === 'hand_over' ? null : filling}
        onFill={onFill}
      />
      {!over && (
        <AgreementButtons
          administration_id={administration_id}
          debtor_id={credit_case.debtor_id}
          credit_case_id={credit_case.id}
        />
      )}
      <PauseMenu family="credit_cases" record_key={case_key} holds={standing?.holds} over={over} />
      {!over && <CaseVerbs case_key={case_key} costs_open={costs_open} />}
    </>
  )
}

type HandOverProps = Pick<Props, 'case_key' | 'filling' | 'onFill'> & { handed: boolean }

/** Opens what would be handed over; afterwards the file can be made again. */
function HandOverButton({ case_key, filling, onFill, handed }: HandOverProps) {
  const { words } = useWords()
  const { may_work } = useRole(case_key.administration_id)
  const toggle = (): void => onFill?.(filling === 'hand_over' ? null : 'hand_over')
  // The outcomes of a call have keys of their own.
  useKeys(may_work && filling !== 'call' ? { o: [words.hand_over, toggle] } : {})
  if (!may_work) return null
  return (
    <Button
      variant="default"
      aria-pressed={filling === 'hand_over'}
      aria-disabled={onFill === undefined || undefined}
      leftSection={<Icon name="cases" size={15} />}
      aria-keyshortcuts="o"
      rightSection={<Key of="O" />}
      onClick={toggle}
    >
      {handed ? words.hand_over_file : words.hand_over}
    </Button>
  )
}

const verbs = ['paid', 'waived', 'end'] as const
type Verb = (typeof verbs)[number]

/** What is decided about a case now and then; each says first what will happen. */
function CaseVerbs({ case_key, costs_open }: { case_key: RecordKey; costs_open: boolean }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { may_work } = useRole(case_key.administration_id)
  const [asked, setAsked] = useState<Verb | null>(null)
  // The words of a dialogue stay while it fades out.
  const [shown, setShown] = useState<Verb>('end')
  const wish = (verb: Verb): void => {
    setShown(verb)
    setAsked(verb)
  }
  useKeys(may_work ? { x: [words.case_end, () => wish('end')] } : {})
  if (!may_work) return null
  const perform = async (): Promise<void> => {
    if (shown === 'end') await ask('case_verbs.end', case_key)
    else await ask('case_verbs.settle_costs', { ...case_key, how: shown })
    say(words[`case_${shown}_done`])
    await workDone(queries)
  }
  return (
    <>
      <Button variant="default" aria-keyshortcuts="x" rightSection={<Key of="X" />} onClick={() => wish('end')}>
        {words.case_end}
      </Button>
      {costs_open && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" aria-label={words.case_more}>
              <Icon name="dots" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => wish('paid')}>{words.case_paid}</Menu.Item>
            <Menu.Item onClick={() => wish('waived')}>{words.case_waived}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
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
    </>
  )
}
