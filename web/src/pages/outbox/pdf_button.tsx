import { Button } from '@mantine/core'
import { ask } from '../../api/client.ts'
import { openPdf } from '../../browser/open_pdf.ts'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useWords } from '../../words/words.tsx'

type Props = { administration_id: string; debtor_id: string; letter_key: string }

/** The letter on paper, in a tab of its own. */
export function PdfButton(letter: Props) {
  const { words } = useWords()
  const { busy, attempt } = useAttempt(() => openPdf(async () => (await ask('outbox.document', letter)).content))
  return (
    <Button size="compact-sm" variant="default" loading={busy} onClick={attempt}>
      {words.outbox_pdf}
    </Button>
  )
}
