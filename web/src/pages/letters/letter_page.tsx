import { Button, Tabs } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { letterQuery, type ShownLetter } from '../../api/outbox.ts'
import { LetterFrame } from '../../parts/letter_frame.tsx'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import record from '../../parts/records/record.module.css'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Section } from '../../parts/section.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayCode, sayMoney } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { sayFlow, sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { LetterDelivery } from './letter_delivery.tsx'
import { LetterItems } from './letter_items.tsx'
import { LetterWhy } from './letter_why.tsx'
import classes from './letters.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/letters/$record_id')

/** One letter, exactly as it went out. */
export function LetterPage() {
  const params = route.useParams()
  const { words } = useWords()
  const back = (
    <Link to="/administrations/$administration_id/letters" params={{ administration_id: params.administration_id }}>
      {words.nav_letters}
    </Link>
  )
  return (
    <RecordPage params={params} query={letterQuery} back={back}>
      {(letter, { administration_id }) => <Content letter={letter} administration_id={administration_id} />}
    </RecordPage>
  )
}

type Props = { letter: ShownLetter; administration_id: string }

function Content({ letter, administration_id }: Props) {
  const { words, language } = useWords()
  const { amount, currency_code, document_url, credit_case_id } = letter
  return (
    <>
      <PageHeading
        title={letter.subject ?? sayType(words, 'step', letter.step)}
        sentence={
          <>
            {sayType(words, 'step', letter.step)} ·{' '}
            <RecordLink family="debtors" administration_id={administration_id} id={letter.debtor_id}>
              {letter.debtor_name}
            </RecordLink>
          </>
        }
        action={
          document_url && (
            <Button component="a" href={document_url} target="_blank" rel="noreferrer" variant="default">
              {words.letters_open_pdf}
            </Button>
          )
        }
      />
      <div className={record.columns}>
        <LetterDelivery letter={letter} />
        <Facts
          title={words.letters_what}
          facts={[
            [words.letters_amount, amount && currency_code && sayMoney(amount, currency_code, language)],
            [
              words.letters_term,
              letter.term_days === null ? null : counted(letter.term_days, words.letters_days_one, words.letters_days),
            ],
            [
              words.letters_stated,
              letter.stated_costs_amount && sayMoney(letter.stated_costs_amount, currency_code ?? 'EUR', language),
            ],
            [words.letters_legal, letter.legal ? words.yes : null],
            [words.letters_language, sayCode(letter.language_code, 'language', language)],
            [words.letters_text, sayText(letter, words)],
            [words.letters_flow, sayFlowOf(letter, words)],
            [words.letters_case, credit_case_id && <OfCase key="case" {...{ letter, administration_id }} />],
          ]}
        />
      </div>
      <LetterWhy letter={letter} />
      <LetterItems letter={letter} administration_id={administration_id} />
      <Section title={words.letters_content}>
        <Body letter={letter} />
      </Section>
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

function Body({ letter }: { letter: ShownLetter }) {
  const { words } = useWords()
  if (letter.html === null && letter.text === null) {
    return (
      <Note>
        <p>{words.letters_not_written}</p>
      </Note>
    )
  }
  return (
    <Tabs defaultValue={letter.html === null ? 'text' : 'seen'} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        {letter.html !== null && <Tabs.Tab value="seen">{words.letters_as_seen}</Tabs.Tab>}
        <Tabs.Tab value="text">{words.letters_as_text}</Tabs.Tab>
      </Tabs.List>
      {letter.html !== null && (
        <Tabs.Panel value="seen">
          <LetterFrame title={letter.subject ?? words.letters_letter} html={letter.html} tall />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="text">
        <pre className={classes.plain}>{letter.text}</pre>
      </Tabs.Panel>
    </Tabs>
  )
}
