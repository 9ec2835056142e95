import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConsoleError } from '../../api/console_error.ts'
import { session_query } from '../../api/queries.ts'
import type { Sandbox } from '../../api/sandbox.ts'
import { workDone } from '../../api/work.ts'
import { Key } from '../../parts/key.tsx'
import { Note } from '../../parts/note.tsx'
import { useKeys } from '../../parts/use_keys.ts'
import { useRole } from '../../session/use_role.ts'
import { addDays, daysBetween } from '../../words/days.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayDay, sayWeekday } from '../../words/formats.ts'
import { sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'
import { DaysAhead } from './days_ahead.tsx'
import classes from './sandbox.module.css'
import { StartOver } from './start_over.tsx'
import { days_max, monthAfter, turnClock } from './turn_clock.ts'

/** What a turn did: from which day to which, and how much. */
export type Turned = { from: string; to: string; steps: number }

type ClockProps = {
  sandbox: Sandbox
  administration_id: string
  turned: Turned | null
  onTurned: (turned: Turned) => void
}

/** The day that it is here, what lies ahead of it, and the ways to another day. */
export function Clock({ sandbox, administration_id, turned, onTurned }: ClockProps) {
  const { words, language } = useWords()
  const { may_work } = useRole(administration_id)
  const { turning, problem, turn } = useTurning(sandbox, administration_id, onTurned)
  const { today, days_ahead } = sandbox
  return (
    <div className={classes.clock}>
      <div className={classes.day}>
        <span className="hint">{words.sandbox_here}</span>
        <time dateTime={today} className={classes.today}>
          {`${sayWeekday(today, language)} ${today.slice(0, 4)}`}
        </time>
        <span className="hint">
          {days_ahead === 0
            ? words.sandbox_same_day
            : counted(days_ahead, words.sandbox_ahead_one, words.sandbox_ahead)}
        </span>
      </div>
      {may_work && <DaysAhead key={today} sandbox={sandbox} busy={turning !== null} onTurn={turn} />}
      {may_work && (
        <Turns sandbox={sandbox} busy={turning !== null} onTurn={turn}>
          <StartOver administration_id={administration_id} busy={turning !== null} />
        </Turns>
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

type TurnsProps = { sandbox: Sandbox; busy: boolean; onTurn: (to: string) => void; children: ReactNode }

/** The ways that are taken most, each with its key. */
function Turns({ sandbox: { today, next }, busy, onTurn, children }: TurnsProps) {
  const { words } = useWords()
  const coming = next[0]?.day
  const ways = [
    { key: '1', word: words.sandbox_day, to: addDays(today, 1) },
    { key: '7', word: words.sandbox_week, to: addDays(today, 7) },
    { key: 'm', word: words.sandbox_month, to: monthAfter(today) },
    ...(coming ? [{ key: 'n', word: words.sandbox_next, to: coming }] : []),
  ]
  useKeys(Object.fromEntries(ways.map(({ key, word, to }) => [key, [word, () => !busy && onTurn(to)]])))
  return (
    <div className={classes.turns}>
      {children}
      {ways.map(({ key, word, to }, place) => (
        <Button
          key={key}
          variant={place === ways.length - 1 ? 'filled' : 'default'}
          loading={busy && place === ways.length - 1}
          disabled={busy && place < ways.length - 1}
          aria-keyshortcuts={key}
          rightSection={<Key of={key} />}
          onClick={() => onTurn(to)}
        >
          {word}
        </Button>
      ))}
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

type Speech = Pick<ReturnType<typeof useWords>, 'words' | 'language'>

function sayTurned({ from, to, steps }: Turned, { words, language }: Speech): string {
  const text = steps === 0 ? words.sandbox_turned_none : counted(steps, words.sandbox_turned_one, words.sandbox_turned)
  return fill(text, { from: sayDay(from, language), to: sayDay(to, language) })
}
