import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { workDone } from '../../api/work.ts'
import { openPdf } from '../../browser/open_pdf.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Confirm } from '../confirm.tsx'
import { Icon } from '../icons.tsx'
import { useNotice } from '../notices.tsx'
import { useAttempt } from '../use_attempt.ts'
import { useKeys } from '../use_keys.ts'

type Props = { administration_id: string; debtor_id: string; debtor_name: string }

/** Mails a debtor all that is open, after asking once. */
export function SendStatement({ administration_id, debtor_id, debtor_name }: Props) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { may_write } = useRole(administration_id)
  const [opened, setOpened] = useState(false)
  useKeys(may_write ? { s: [words.statement, () => setOpened(true)] } : {})
  if (!may_write) return null
  const send = async (): Promise<void> => {
    await ask('statements.send', { administration_id, debtor_id })
    say(fill(words.statement_sent, { debtor: debtor_name }))
    await workDone(queries)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="letters" size={15} />}
        rightSection={<kbd>S</kbd>}
        onClick={() => setOpened(true)}
      >
        {words.statement}
      </Button>
      <Confirm
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.statement_title}
        action={words.statement_send}
        grave={false}
        onConfirm={send}
      >
        <p>{fill(words.statement_sentence, { debtor: debtor_name })}</p>
        <StatementPaper administration_id={administration_id} debtor_id={debtor_id} />
      </Confirm>
    </>
  )
}

/** The statement on paper, in a tab of its own: to look at first, or to hand over. */
function StatementPaper(of: Pick<Props, 'administration_id' | 'debtor_id'>) {
  const { words } = useWords()
  const { busy, attempt } = useAttempt(() => openPdf(async () => (await ask('statement_papers.show', of)).content))
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={busy}
      leftSection={<Icon name="letters" size={15} />}
      onClick={attempt}
    >
      {words.statement_pdf}
    </Button>
  )
}
