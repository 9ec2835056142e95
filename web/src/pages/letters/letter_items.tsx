import type { ShownLetter } from '../../api/outbox.ts'
import { RecordLink } from '../../parts/records/links.tsx'
import { Section } from '../../parts/section.tsx'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './letters.module.css'

/** What a letter is about: each invoice with what was asked, the step that it was, and until when it could be paid. */
export function LetterItems({ letter, administration_id }: { letter: ShownLetter; administration_id: string }) {
  const { words, language } = useWords()
  if (letter.items.length === 0) return null
  return (
    <Section title={words.letters_invoices_heading}>
      <ul className={classes.items}>
        {letter.items.map((item) => {
          const { invoice_id, credit_case_id, performs, term_ends_on } = item
          const [family, id, number] =
            invoice_id !== null
              ? (['invoices', invoice_id, item.invoice_number] as const)
              : (['credit_cases', credit_case_id ?? '', item.credit_case_number] as const)
          const said = [
            performs === null ? words.letters_named : sayType(words, 'step', performs),
            term_ends_on && fill(words.letters_until, { day: sayDay(term_ends_on, language) }),
          ]
          return (
            <li key={`${family} ${id} ${performs}`}>
              <RecordLink family={family} administration_id={administration_id} id={id}>
                {number}
              </RecordLink>
              <span>{sayMoney(item.amount, letter.currency_code ?? 'EUR', language)}</span>
              <span className="hint">{said.filter(Boolean).join(' · ')}</span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
