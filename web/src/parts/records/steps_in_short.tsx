import { useQuery } from '@tanstack/react-query'
import { stepsQuery } from '../../api/follow_up.ts'
import type { RecordKey, TimelineFamily } from '../../api/records.ts'
import { fill } from '../../words/fill.ts'
import { sayDay, sayShortDay } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Section } from '../section.tsx'
import { LetterButton } from './letter_button.tsx'
import classes from './record_panel.module.css'
import { sayStep } from './what_was_done.tsx'

/** Each step that was taken for a record in one line, newest first, with its letter; for where there is little room. */
export function StepsInShort({ record_key, family }: { record_key: RecordKey; family: TimelineFamily }) {
  const { words, language } = useWords()
  const { data } = useQuery(stepsQuery(record_key, family))
  if (data === undefined) return null
  const { administration_id } = record_key
  return (
    <Section title={words.done_heading}>
      {data.steps.length === 0 && <p className="hint">{words.done_none}</p>}
      <ol className={classes.lines}>
        {data.steps.map((step) => {
          const { id, day, channel, term_ends_on, letter_id } = step
          const beside = [
            channel && sayType(words, 'channel', channel),
            term_ends_on && fill(words.done_term_until, { day: sayShortDay(term_ends_on, language) }),
          ]
          return (
            <li key={id} className={classes.line}>
              <time dateTime={day} title={sayDay(day, language)} className={classes.soft}>
                {sayShortDay(day, language)}
              </time>
              <span>
                <span className={classes.name}>{sayStep(step, words)}</span>{' '}
                <span className={classes.soft}>{beside.filter(Boolean).join(' · ')}</span>
              </span>
              {letter_id && <LetterButton letter_key={{ administration_id, id: letter_id }} />}
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
