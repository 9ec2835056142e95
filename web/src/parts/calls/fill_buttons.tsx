import { Button } from '@mantine/core'
import { useRole } from '../../session/use_role.ts'
import { useWords } from '../../words/words.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { type Key, useKeys } from '../use_keys.ts'
import type { Act } from './save_act.ts'

/** What is being filled in: something that was agreed, or a call. */
export type Filling = Act | 'call'

const known: Readonly<Record<Filling, { key: string; icon: IconName }>> = {
  call: { key: 'c', icon: 'phone' },
  promise: { key: 'p', icon: 'promise' },
  dispute: { key: 'd', icon: 'dispute' },
  task: { key: 't', icon: 'tasks' },
}

type Props = {
  administration_id: string
  fillings: readonly Filling[]
  filling: Filling | null
  /** Not there while nobody knows what could be filled in. */
  onFill: ((filling: Filling | null) => void) | undefined
  /** Whether they have keys; not where the page needs them for something else. */
  keyed?: boolean
}

/** Opens a form in place, each with its key; the same again closes it. */
export function FillButtons({ administration_id, fillings, filling, onFill, keyed = true }: Props) {
  const { words } = useWords()
  const { may_work } = useRole(administration_id)
  const toggle = (wanted: Filling): void => onFill?.(wanted === filling ? null : wanted)
  const names = {
    call: words.today_act_call_debtor,
    promise: words.today_outcome_promise,
    dispute: words.today_outcome_dispute,
    task: words.today_task,
  }
  const keys = Object.fromEntries(
    fillings.map((one): [string, Key] => [known[one].key, [names[one], () => toggle(one)]]),
  )
  // The outcomes of a call have keys of their own.
  useKeys(keyed && may_work && filling !== 'call' ? keys : {})
  if (!may_work) return null
  return fillings.map((one) => (
    <Button
      key={one}
      variant="default"
      aria-pressed={filling === one}
      aria-disabled={onFill === undefined || undefined}
      leftSection={<Icon name={known[one].icon} size={15} />}
      rightSection={keyed ? <kbd>{known[one].key.toUpperCase()}</kbd> : undefined}
      onClick={() => toggle(one)}
    >
      {names[one]}
    </Button>
  ))
}
