import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { type OutboxState, outboxChanged } from '../../api/outbox.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useWords } from '../../words/words.tsx'

type Props = { administration_id: string; state: OutboxState }

/** One switch that stops everything. Stopping names what follows from it; starting again loses nothing. */
export function StopSwitch({ administration_id, state }: Props) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [opened, setOpened] = useState(false)
  const stop = async (sending_stopped: boolean): Promise<void> => {
    await ask('administration_settings.change', { administration_id, sending_stopped })
    say(sending_stopped ? words.outbox_stopped : words.outbox_started)
    await queries.invalidateQueries({ queryKey: ['administration_settings'] })
    await outboxChanged(queries)
  }
  const { busy, attempt } = useAttempt(() => stop(false))
  if (state.stopped) {
    return (
      <Button loading={busy} onClick={attempt}>
        {words.outbox_start}
      </Button>
    )
  }
  return (
    <>
      <Button variant="default" leftSection={<Icon name="stop" size={16} />} onClick={() => setOpened(true)}>
        {words.outbox_stop}
      </Button>
      <Confirm
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.outbox_stop}
        action={words.outbox_stop}
        onConfirm={() => stop(true)}
      >
        <p>{words.outbox_stop_sentence}</p>
      </Confirm>
    </>
  )
}
