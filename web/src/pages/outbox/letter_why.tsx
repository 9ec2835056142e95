import { reasonsOf } from '../../api/follow_up.ts'
import type { WaitingLetter } from '../../api/outbox.ts'
import { RecordLink } from '../../parts/records/links.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { sayReasons } from '../../words/say_reason.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './letter_why.module.css'

type Props = { administration_id: string; letter: WaitingLetter; reasons: readonly string[]; waits: boolean }

/** Why it goes today, why it waits, what follows when it is let go, and what it is about. */
export function LetterWhy({ administration_id, letter, reasons, waits }: Props) {
  const { words, language } = useWords()
  const { due_since, currency_code, members } = letter
  return (
    <dl className={classes.why}>
      {due_since && (
        <>
          <dt>{words.outbox_why_today}</dt>
          <dd>
            {fill(words.outbox_why_today_sentence, { day: sayDay(due_since, language) })}{' '}
            {sayReasons(reasonsOf(letter.because), words, language)}
          </dd>
        </>
      )}
      {waits && <Waits letter={letter} reasons={reasons} />}
      {letter.text_version !== null && (
        <>
          <dt>{words.outbox_text}</dt>
          <dd>
            {letter.text_version === 0
              ? words.outbox_text_house
              : fill(words.outbox_text_own, { version: letter.text_version })}
          </dd>
        </>
      )}
      {letter.attached.length > 0 && (
        <>
          <dt>{words.outbox_attached}</dt>
          <dd>{letter.attached.join(', ')}</dd>
        </>
      )}
      <dt>{words.work_about}</dt>
      <dd>
        <ul className={classes.members}>
          {members.map(({ family, id, number, amount, performs }) => (
            <li key={`${family} ${id}`}>
              <RecordLink family={family} administration_id={administration_id} id={id}>
                {number}
              </RecordLink>{' '}
              {amount && sayMoney(amount, currency_code ?? 'EUR', language)}
              <span className="hint">
                {' '}
                {performs === null ? words.outbox_named : performs !== letter.step && sayType(words, 'step', performs)}
              </span>
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  )
}

/** What keeps it, and what follows when it is let go. */
function Waits({ letter, reasons }: Pick<Props, 'letter' | 'reasons'>) {
  const { words, language } = useWords()
  const { term_days, charged_amount, currency_code } = letter
  return (
    <>
      <dt>{words.outbox_why_waits}</dt>
      <dd>{sayWaits(letter, reasons, words)}</dd>
      <dt>{words.outbox_if_released}</dt>
      <dd>
        {words.outbox_if_released_sentence}{' '}
        {term_days !== null && counted(term_days, words.outbox_term_one, words.outbox_term)}{' '}
        {charged_amount &&
          fill(words.outbox_charged, { amount: sayMoney(charged_amount, currency_code ?? 'EUR', language) })}
      </dd>
    </>
  )
}

function sayWaits({ approval_needed }: WaitingLetter, reasons: readonly string[], words: Words): string {
  const said = [
    ...(approval_needed ? [words.outbox_waits_approval] : []),
    ...(reasons.includes('cap') ? [words.outbox_waits_cap] : []),
    ...(reasons.includes('surge') ? [words.outbox_waits_surge] : []),
    ...(reasons.includes('stopped') ? [words.outbox_waits_stopped] : []),
  ]
  return said.join(' ')
}
