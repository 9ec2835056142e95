import { Button, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { openPdf } from '../../browser/open_pdf.ts'
import { LetterFrame } from '../../parts/letter_frame.tsx'
import { Paper } from '../../parts/paper.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './letters.module.css'
import { type Previewing, preview_modes } from './use_preview.ts'

/** What the text becomes: as a mail, and on paper, where its term is another one. */
export function TextPreview({ preview, children }: { preview: Previewing; children: ReactNode }) {
  const { words } = useWords()
  const { data, error, mode, setMode, setInvoice } = preview
  return (
    <section className={classes.preview} aria-label={words.letters_preview}>
      <div className={classes.seen_with}>
        {data?.seen_with && (
          <span className={`hint ${classes.seen}`}>{fill(words.letters_seen_with, { invoice: data.seen_with })}</span>
        )}
        <Button size="compact-sm" variant="default" onClick={() => setInvoice(data?.next_invoice_id ?? null)}>
          {words.letters_another}
        </Button>
        <span className={classes.modes}>
          <SegmentedControl
            size="xs"
            aria-label={words.letters_channel}
            value={mode}
            onChange={(value) => setMode(preview_modes.find((one) => one === value) ?? 'mail')}
            data={preview_modes.map((one) => ({ value: one, label: words[`letters_as_${one}`] }))}
          />
        </span>
      </div>
      {error && !data && <LoadFailed error={error} retry={() => setInvoice(null)} />}
      {!data && !error && <RowsLoading />}
      {data && data.invoice_id === null && (
        <Empty title={words.letters_no_invoice}>{words.letters_no_invoice_sentence}</Empty>
      )}
      {data?.html && <Shown preview={preview} data={data} />}
      {data?.invoice_id && !data.html && <p className="hint">{words.letters_mend_first}</p>}
      {children}
    </section>
  )
}

function Shown({ preview, data }: { preview: Previewing; data: NonNullable<Previewing['data']> }) {
  const { words } = useWords()
  const { mode, paper, pending } = preview
  const both = mode === 'both'
  return (
    <div className={classes.shown} data-both={both || undefined} aria-busy={pending}>
      {(both || mode === 'mail') && (
        <div>
          <p className={classes.mail_subject}>
            <strong>{data.subject}</strong>
          </p>
          <LetterFrame title={words.letters_preview} html={data.html ?? ''} tall />
        </div>
      )}
      {mode === 'plain' && <pre className={classes.plain}>{data.text}</pre>}
      {(both || mode === 'paper') && (
        <div>
          <div className={classes.paper_head}>
            <span className="hint">{words.letters_paper_hint}</span>
            <Print preview={preview} />
          </div>
          {paper === undefined ? <RowsLoading /> : <Paper pages={paper.pages} label={words.letters_as_paper} />}
        </div>
      )}
    </div>
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
