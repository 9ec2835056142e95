import { ask } from '../../api/client.ts'
import { counted } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Confirm } from '../confirm.tsx'
import { Icon } from '../icons.tsx'
import { BarButton } from '../table/action_bar.tsx'
import { type Outcome, useEach } from '../table/verbs.tsx'

type Props = {
  administration_id: string
  debtors: readonly { id: string; name: string }[]
  opened: boolean
  onOpen: (opened: boolean) => void
  end: (outcome: Outcome) => Promise<void>
}

/** Mails each of many debtors all that is open, after asking once. */
export function StatementsForMany({ administration_id, debtors, opened, onOpen, end }: Props) {
  const { words } = useWords()
  const each = useEach()
  const send = async (): Promise<void> => {
    const failures = await each(
      debtors,
      ({ name }) => name,
      ({ id }) => ask('statements.send', { administration_id, debtor_id: id }),
    )
    const sent = debtors.length - failures.length
    await end({ done: counted(sent, words.statements_one, words.statements), failures })
  }
  return (
    <>
      <BarButton hotkey="S" icon={<Icon name="letters" size={15} />} onClick={() => onOpen(true)}>
        {words.statement}
      </BarButton>
      <Confirm
        opened={opened}
        onClose={() => onOpen(false)}
        title={words.statement}
        action={words.statements_send}
        grave={false}
        onConfirm={send}
      >
        <p>{counted(debtors.length, words.statements_confirm_one, words.statements_confirm)}</p>
      </Confirm>
    </>
  )
}
