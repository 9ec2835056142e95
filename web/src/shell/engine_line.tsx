import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Operations } from '../api/generated.ts'
import { partsQuery } from '../api/orders.ts'
import { useToday } from '../session/use_today.ts'
import { fill } from '../words/fill.ts'
import { sayShortDay } from '../words/formats.ts'
import { useWords } from '../words/words.tsx'
import classes from './engine_line.module.css'
import { useShownAdministration } from './use_shown_administration.ts'

type Parts = Operations['overview.parts']['answers']

/** Whether letters go out by themselves in the administration that is open, and when the next ones may. */
export function EngineLine() {
  const administration_id = useShownAdministration()
  return administration_id === undefined ? null : <Line administration_id={administration_id} />
}

function Line({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const { data } = useQuery(partsQuery(administration_id))
  const next = useNextLetters(administration_id, data)
  if (!data) return <div className={classes.line} />
  return (
    <Link
      to="/administrations/$administration_id/outbox"
      params={{ administration_id }}
      className={classes.line}
      activeProps={{}}
    >
      <span className={classes.dot} data-engine={data.engine} />
      <span>
        <strong>{words[`engine_${data.engine}`]}</strong>
        <span className={classes.next}>{next}</span>
      </span>
    </Link>
  )
}

function useNextLetters(administration_id: string, parts: Parts | undefined): string {
  const { words, language } = useWords()
  const today = useToday(administration_id)
  if (!parts || parts.engine === 'off') return words.engine_off_next
  if (parts.engine === 'stopped') return words.engine_stopped_next
  const { sends_now, sends_on, sends_at } = parts
  if (sends_on === null) return words.engine_no_day
  if (sends_now) return fill(words.engine_sends_until, { time: sends_at })
  if (sends_on === today) return fill(words.engine_sends_today, { time: sends_at })
  return fill(words.engine_sends_on, { day: sayShortDay(sends_on, language), time: sends_at })
}
