import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Sandbox } from '../../api/sandbox.ts'
import { addDays, daysBetween } from '../../words/days.ts'
import { fill } from '../../words/fill.ts'
import { sayDay, sayShortDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './sandbox.module.css'
import { days_max } from './turn_clock.ts'

/** So many days lie on the line; further ahead a date is typed. */
const shown_days = 42
const labelled_days = [0, 14, 28, 42]

type Props = { sandbox: Sandbox; busy: boolean; onTurn: (to: string) => void }

/**
 * The days ahead on a line, with a mark where something is planned. A day is chosen on it or typed; the clock cannot be
 * turned back, so that it only goes when somebody says so.
 */
export function DaysAhead({ sandbox: { today, next }, busy, onTurn }: Props) {
  const { words, language } = useWords()
  const [day, setDay] = useState('')
  const ahead = day === '' ? 0 : Math.max(0, Math.min(shown_days, daysBetween(today, day)))
  const planned = [...new Set(next.map((one) => daysBetween(today, one.day)))].filter((days) => days <= shown_days)
  return (
    <form
      className={classes.ahead}
      onSubmit={(event) => {
        event.preventDefault()
        if (day !== '') onTurn(day)
      }}
    >
      <div className={classes.line}>
        <div className={classes.marks} aria-hidden="true">
          {planned.map((days) => (
            <span key={days} style={{ left: `${(100 * days) / shown_days}%` }} />
          ))}
        </div>
        <input
          type="range"
          className={classes.range}
          aria-label={words.sandbox_days_ahead}
          aria-valuetext={sayDay(addDays(today, ahead), language)}
          min={0}
          max={shown_days}
          value={ahead}
          disabled={busy}
          onChange={({ currentTarget }) =>
            setDay(currentTarget.value === '0' ? '' : addDays(today, Number(currentTarget.value)))
          }
        />
        <div className={classes.scale} aria-hidden="true">
          {labelled_days.map((days) => (
            <span key={days} style={{ left: `${(100 * days) / shown_days}%` }}>
              {sayShortDay(addDays(today, days), language)}
            </span>
          ))}
        </div>
      </div>
      <div className={classes.until}>
        <TextInput
          type="date"
          size="xs"
          aria-label={words.sandbox_until}
          value={day}
          min={addDays(today, 1)}
          max={addDays(today, days_max)}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" disabled={busy || day === ''}>
          {day === '' ? words.sandbox_turn : fill(words.sandbox_turn_to, { day: sayShortDay(day, language) })}
        </Button>
      </div>
    </form>
  )
}
