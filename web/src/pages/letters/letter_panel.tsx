import { Button } from '@mantine/core'
import { letterQuery, type ShownLetter } from '../../api/outbox.ts'
import type { RecordKey } from '../../api/records.ts'
import { LetterFrame } from '../../parts/letter_frame.tsx'
import { Moment } from '../../parts/moment.tsx'
import { FactList } from '../../parts/records/facts.tsx'
import { LetterStatus } from '../../parts/records/letter_table.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { PanelFigure, RecordPanel } from '../../parts/records/record_panel.tsx'
import { Section } from '../../parts/section.tsx'
import { sayMoney } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Recipients } from './letter_delivery.tsx'
import { LetterWhy } from './letter_why.tsx'
import classes from './letters.module.css'

/** One letter beside the list that it is on: how far it is, what it says, and why it went out. */
export function LetterPanel({ letter_key }: { letter_key: RecordKey }) {
  const { words } = useWords()
  return (
    <RecordPanel
      family="letters"
      record_key={letter_key}
      query={letterQuery}
      nameOf={(letter) => (letter ? sayType(words, 'step', letter.step) : words.letters_letter)}
    >
      {(letter) => <Content letter={letter} administration_id={letter_key.administration_id} />}
    </RecordPanel>
  )
}

function Content({ letter, administration_id }: { letter: ShownLetter; administration_id: string }) {
  const { words, language } = useWords()
  const { amount, currency_code, document_url, sent_at, day } = letter
  return (
    <>
      <RecordLink family="debtors" administration_id={administration_id} id={letter.debtor_id}>
        {letter.debtor_name}
      </RecordLink>
      <PanelFigure
        figure={amount && currency_code ? sayMoney(amount, currency_code, language) : '–'}
        sentence={<LetterStatus letter={letter} />}
      >
        {document_url && (
          <Button component="a" href={document_url} target="_blank" rel="noreferrer" variant="default">
            {words.letters_open_pdf}
          </Button>
        )}
      </PanelFigure>
      <FactList
        facts={[
          [words.letters_day, <Moment key="day" at={sent_at ?? day} day />],
          [words.letters_channel, sayType(words, 'channel', letter.channel)],
          [words.letters_to, <Recipients key="to" letter={letter} />],
        ]}
      />
      <Section title={letter.subject ?? words.letters_content}>
        {letter.html !== null && <LetterFrame title={letter.subject ?? words.letters_letter} html={letter.html} />}
        {letter.html === null && <pre className={classes.plain}>{letter.text ?? words.letters_not_written}</pre>}
      </Section>
      <LetterWhy letter={letter} />
    </>
  )
}
