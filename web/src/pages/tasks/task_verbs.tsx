import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { ask } from '../../api/client.ts'
import { type ListedTask, taskChoicesQuery } from '../../api/work.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { PauseUntil } from '../../parts/records/pause_until.tsx'
import { BarButton } from '../../parts/table/action_bar.tsx'
import { useMany } from '../../parts/table/use_many.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { useToday } from '../../session/use_today.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayWeekday } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { CompleteMany, type Ending } from './complete_many.tsx'

export type TaskVerb = 'complete' | 'assign' | 'put_off'

type Props = {
  administration_id: string
  tasks: readonly ListedTask[]
  /** What is being asked for now; keys of the page ask too. */
  verb: TaskVerb | null
  onVerb: (verb: TaskVerb | null) => void
  onDone: () => void
  /** Tasks that could not be done stay chosen. */
  onKeep: (ids: readonly string[]) => void
}

/** What can be done with many tasks at once. What did not work is said for each of them. */
export function TaskVerbs({ administration_id, tasks, verb, onVerb, onDone, onKeep }: Props) {
  const { words, language } = useWords()
  const { person } = useSignedIn()
  const today = useToday(administration_id)
  const { run, shown } = useMany({ onDone, onKeep })
  const [asking, setAsking] = useState(false)
  const { colleagues = [], days = [] } = useQuery(taskChoicesQuery(administration_id)).data ?? {}
  const forAll = async (act: (id: string) => Promise<unknown>, sayDone: (count: number) => string): Promise<void> => {
    onVerb(null)
    await run({
      rows: tasks,
      nameOf: ({ subject }) => subject || words.tasks_no_subject,
      act: { one: ({ id }) => act(id) },
      sayDone,
    })
  }
  const complete = (ending: Ending): Promise<void> =>
    forAll(
      (id) => ask('tasks.mark_completed', { administration_id, id, ...ending }),
      (count) => counted(count, words.tasks_completed_one, words.tasks_completed_many),
    )
  const assign = useAttempt(async (user_id: string) => {
    const name = colleagues.find(({ id }) => id === user_id)?.name ?? ''
    await forAll(
      (id) => ask('tasks.assign', { administration_id, id, assigned_to_user_id: user_id }),
      (count) => fill(counted(count, words.tasks_handed_on_one, words.tasks_handed_on_many), { name }),
    )
  })
  const putOff = (expiry_date: string): Promise<void> =>
    forAll(
      (id) => ask('tasks.put_off', { administration_id, id, expiry_date }),
      (count) =>
        fill(counted(count, words.tasks_put_off_done_one, words.tasks_put_off_done), {
          day: sayWeekday(expiry_date, language),
        }),
    )
  const { attempt: attemptPutOff } = useAttempt(putOff)
  const doing = (one: TaskVerb) => ({ opened: verb === one, onOpen: (open: boolean) => onVerb(open ? one : null) })
  const others = colleagues.filter(({ id }) => id !== person.id)
  return (
    <>
      <BarButton hotkey="E" icon={<Icon name="check" size={15} />} onClick={() => onVerb('complete')}>
        {words.tasks_complete}
      </BarButton>
      <Choices
        {...doing('assign')}
        {...{ label: words.tasks_hand_on, icon: 'person', hotkey: 'A', onChoose: assign.attempt }}
        choices={[
          { id: person.id, label: words.tasks_take_over },
          ...others.map(({ id, name }) => ({ id, label: name })),
        ]}
      />
      <Choices
        {...doing('put_off')}
        {...{ label: words.tasks_put_off, icon: 'clock', hotkey: 'Z' }}
        choices={[
          ...days.map(({ day }) => ({ id: day, label: sayWeekday(day, language) })),
          { id: '', label: words.today_other_day },
        ]}
        onChoose={(day) => (day === '' ? setAsking(true) : attemptPutOff(day))}
      />
      <CompleteMany {...{ tasks, opened: verb === 'complete' }} onClose={() => onVerb(null)} send={complete} />
      <PauseUntil
        opened={asking}
        today={today}
        title={words.tasks_put_off_until}
        label={words.today_day}
        submit={words.tasks_put_off}
        onClose={() => setAsking(false)}
        send={putOff}
      />
      {shown}
    </>
  )
}

type ChoicesProps = {
  label: string
  icon: IconName
  hotkey: string
  choices: readonly { id: string; label: string }[]
  opened: boolean
  onOpen: (opened: boolean) => void
  onChoose: (id: string) => void
}

/** A menu above its button; a figure chooses at once. */
function Choices({ label, icon, hotkey, choices, opened, onOpen, onChoose }: ChoicesProps) {
  const press = (event: KeyboardEvent): void => {
    const choice = /^[1-9]$/.test(event.key) ? choices[Number(event.key) - 1] : undefined
    if (choice) onChoose(choice.id)
  }
  return (
    <Menu opened={opened} onChange={onOpen} position="top-start" withinPortal>
      <Menu.Target>
        <BarButton hotkey={hotkey} icon={<Icon name={icon} size={15} />}>
          {label}
        </BarButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }} onKeyDown={press} aria-label={label}>
        {choices.map(({ id, label: name }, place) => (
          <Menu.Item key={id} onClick={() => onChoose(id)} rightSection={place < 9 && <kbd>{place + 1}</kbd>}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
