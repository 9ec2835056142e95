import { Button, Menu, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConsoleError } from '../../api/console_error.ts'
import { workDone } from '../../api/work.ts'
import { useToday } from '../../session/use_today.ts'
import { addDays } from '../../words/days.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayDay } from '../../words/formats.ts'
import { sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { useNotice } from '../notices.tsx'
import { PauseUntil } from '../records/pause_until.tsx'
import { useAttempt } from '../use_attempt.ts'
import { BarButton } from './action_bar.tsx'
import classes from './verbs.module.css'

/** What could not be done, with the name of the row and why. */
export type Failure = { name: string; reason: string }
export type Outcome = { done: string; failures: readonly Failure[] }

/** How a verb on many rows ends: in a notice, or in a list of what could not be done and why. */
export function useOutcome(onDone: () => void): { end: (outcome: Outcome) => Promise<void>; failures: ReactNode } {
  const queries = useQueryClient()
  const say = useNotice()
  const [failed, setFailed] = useState<Outcome | null>(null)
  const end = async (outcome: Outcome): Promise<void> => {
    if (outcome.failures.length > 0) setFailed(outcome)
    else {
      say(outcome.done)
      onDone()
    }
    await workDone(queries)
  }
  return { end, failures: <Failures outcome={failed} onClose={() => setFailed(null)} /> }
}

/** Does something with each row, one after the other, and tells which were refused. */
export function useEach(): <Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  act: (row: Row) => Promise<unknown>,
) => Promise<Failure[]> {
  const { words } = useWords()
  return async (rows, nameOf, act) => {
    const failures: Failure[] = []
    for (const row of rows) {
      await act(row).catch((problem: unknown) => {
        if (!(problem instanceof ConsoleError)) throw problem
        failures.push({ name: nameOf(row), reason: sayRefusal(words, problem) })
      })
    }
    return failures
  }
}

/** What a bulk write tells of single records, as failures. */
export const failuresOf = (errors: Readonly<Record<string, readonly string[]>> | undefined): Failure[] =>
  Object.entries(errors ?? {}).map(([name, reasons]) => ({ name, reason: reasons.join(', ') }))

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

function Failures({ outcome, onClose }: { outcome: Outcome | null; onClose: () => void }) {
  const { words } = useWords()
  return (
    <Modal
      opened={outcome !== null}
      onClose={onClose}
      title={counted(outcome?.failures.length ?? 0, words.table_failed_one, words.table_failed)}
      closeButtonProps={{ 'aria-label': words.close }}
      centered
    >
      <p>{outcome?.done}</p>
      <ul className={classes.failures}>
        {outcome?.failures.map(({ name, reason }) => (
          <li key={name}>
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </ul>
      <Button onClick={onClose}>{words.close}</Button>
    </Modal>
  )
}
