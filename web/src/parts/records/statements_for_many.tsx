import { ask } from '../../api/client.ts'
import { counted } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Confirm } from '../confirm.tsx'
import { Icon } from '../icons.tsx'
import { BarButton } from '../table/action_bar.tsx'
import type { RunMany } from '../table/use_many.tsx'

type Props = {
  administration_id: string
  debtors: readonly { id: string; name: string }[]
  opened: boolean
  onOpen: (opened: boolean) => void
  run: RunMany
  /** Which rows stay chosen for a debtor, where the list has others. */
  rowsOf?: (debtor: { id: string }) => readonly string[]
}

/** Mails each of many debtors all that is open, after asking once. */
export function StatementsForMany({ administration_id, debtors, opened, onOpen, run, rowsOf }: Props) {
  const { words } = useWords()
  const send = (): Promise<void> =>
    run({
      rows: debtors,
      nameOf: ({ name }) => name,
      act: { one: ({ id }) => ask('statements.send', { administration_id, debtor_id: id }) },
      sayDone: (count) => counted(count, words.statements_one, words.statements),
      ...(rowsOf ? { rowsOf } : {}),
    })
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
        onConfirm={async () => {
          // The question goes, and how far it is comes.
          void send()
        }}
      >
        <p>{counted(debtors.length, words.statements_confirm_one, words.statements_confirm)}</p>
      </Confirm>
    </>
  )
}
