import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paperOfQuery, type WaitingLetter } from '../../api/outbox.ts'
import { LetterFrame } from '../../parts/letter_frame.tsx'
import { Paper } from '../../parts/paper.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useWords } from '../../words/words.tsx'
import classes from './outbox.module.css'
import { PdfButton } from './pdf_button.tsx'

type Props = { administration_id: string; debtor_id: string; letter: WaitingLetter; waits: boolean }

/** The letter as it would go out: as a mail or on paper, and each as the other, to look at. */
export function LetterContent({ administration_id, debtor_id, letter, waits }: Props) {
  const { words } = useWords()
  const [as, setAs] = useState<string>(letter.channel ?? 'mail')
  if (!letter.is_letter) return <p className={classes.meta}>{words.outbox_no_letter}</p>
  if (letter.html === null) return <p className={classes.meta}>{words.outbox_no_text}</p>
  const of = { administration_id, debtor_id, letter_key: letter.key }
  return (
    <div className={classes.content}>
      <div className={classes.subject}>
        <strong>{letter.subject}</strong>
        <SegmentedControl
          size="xs"
          aria-label={words.outbox_shown_as}
          value={as}
          onChange={setAs}
          data={[
            { value: 'mail', label: words.outbox_as_mail },
            { value: 'post', label: words.outbox_as_paper },
          ]}
        />
        {waits && <PdfButton {...of} />}
      </div>
      {as === 'post' ? (
        <OnPaper {...of} />
      ) : (
        <LetterFrame title={letter.subject ?? words.outbox_letter} html={letter.html} tall />
      )}
    </div>
  )
}

function OnPaper(of: { administration_id: string; debtor_id: string; letter_key: string }) {
  const { words } = useWords()
  const { data, error, refetch } = useQuery(paperOfQuery(of))
  // What is read stays there when it no longer waits, and is written no more.
  if (error && !data) return <LoadFailed error={error} retry={() => void refetch()} />
  return data ? <Paper pages={data.pages} label={words.outbox_letter} /> : <RowsLoading />
}
