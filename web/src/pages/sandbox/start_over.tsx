import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { useNewSandbox } from '../../parts/sandbox/use_new_sandbox.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { useWords } from '../../words/words.tsx'

type Props = { administration_id: string; busy: boolean }

/** A fresh sandbox in the place of this one, for whoever may add administrations. What is lost is said first. */
export function StartOver({ administration_id, busy }: Props) {
  const { words } = useWords()
  const { person } = useSignedIn()
  const follow = useNewSandbox()
  const say = useNotice()
  const [opened, setOpened] = useState(false)
  const [invent, setInvent] = useState(true)
  if (person.company_role !== 'administrator') return null
  const start = async (): Promise<void> => {
    await follow(ask('sandboxes.start_over', { sandbox_id: administration_id }), invent)
    say(words.sandbox_started_over)
  }
  return (
    <>
      <Button
        variant="default"
        disabled={busy}
        data-again
        leftSection={<Icon name="undo" size={16} />}
        onClick={() => setOpened(true)}
      >
        {words.sandbox_start_over}
      </Button>
      <Confirm
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.sandbox_start_over_title}
        action={words.sandbox_start_over}
        onConfirm={start}
        leads_on
      >
        <p>{words.sandbox_start_over_goes}</p>
        <p>{words.sandbox_start_over_stays}</p>
        <Checkbox
          label={words.new_sandbox_invent}
          checked={invent}
          onChange={({ currentTarget }) => setInvent(currentTarget.checked)}
        />
      </Confirm>
    </>
  )
}
