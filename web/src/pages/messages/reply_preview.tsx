import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useSettled } from '../../parts/texts/use_settled.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './reply_texts.module.css'

type Language = 'nl' | 'en' | 'de' | 'fr'
type Props = { administration_id: string; language_code: Language; edited: { subject: string; body: string } }

/** What a debtor would read, with an invoice that is really open, a moment after the last key. */
export function ReplyPreview({ administration_id, language_code, edited }: Props) {
  const { words } = useWords()
  const [invoice_id, setInvoice] = useState<string | null>(null)
  const { subject, body } = useSettled(edited)
  const asked = { administration_id, language_code, subject, body, invoice_id }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['reply_texts', administration_id, 'preview', asked],
    queryFn: () => ask('reply_texts.preview', asked),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={classes.preview} aria-label={words.replies_preview}>
      <div className={classes.head}>
        <h2>{words.replies_preview}</h2>
        {data?.next_invoice_id && (
          <Button size="compact-sm" variant="default" onClick={() => setInvoice(data.next_invoice_id)}>
            {words.replies_another}
          </Button>
        )}
      </div>
      {error && !data && <LoadFailed error={error} retry={() => void refetch()} />}
      {!data && !error && <RowsLoading rows={4} />}
      {data?.body != null && (
        <article className={classes.mail} aria-busy={isFetching}>
          <p className={classes.subject}>{data.subject}</p>
          <p className={classes.body}>{data.body}</p>
        </article>
      )}
      {data && data.problems.length > 0 && <p className="hint">{words.replies_mend_first}</p>}
      {data && data.problems.length === 0 && data.body == null && <p className="hint">{words.replies_no_invoice}</p>}
      {data?.seen_with && <p className="hint">{fill(words.replies_seen_with, { invoice: data.seen_with })}</p>}
    </section>
  )
}
