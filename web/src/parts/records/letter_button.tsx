import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Letter, letterQuery } from '../../api/follow_up.ts'
import type { RecordKey } from '../../api/records.ts'
import { sayMoment } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Note } from '../note.tsx'
import { RowsLoading } from '../states.tsx'
import { DocumentLink } from './document_link.tsx'
import classes from './follow_up.module.css'

/** Opens a letter in place, as it went out or as it will. */
export function LetterButton({ letter_key, children }: { letter_key: RecordKey; children?: string }) {
  const { words } = useWords()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setOpened(true)}>
        {children ?? words.done_see_letter}
      </button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.letter_heading}
        size="lg"
        closeButtonProps={{ 'aria-label': words.close }}
      >
        {opened && <Content letter_key={letter_key} />}
      </Modal>
    </>
  )
}

function Content({ letter_key }: { letter_key: RecordKey }) {
  const { words } = useWords()
  const letter = useQuery(letterQuery(letter_key))
  if (letter.isError) return <Note tone="bad">{words.letter_failed}</Note>
  if (!letter.data) return <RowsLoading rows={3} />
  const { subject, text, document_url } = letter.data
  return (
    <>
      {subject && <h3>{subject}</h3>}
      <Facts letter={letter.data} />
      {text ? <pre className={classes.letter_text}>{text}</pre> : <p>{words.letter_no_text}</p>}
      {document_url && <DocumentLink url={document_url}>{words.letter_open_pdf}</DocumentLink>}
    </>
  )
}

/** Who got it, how, and when. */
function Facts({ letter: { channel, recipients, status, sent_at } }: { letter: Letter }) {
  const { words, language } = useWords()
  const to = recipients.map(sayRecipient).filter(Boolean).join(', ')
  const parts = [
    sayType(words, 'channel', channel),
    to && `${words.letter_to} ${to}`,
    sayType(words, 'letter_status', status),
    sent_at && sayMoment(sent_at, language),
  ]
  return <p className={classes.letter_top}>{parts.filter(Boolean).join(' · ')}</p>
}

/** An address of mail, or the lines of one on paper; the rest of what is kept of a recipient is for machines. */
function sayRecipient(recipient: Record<string, unknown>): string {
  const { name, email_address, address } = recipient
  const known = [name, email_address, ...[address].flat()]
  return known.filter((one): one is string => typeof one === 'string' && one !== '').join(', ')
}
