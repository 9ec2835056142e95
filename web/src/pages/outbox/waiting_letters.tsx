import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type WaitingLetter, type WaitingOf, waitingOfQuery } from '../../api/outbox.ts'
import { Note } from '../../parts/note.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { LetterContent } from './letter_content.tsx'
import { LetterVerbs } from './letter_verbs.tsx'
import { LetterWhy } from './letter_why.tsx'
import classes from './outbox.module.css'

type Props = {
  administration_id: string
  debtor_id: string
  reasons: readonly string[]
  may_work: boolean
  onBack: () => void
  onDone: () => void
}

/** What waits of one debtor, decided at this moment, as it would go out. */
export function WaitingLetters({ onBack, ...props }: Props) {
  const { administration_id, debtor_id } = props
  const { words } = useWords()
  const query = useQuery(waitingOfQuery(administration_id, debtor_id))
  const letters = query.data?.letters
  const { letter, waits, choose } = useShownLetter(letters)
  return (
    <section className={classes.panel} aria-label={words.outbox_letter}>
      <Button className={classes.back} variant="default" size="compact-sm" onClick={onBack}>
        {words.back}
      </Button>
      {query.isPending && <RowsLoading />}
      {query.isError && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {query.data && !letter && <Empty title={words.outbox_gone}>{words.outbox_gone_sentence}</Empty>}
      {letters && letter && letters.length > (waits ? 1 : 0) && (
        <SegmentedControl
          size="xs"
          value={letter.key}
          onChange={choose}
          data={letters.map((one) => ({ value: one.key, label: sayType(words, 'step', one.step) }))}
        />
      )}
      {query.data && letter && <Shown {...props} of={query.data} letter={letter} waits={waits} />}
    </section>
  )
}

/** Which letter is looked at. It stays when it no longer waits, until the reader chooses another. */
function useShownLetter(letters: readonly WaitingLetter[] | undefined) {
  const [seen, setSeen] = useState<WaitingLetter | null>(null)
  const waiting = letters?.find(({ key }) => key === seen?.key)
  const letter = waiting ?? seen ?? letters?.[0] ?? null
  useEffect(() => setSeen(letter), [letter])
  return {
    letter,
    waits: letters?.some(({ key }) => key === letter?.key) ?? false,
    choose: (key: string): void => setSeen(letters?.find((one) => one.key === key) ?? null),
  }
}

type ShownProps = Omit<Props, 'onBack'> & { of: WaitingOf; letter: WaitingLetter; waits: boolean }

function Shown({ administration_id, debtor_id, of, letter, waits, reasons, may_work, onDone }: ShownProps) {
  const { words } = useWords()
  return (
    <>
      <div className={classes.panel_head}>
        <div className={classes.panel_words}>
          <h2 className={classes.panel_title}>{sayType(words, 'step', letter.step)}</h2>
          <p className={classes.meta}>
            <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
              {of.debtor_name}
            </RecordLink>
            {letter.recipients.length > 0 &&
              ` · ${fill(letter.channel === 'post' ? words.outbox_by_post : words.outbox_to, {
                to: letter.recipients.join(', '),
              })}`}
          </p>
        </div>
        {may_work && waits && <LetterVerbs {...{ administration_id, of, letter, onDone }} />}
      </div>
      {!waits && (
        <Note live title={words.outbox_no_longer}>
          <p>{words.outbox_gone_sentence}</p>
        </Note>
      )}
      <div className={classes.panel_body}>
        <LetterWhy {...{ administration_id, letter, reasons, waits }} />
        <LetterContent key={letter.key} {...{ administration_id, debtor_id, letter, waits }} />
      </div>
    </>
  )
}
