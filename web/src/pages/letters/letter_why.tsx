import { reasonsOf } from '../../api/follow_up.ts'
import type { ShownLetter } from '../../api/outbox.ts'
import record from '../../parts/records/record.module.css'
import { Card, Section } from '../../parts/section.tsx'
import { fill } from '../../words/fill.ts'
import { sayReasons } from '../../words/say_reason.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './letters.module.css'

type Item = ShownLetter['items'][number]

/** The reasons of each step that a letter performs, in words; invoices that share them are listed together. */
export function LetterWhy({ letter }: { letter: ShownLetter }) {
  const { words, language } = useWords()
  const steps = letter.items.filter(({ performs }) => performs !== null)
  const said = Map.groupBy(steps, (item) => `${item.performs}\n${sayReasons(reasonsIn(item, letter), words, language)}`)
  return (
    <Section title={words.letters_why}>
      <Card>
        {letter.step === 'statement' && <p className={record.text}>{words.letters_why_statement}</p>}
        <ul className={`${record.plain} ${classes.why}`}>
          {[...said].map(([key, items]) => (
            <li key={key}>
              <strong>{sayType(words, 'step', items[0]?.performs ?? letter.step)}</strong>{' '}
              <span className={record.small}>{fill(words.letters_why_for, { numbers: numbersOf(items) })}</span>
              <p className={record.text}>{key.slice(key.indexOf('\n') + 1)}</p>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

/** A flow is known to people by its name. */
const reasonsIn = ({ reasons }: Item, { flow_code, flow_name }: ShownLetter) =>
  reasonsOf(reasons).map((one) =>
    one.reason === 'flow' && flow_name !== null && one.code === flow_code ? { ...one, code: flow_name } : one,
  )

const numbersOf = (items: readonly Item[]): string =>
  [...new Set(items.map((one) => one.invoice_number ?? one.credit_case_number))].join(', ')
