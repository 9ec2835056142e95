import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ConsoleError } from '../../api/console_error.ts'
import type { RecordKey } from '../../api/records.ts'
import { type PlanState, type PlanVerb, workDone } from '../../api/work.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Confirm, type Refusal } from '../confirm.tsx'
import { Key } from '../key.tsx'
import { useNotice } from '../notices.tsx'
import { focusHeading } from '../table/focus_row.ts'
import { useKeys } from '../use_keys.ts'

const verbs: Readonly<Partial<Record<PlanState, readonly PlanVerb[]>>> = {
  proposed: ['approve', 'reject'],
  active: ['deactivate'],
}

const keys: Readonly<Record<PlanVerb, string>> = { approve: 'a', reject: 'x', deactivate: 'x' }

type PlanVerbsProps = {
  state: PlanState
  /** Whether it is an offer that the debtor has to answer. */
  offered: boolean
  plan_key: RecordKey
  /** Whether they have keys; beside a list keys are for its rows. */
  keyed?: boolean
  /** What else can be done. */
  children?: ReactNode
}

/** What can be done with a plan in its state; each says first what will happen. */
export function PlanVerbs({ state, offered, plan_key, keyed = true, children }: PlanVerbsProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [asked, setAsked] = useState<PlanVerb | null>(null)
  // The words of a dialogue stay while it fades out.
  const [shown, setShown] = useState<PlanVerb>('approve')
  const [reason, setReason] = useState('')
  const wish = (verb: PlanVerb): void => {
    setShown(verb)
    setAsked(verb)
  }
  const perform = async (): Promise<void> => {
    if (shown === 'reject') await ask('payment_plans.reject', { ...plan_key, ...(reason.trim() ? { reason } : {}) })
    else await ask(`payment_plans.${shown}`, plan_key)
    say(words[`plans_${shown}_done`])
    // The button that was pressed goes away with the state it was for.
    focusHeading()
    await workDone(queries)
  }
  const offered_verbs = (verbs[state] ?? []).filter((verb) => !(offered && verb === 'approve'))
  const bound = keyed ? offered_verbs : []
  useKeys(Object.fromEntries(bound.map((verb) => [keys[verb], [words[`plans_${verb}`], () => wish(verb)]])))
  const refused = ({ fields }: ConsoleError): Refusal | null => {
    const problem = fields.id
    if (problem === undefined) return null
    const named = (why: RegExp): string => [...problem.matchAll(why)].map(([, name]) => name?.trim()).join(', ')
    const taken = named(/([^;]+?) is in another active plan/g)
    if (taken !== '') return { sentence: fill(words.plans_taken, { names: taken }), remedy: null }
    const elsewhere = named(/([^;]+?) (?:is part of a credit case by now|has ended)/g)
    if (elsewhere !== '') return { sentence: fill(words.plans_elsewhere, { names: elsewhere }), remedy: null }
    return { sentence: words.plans_changed, remedy: 'reload' }
  }
  return (
    <>
      {offered_verbs.map((verb) => (
        <Button
          key={verb}
          {...(verb === 'approve' ? {} : { variant: 'default' })}
          {...(keyed ? { 'aria-keyshortcuts': keys[verb], rightSection: <Key of={keys[verb]} /> } : {})}
          onClick={() => wish(verb)}
        >
          {words[`plans_${verb}`]}
        </Button>
      ))}
      {children}
      <Confirm
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={words[`plans_${shown}_title`]}
        action={words[`plans_${shown}`]}
        grave={shown !== 'approve'}
        onConfirm={perform}
        refused={refused}
        leads_on
      >
        <p>{words[`plans_${shown}_sentence`]}</p>
        {shown === 'reject' && (
          <Textarea
            label={words.agree_reject_reason}
            description={words.optional}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
      </Confirm>
    </>
  )
}
