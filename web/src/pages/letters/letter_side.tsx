import type { ShownLetter } from '../../api/outbox.ts'
import { Facts } from '../../parts/records/facts.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { PanelFigure } from '../../parts/records/record_panel.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayCode, sayMoney } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { sayFlow } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { LetterDelivery } from './letter_delivery.tsx'
import { LetterItems } from './letter_items.tsx'
import { LetterWhy } from './letter_why.tsx'

type Props = { letter: ShownLetter; administration_id: string }

/** What a letter asks and of whom, why it went out, what it is about, and what proves it. */
export function LetterSide({ letter, administration_id }: Props) {
  const { words, language } = useWords()
  const { amount, currency_code, credit_case_id } = letter
  const money = (of: string): string => sayMoney(of, currency_code ?? 'EUR', language)
  return (
    <>
      <PanelFigure
        figure={amount ? money(amount) : '–'}
        sentence={
          <RecordLink family="debtors" administration_id={administration_id} id={letter.debtor_id}>
            {letter.debtor_name}
          </RecordLink>
        }
      />
      <LetterWhy letter={letter} />
      <LetterItems letter={letter} administration_id={administration_id} />
      <LetterDelivery letter={letter} />
      <Facts
        title={words.letters_what}
        facts={[
          [
            words.letters_term,
            letter.term_days === null ? null : counted(letter.term_days, words.letters_days_one, words.letters_days),
          ],
          [words.letters_stated, letter.stated_costs_amount && money(letter.stated_costs_amount)],
          [words.letters_legal, letter.legal ? words.yes : null],
          [words.letters_language, sayCode(letter.language_code, 'language', language)],
          [words.letters_text, sayText(letter, words)],
          [words.letters_flow, sayFlowOf(letter, words)],
          [words.letters_case, credit_case_id && <OfCase key="case" {...{ letter, administration_id }} />],
        ]}
      />
    </>
  )
}

/** The flow by its name, with the version that decided. */
function sayFlowOf({ flow_code, flow_name, flow_version }: ShownLetter, words: Words): string | null {
  if (flow_code === null) return null
  const name = flow_name ?? sayFlow(words, flow_code)
  return flow_version === null ? name : `${name}, ${fill(words.letters_version, { version: flow_version })}`
}

const OfCase = ({ letter, administration_id }: Props) => (
  <RecordLink family="credit_cases" administration_id={administration_id} id={letter.credit_case_id ?? ''}>
    {letter.credit_case_number}
  </RecordLink>
)

const sayText = ({ text_version }: ShownLetter, words: Words): string =>
  text_version === 0 ? words.letters_house : fill(words.letters_version, { version: text_version })
