import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { waitingOfQuery } from '../../api/outbox.ts'
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
export function WaitingLetters({ administration_id, debtor_id, reasons, may_work, onBack, onDone }: Props) {
  const { words } = useWords()
  const query = useQuery(waitingOfQuery(administration_id, debtor_id))
  const [key, setKey] = useState<string | null>(null)
  const letters = query.data?.letters ?? []
  const letter = letters.find((one) => one.key === key) ?? letters[0]
  return (
    <section className={classes.panel} aria-label={words.outbox_letter}>
      <Button className={classes.back} variant="default" size="compact-sm" onClick={onBack}>
        {words.back}
      </Button>
      {query.isPending && <RowsLoading />}
      {query.isError && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {query.data && !letter && <Empty title={words.outbox_gone}>{words.outbox_gone_sentence}</Empty>}
      {letters.length > 1 && letter && (
        <SegmentedControl
          size="xs"
          value={letter.key}
          onChange={setKey}
          data={letters.map((one) => ({ value: one.key, label: sayType(words, 'step', one.step) }))}
        />
      )}
      {query.data && letter && (
        <>
          <div className={classes.panel_head}>
            <div className={classes.panel_words}>
              <h2 className={classes.panel_title}>{sayType(words, 'step', letter.step)}</h2>
              <p className={classes.meta}>
                <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
                  {query.data.debtor_name}
                </RecordLink>
                {letter.recipients.length > 0 &&
                  ` · ${fill(letter.channel === 'post' ? words.outbox_by_post : words.outbox_to, {
                    to: letter.recipients.join(', '),
                  })}`}
              </p>
            </div>
            {may_work && (
              <LetterVerbs administration_id={administration_id} of={query.data} letter={letter} onDone={onDone} />
            )}
          </div>
          <div className={classes.panel_body}>
            <LetterWhy administration_id={administration_id} letter={letter} reasons={reasons} />
            <LetterContent key={letter.key} {...{ administration_id, debtor_id, letter }} />
          </div>
        </>
      )}
    </section>
  )
}
