import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { type ListedTask, taskChoicesQuery, workDone } from '../../api/work.ts'
import { Chooser } from '../../parts/composer/chooser.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PauseUntil } from '../../parts/records/pause_until.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { useToday } from '../../session/use_today.ts'
import { fill } from '../../words/fill.ts'
import { sayWeekday } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'

type Props = {
  administration_id: string
  task: Pick<ListedTask, 'id' | 'subject' | 'assigned_to'>
  /** Whether they have keys; beside a list keys are for its rows. */
  keyed?: boolean
}

const other_day = 'other'

/** Takes a task over, hands it on to a colleague, or puts it off until a day. */
export function PassOn({ administration_id, task, keyed = true }: Props) {
  const { words, language } = useWords()
  const { person } = useSignedIn()
  const today = useToday(administration_id)
  const queries = useQueryClient()
  const say = useNotice()
  const [asking, setAsking] = useState(false)
  const { colleagues = [], days = [] } = useQuery(taskChoicesQuery(administration_id)).data ?? {}
  const subject = task.subject || words.tasks_no_subject
  const handOn = useAttempt(async (user_id: string) => {
    await ask('tasks.assign', { administration_id, id: task.id, assigned_to_user_id: user_id })
    const name = colleagues.find((one) => one.id === user_id)?.name ?? ''
    say(fill(words.tasks_handed_on, { subject, name }))
    await workDone(queries)
  })
  const putOff = useAttempt(async (expiry_date: string) => {
    await ask('tasks.put_off', { administration_id, id: task.id, expiry_date })
    say(fill(words.tasks_was_put_off, { subject, day: sayWeekday(expiry_date, language) }))
    await workDone(queries)
  })
  const others = colleagues.filter((one) => one.id !== person.id)
  const choices = [
    { value: person.id, label: words.tasks_take_over },
    ...others.map((one) => ({ value: one.id, label: one.name })),
  ]
  return (
    <>
      <Chooser
        label={words.tasks_hand_on}
        icon="person"
        shortcut={keyed ? 'a' : undefined}
        numbered
        outlined
        choices={choices}
        onChoose={handOn.attempt}
      />
      <Chooser
        label={words.tasks_put_off}
        icon="clock"
        shortcut={keyed ? 'z' : undefined}
        numbered
        outlined
        choices={[
          ...days.map(({ day }) => ({ value: day, label: sayWeekday(day, language) })),
          { value: other_day, label: words.today_other_day },
        ]}
        onChoose={(day) => (day === other_day ? setAsking(true) : putOff.attempt(day))}
      />
      <PauseUntil
        opened={asking}
        today={today}
        title={words.tasks_put_off_until}
        label={words.today_day}
        submit={words.tasks_put_off}
        onClose={() => setAsking(false)}
        send={async (day) => putOff.attempt(day)}
      />
    </>
  )
}
