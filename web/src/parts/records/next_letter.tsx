import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type NextOf, nextLetterQuery } from '../../api/follow_up.ts'
import { sayDay } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { LetterFrame } from '../letter_frame.tsx'
import { LoadFailed, RowsLoading } from '../states.tsx'
import classes from './follow_up.module.css'

/** Opens the letter that comes next for a record, as it will be on its day. */
export function NextLetter({ of }: { of: NextOf }) {
  const { words } = useWords()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setOpened(true)}>
        {words.done_see_letter}
      </button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.next_letter}
        size="lg"
        closeButtonProps={{ 'aria-label': words.close }}
      >
        {opened && <Content of={of} />}
      </Modal>
    </>
  )
}

function Content({ of }: { of: NextOf }) {
  const { words, language } = useWords()
  const { data, error, refetch } = useQuery(nextLetterQuery(of))
  if (error) return <LoadFailed error={error} retry={() => void refetch()} />
  if (!data) return <RowsLoading rows={3} />
  const [letter] = data.letters
  if (!letter) return <p>{words.next_letter_none}</p>
  const { step, day, channel, recipients, subject, html, attached } = letter
  const facts = [
    `${sayType(words, 'step', step)}, ${sayDay(day, language)}`,
    channel && sayType(words, 'channel', channel),
    recipients.length > 0 && `${words.letter_to} ${recipients.join(', ')}`,
    attached.length > 0 && attached.join(', '),
  ]
  return (
    <>
      <h3>{subject}</h3>
      <p className={classes.letter_top}>{facts.filter(Boolean).join(' · ')}</p>
      <LetterFrame title={words.next_letter} html={html ?? ''} />
      <p className="hint">{words.next_letter_hint}</p>
    </>
  )
}
