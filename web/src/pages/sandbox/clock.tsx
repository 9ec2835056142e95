import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConsoleError } from '../../api/console_error.ts'
import { session_query } from '../../api/queries.ts'
import type { Sandbox } from '../../api/sandbox.ts'
import { workDone } from '../../api/work.ts'
import { Note } from '../../parts/note.tsx'
import { useRole } from '../../session/use_role.ts'
import { addDays, daysBetween } from '../../words/days.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayDay } from '../../words/formats.ts'
import { sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'
import classes from './sandbox.module.css'
import { monthAfter, turnClock } from './turn_clock.ts'

/** How far the clock can be turned at once. */
const days_max = 400

/** What a turn did: from which day to which, and how much. */
export type Turned = { from: string; to: string; steps: number }

type ClockProps = {
  sandbox: Sandbox
  administration_id: string
  turned: Turned | null
  onTurned: (turned: Turned) => void
}

/** The day that it is here, and the ways to another one. */
export function Clock({ sandbox, administration_id, turned, onTurned }: ClockProps) {
  const { words, language } = useWords()
  const { may_work } = useRole(administration_id)
  const { turning, problem, turn } = useTurning(sandbox, administration_id, onTurned)
  const { today, days_ahead } = sandbox
  const next = sandbox.next[0]?.day
  return (
    <div className={classes.clock}>
      <div className={classes.day}>
        <span className="hint">{words.sandbox_here}</span>
        <time dateTime={today} className={classes.today}>
          {sayDay(today, language)}
        </time>
        <span className="hint">
          {days_ahead === 0
            ? words.sandbox_same_day
            : counted(days_ahead, words.sandbox_ahead_one, words.sandbox_ahead)}
        </span>
      </div>
      {may_work && (
        <div className={classes.turns}>
          <div className="ways">
            <Button loading={turning !== null} onClick={() => turn(monthAfter(today))}>
              {words.sandbox_month}
            </Button>
            <Button variant="default" disabled={turning !== null} onClick={() => turn(addDays(today, 1))}>
              {words.sandbox_day}
            </Button>
            <Button variant="default" disabled={turning !== null} onClick={() => turn(addDays(today, 7))}>
              {words.sandbox_week}
            </Button>
            {next && (
              <Button variant="default" disabled={turning !== null} onClick={() => turn(next)}>
                {words.sandbox_next}
              </Button>
            )}
          </div>
          <Until today={today} busy={turning !== null} onTurn={turn} />
        </div>
      )}
      <div role="status" className={classes.said}>
        {turning && <p>{fill(words.sandbox_turning, { day: sayDay(turning, language) })}</p>}
        {!turning && turned && <p>{sayTurned(turned, { words, language })}</p>}
      </div>
      {problem && (
        <Note tone="bad" live>
          <p>{problem}</p>
        </Note>
      )}
    </div>
  )
}

/** One turn at a time; what was turned stays turned when the rest of it fails. */
function useTurning(sandbox: Sandbox, administration_id: string, onTurned: (turned: Turned) => void) {
  const { words } = useWords()
  const queries = useQueryClient()
  const [turning, setTurning] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const turn = async (to: string): Promise<void> => {
    const from = sandbox.today
    setProblem(null)
    if (to <= from) return setProblem(words.sandbox_backwards)
    if (daysBetween(from, to) > days_max) return setProblem(words.sandbox_too_far)
    setTurning(from)
    try {
      const steps = await turnClock({ administration_id, from, to, onDay: setTurning })
      onTurned({ from, to, steps })
    } catch (refused) {
      if (!(refused instanceof ConsoleError)) throw refused
      setProblem(refused.code === 'conflict' ? words.sandbox_busy : sayRefusal(words, refused))
    } finally {
      await Promise.all([workDone(queries), queries.invalidateQueries({ queryKey: session_query.queryKey })])
      setTurning(null)
    }
  }
  return { turning, problem, turn: (to: string) => void turn(to) }
}

function Until({ today, busy, onTurn }: { today: string; busy: boolean; onTurn: (to: string) => void }) {
  const { words } = useWords()
  const [day, setDay] = useState('')
  return (
    <form
      className={classes.until}
      onSubmit={(event) => {
        event.preventDefault()
        if (day !== '') onTurn(day)
      }}
    >
      <TextInput
        type="date"
        label={words.sandbox_until}
        value={day}
        min={addDays(today, 1)}
        max={addDays(today, days_max)}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={busy || day === ''}>
        {words.sandbox_turn}
      </Button>
    </form>
  )
}

type Speech = Pick<ReturnType<typeof useWords>, 'words' | 'language'>

function sayTurned({ from, to, steps }: Turned, { words, language }: Speech): string {
  const text = steps === 0 ? words.sandbox_turned_none : counted(steps, words.sandbox_turned_one, words.sandbox_turned)
  return fill(text, { from: sayDay(from, language), to: sayDay(to, language) })
}
