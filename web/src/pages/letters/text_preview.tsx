import { Button, SegmentedControl } from '@mantine/core'
import { openPdf } from '../../browser/open_pdf.ts'
import { LetterFrame } from '../../parts/letter_frame.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './letters.module.css'
import type { Channel, Previewing } from './use_preview.ts'

/** What the text becomes: as a mail, or on paper, where its term is another one. */
export function TextPreview({ preview }: { preview: Previewing }) {
  const { words } = useWords()
  const { data, pending, error, channel, setChannel, setInvoice } = preview
  return (
    <section className={classes.preview} aria-label={words.letters_preview}>
      <div className={classes.seen_with}>
        <SegmentedControl
          size="xs"
          aria-label={words.letters_channel}
          value={channel}
          onChange={(value) => setChannel(value as Channel)}
          data={[
            { value: 'mail', label: words.letters_as_mail },
            { value: 'post', label: words.letters_on_paper },
          ]}
        />
        {data?.seen_with && <span className="hint">{fill(words.letters_seen_with, { invoice: data.seen_with })}</span>}
        <Button size="compact-sm" variant="default" onClick={() => setInvoice(data?.next_invoice_id ?? null)}>
          {words.letters_another}
        </Button>
      </div>
      {error && !data && <LoadFailed error={error} retry={() => setInvoice(null)} />}
      {!data && !error && <RowsLoading />}
      {data && data.invoice_id === null && (
        <Empty title={words.letters_no_invoice}>{words.letters_no_invoice_sentence}</Empty>
      )}
      {data?.html && (
        <div aria-busy={pending}>
          <p>
            <strong>{data.subject}</strong>
          </p>
          <LetterFrame title={words.letters_preview} html={data.html} />
          <div className="ways" style={{ marginTop: 10 }}>
            <Print preview={preview} />
          </div>
        </div>
      )}
      {data?.invoice_id && !data.html && <p className="hint">{words.letters_mend_first}</p>}
    </section>
  )
}

function Print({ preview }: { preview: Previewing }) {
  const { words } = useWords()
  const { busy, attempt } = useAttempt(() => openPdf(preview.print))
  return (
    <Button size="compact-sm" variant="default" loading={busy} onClick={attempt}>
      {words.letters_open_pdf}
    </Button>
  )
}
