import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { workDone } from '../../api/work.ts'
import { useRole } from '../../session/use_role.ts'
import { counted, fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Confirm } from '../confirm.tsx'
import { useNotice } from '../notices.tsx'

type OpenCaseProps = {
  administration_id: string
  debtor_id: string
  /** Those that are ready for collection. */
  invoices: readonly { id: string; invoice_number: string }[]
}

/** Opens a credit case for the invoices of a debtor that are ready for it, and goes there. */
export function OpenCase({ administration_id, debtor_id, invoices }: OpenCaseProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useNotice()
  const { may_work } = useRole(administration_id)
  const [opened, setOpened] = useState(false)
  if (!may_work || invoices.length === 0) return null
  const perform = async (): Promise<void> => {
    const invoice_ids = invoices.map(({ id }) => id)
    const { credit_case_id } = await ask('case_verbs.open', { administration_id, debtor_id, invoice_ids })
    say(words.open_case_done)
    await workDone(queries)
    await navigate({
      to: '/administrations/$administration_id/credit_cases/$record_id',
      params: { administration_id, record_id: credit_case_id },
    })
  }
  const numbers = invoices.map(({ invoice_number }) => invoice_number).join(', ')
  return (
    <div className="ways">
      <Button variant="default" onClick={() => setOpened(true)}>
        {words.open_case}
      </Button>
      <Confirm
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.open_case_title}
        action={words.open_case}
        grave={false}
        onConfirm={perform}
        leads_on
      >
        <p>{fill(counted(invoices.length, words.open_case_one, words.open_case_many), { numbers })}</p>
        <p>{words.open_case_sentence}</p>
      </Confirm>
    </div>
  )
}
