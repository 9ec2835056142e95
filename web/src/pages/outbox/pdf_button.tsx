import { Button } from '@mantine/core'
import { ask } from '../../api/client.ts'
import { openPdf } from '../../browser/open_pdf.ts'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useWords } from '../../words/words.tsx'

type Props = { administration_id: string; debtor_id: string; letter_key: string }

/** The letter on paper, in a tab of its own; the tab has to be opened before the answer, or browsers keep it shut. */
export function PdfButton(letter: Props) {
  const { words } = useWords()
  const { busy, attempt } = useAttempt(async () => {
    const tab = window.open('', '_blank')
    try {
      openPdf(tab, (await ask('outbox.document', letter)).content)
    } catch (problem) {
      tab?.close()
      throw problem
    }
  })
  return (
    <Button size="compact-sm" variant="default" loading={busy} onClick={attempt}>
      {words.outbox_pdf}
    </Button>
  )
}
