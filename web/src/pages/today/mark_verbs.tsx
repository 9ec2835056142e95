import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { type TodayPanel, type TodayTab, todayChanged } from '../../api/today.ts'
import { useNotice } from '../../parts/notices.tsx'
import { PauseUntil } from '../../parts/records/pause_until.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useKeys } from '../../parts/use_keys.ts'
import { useToday } from '../../session/use_today.ts'
import { addDays } from '../../words/days.ts'
import { fill } from '../../words/fill.ts'
import { sayWeekday } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'

type Props = {
  administration_id: string
  panel: TodayPanel
  tab: TodayTab
  onDone: () => void
  onUndone: () => void
}

/** Done for today, put off until a day, or back on the list. */
export function MarkVerbs({ administration_id, panel, tab, onDone, onUndone }: Props) {
  const { words, language } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const today = useToday(administration_id)
  const [menu, setMenu] = useState(false)
  const [asking, setAsking] = useState(false)
  const about = { administration_id, debtor_ids: [panel.debtor_id] }
  const putBack = () => ask('today_verbs.put_back', about)
  const takeBack = async (): Promise<void> => {
    await putBack()
    await todayChanged(queries)
    onUndone()
  }
  const done = useAttempt(async () => {
    await ask('today_verbs.mark_done', about)
    onDone()
    say(fill(words.today_marked_done, { debtor: panel.debtor_name }), takeBack)
    await todayChanged(queries)
  })
  const putOff = useAttempt(async (until: string) => {
    await ask('today_verbs.put_off', { ...about, until })
    onDone()
    const day = sayWeekday(until, language)
    say(fill(words.today_marked_put_off, { debtor: panel.debtor_name, day }), takeBack)
    await todayChanged(queries)
  })
  const back = useAttempt(async () => {
    await putBack()
    onDone()
    say(fill(words.today_was_put_back, { debtor: panel.debtor_name }))
    await todayChanged(queries)
  })
  const marked = tab === 'done' || tab === 'put_off'
  useKeys(marked ? {} : { e: [words.today_done, () => done.attempt()], z: [words.today_put_off, () => setMenu(true)] })
  if (marked) {
    return (
      <Button variant="default" loading={back.busy} onClick={back.attempt}>
        {words.today_put_back}
      </Button>
    )
  }
  return (
    <>
      <Button variant="default" loading={done.busy} onClick={done.attempt} rightSection={<kbd>E</kbd>}>
        {words.today_done}
      </Button>
      <Menu opened={menu} onChange={setMenu} position="top-end">
        <Menu.Target>
          <Button variant="default" loading={putOff.busy} rightSection={<kbd>Z</kbd>}>
            {words.today_put_off}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{words.today_put_off_until}</Menu.Label>
          {panel.days.map(({ day }) => (
            <Menu.Item key={day} onClick={() => putOff.attempt(day)}>
              {sayWeekday(day, language)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setAsking(true)}>{words.today_other_day}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PauseUntil
        opened={asking}
        today={addDays(today, 1)}
        title={words.today_put_off_until}
        label={words.today_day}
        submit={words.today_put_off}
        onClose={() => setAsking(false)}
        send={async (until) => putOff.attempt(until)}
      />
    </>
  )
}
