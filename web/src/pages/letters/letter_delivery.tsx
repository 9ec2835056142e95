import type { ShownLetter } from '../../api/outbox.ts'
import { Moment } from '../../parts/moment.tsx'
import { type Fact, Facts } from '../../parts/records/facts.tsx'
import { LetterStatus } from '../../parts/records/letter_table.tsx'
import record from '../../parts/records/record.module.css'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './letters.module.css'

/** How a letter went out: to whom, when, and what proves it. */
export function LetterDelivery({ letter }: { letter: ShownLetter }) {
  const { words } = useWords()
  const proof = useProof(letter)
  return (
    <Facts
      title={words.letters_delivery}
      facts={[
        [words.letters_status, <LetterStatus key="status" letter={letter} />],
        [words.letters_withdrawn_at, letter.withdrawn_at && <Moment key="withdrawn" at={letter.withdrawn_at} />],
        [words.letters_channel, sayType(words, 'channel', letter.channel)],
        [words.letters_to, <Recipients key="to" letter={letter} />],
        [words.letters_decided, <Moment key="day" at={letter.day} day />],
        [words.letters_approved_by, letter.approved_by],
        [words.letters_approved_at, letter.approved_at && <Moment key="approved" at={letter.approved_at} />],
        [words.letters_sent_at, letter.sent_at && <Moment key="sent" at={letter.sent_at} />],
        ...proof,
        [words.letters_received_on, letter.received_on && <Moment key="received" at={letter.received_on} day />],
        [words.letters_message_id, letter.message_header_id && code(letter.message_header_id)],
        [words.letters_checksum, letter.checksum && code(letter.checksum)],
      ]}
    />
  )
}

const code = (text: string) => <code className={classes.code}>{text}</code>

type Recipient = { kind?: unknown; email_address?: unknown; name?: unknown; address?: unknown }

/** Addresses of mail, copies marked as such, or the lines of an envelope. */
export function Recipients({ letter }: { letter: ShownLetter }) {
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

/** What a server said when it took a mail, and for whom; that paper was posted, and by whom; or that nothing left. */
function useProof({ proof, posted_by }: ShownLetter): Fact[] {
  const { words } = useWords()
  if (proof === null) return []
  const { answer, accepted, refused, accepted_at, posted_on, sandbox } = proof
  const refusals = Object.entries(typeof refused === 'object' && refused !== null ? refused : {})
  return [
    [words.letters_proof, sandbox === true ? words.letters_proof_sandbox : null],
    [words.letters_proof_answer, typeof answer === 'string' && answer !== '' ? code(answer) : null],
    [words.letters_proof_accepted_at, typeof accepted_at === 'string' ? <Moment key="taken" at={accepted_at} /> : null],
    [words.letters_proof_accepted, Array.isArray(accepted) && accepted.length > 0 ? accepted.join(', ') : null],
    [
      words.letters_proof_refused,
      refusals.length > 0 ? refusals.map(([address, said]) => `${address}: ${said}`).join(', ') : null,
    ],
    [words.letters_proof_posted_on, typeof posted_on === 'string' ? <Moment key="posted" at={posted_on} day /> : null],
    [words.letters_proof_posted_by, typeof posted_on === 'string' ? posted_by : null],
  ]
}
