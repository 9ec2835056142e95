import { Button, Tabs } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { letterQuery, type ShownLetter } from '../../api/outbox.ts'
import { LetterFrame } from '../../parts/letter_frame.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { LetterStatus } from '../../parts/records/letter_table.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import record from '../../parts/records/record.module.css'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Section } from '../../parts/section.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayCode, sayMoney } from '../../words/formats.ts'
import { sayFlow, sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { LetterItems } from './letter_items.tsx'
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
  const { amount, currency_code, document_url } = letter
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
        <Facts
          title={words.letters_delivery}
          facts={[
            [words.letters_status, <LetterStatus key="status" letter={letter} />],
            [words.letters_to, <Recipients key="to" letter={letter} />],
            [words.letters_sent_at, letter.sent_at && <Moment key="sent" at={letter.sent_at} />],
            [words.letters_received_on, letter.received_on && <Moment key="received" at={letter.received_on} day />],
            [words.letters_proof, <Proof key="proof" letter={letter} />],
            [words.letters_checksum, letter.checksum && <code className={classes.code}>{letter.checksum}</code>],
          ]}
        />
        <Facts
          title={words.letters_what}
          facts={[
            [words.letters_amount, amount && currency_code && sayMoney(amount, currency_code, language)],
            [words.letters_decided, <Moment key="day" at={letter.day} day />],
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
            [words.letters_flow, letter.flow_code && sayFlow(words, letter.flow_code)],
            [words.letters_approved_by, letter.approved_by],
          ]}
        />
      </div>
      <LetterItems letter={letter} administration_id={administration_id} />
      <Section title={words.letters_content}>
        <Body letter={letter} />
      </Section>
    </>
  )
}

const sayText = ({ text_version }: ShownLetter, words: ReturnType<typeof useWords>['words']): string =>
  text_version === 0 ? words.letters_house : fill(words.letters_version, { version: text_version })

type Recipient = { kind?: unknown; email_address?: unknown; name?: unknown; address?: unknown }

/** Addresses of mail, copies marked as such, or the lines of an envelope. */
function Recipients({ letter }: { letter: ShownLetter }) {
  const { words } = useWords()
  if (letter.recipients.length === 0) return words.letters_nobody_yet
  return (
    <ul className={record.plain}>
      {letter.recipients.map((one: Recipient) => {
        const lines = Array.isArray(one.address) ? [one.name, ...one.address] : [one.email_address]
        const text = lines.map(String).join(', ')
        const copy = one.kind === 'cc' || one.kind === 'bcc' ? ` (${one.kind})` : ''
        return <li key={`${one.kind} ${text}`}>{`${text}${copy}`}</li>
      })}
    </ul>
  )
}

/** What the server said when it took the mail. */
function Proof({ letter: { proof } }: { letter: ShownLetter }) {
  if (proof === null) return null
  const entries = Object.entries(proof).filter(([, value]) => isTold(value))
  return (
    <ul className={record.plain}>
      {entries.map(([name, value]) => (
        <li key={name}>
          <span className="hint">{name.replaceAll('_', ' ')}:</span>{' '}
          <span className={classes.told}>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>
        </li>
      ))}
    </ul>
  )
}

const isTold = (value: unknown): boolean =>
  value !== null && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0)

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
