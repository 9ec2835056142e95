import { Menu } from '@mantine/core'
import { useState } from 'react'
import { useToday } from '../../session/use_today.ts'
import { addDays } from '../../words/days.ts'
import { fill } from '../../words/fill.ts'
import { sayDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { PauseUntil } from '../records/pause_until.tsx'
import { useAttempt } from '../use_attempt.ts'
import { BarButton } from './action_bar.tsx'

type PauseManyProps = {
  administration_id: string
  opened: boolean
  onOpen: (opened: boolean) => void
  /** Pauses until a day, or until somebody resumes. */
  send: (until: string | null) => Promise<void>
  /** Resumes, where that can be done with many. */
  resume?: (() => Promise<void>) | undefined
}

/** Pauses many rows until a day. */
export function PauseMany({ administration_id, opened, onOpen, send, resume }: PauseManyProps) {
  const { words, language } = useWords()
  const today = useToday(administration_id)
  const [asked, setAsked] = useState(false)
  const { attempt } = useAttempt(send)
  const resuming = useAttempt(async () => resume?.())
  return (
    <>
      <Menu opened={opened} onChange={onOpen} position="top-start" withinPortal>
        <Menu.Target>
          <BarButton hotkey="P" icon={<Icon name="pause" size={15} />}>
            {words.pause}
          </BarButton>
        </Menu.Target>
        <Menu.Dropdown>
          {[7, 14, 30].map((days) => (
            <Menu.Item key={days} onClick={() => attempt(addDays(today, days))}>
              {fill(words.pause_until, { day: sayDay(addDays(today, days), language) })}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setAsked(true)}>{words.pause_until_other}</Menu.Item>
          <Menu.Item onClick={() => attempt(null)}>{words.pause_until_resumed}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {resume && <BarButton onClick={resuming.attempt}>{words.pause_resume}</BarButton>}
      <PauseUntil opened={asked} today={today} onClose={() => setAsked(false)} send={send} />
    </>
  )
}

/** How many were paused, and until when. */
export function useSayPaused(): (count: number, until: string | null) => string {
  const { words, language } = useWords()
  return (count, until) =>
    until
      ? fill(words.table_paused_until, { count, day: sayDay(until, language) })
      : fill(words.table_paused, { count })
}
