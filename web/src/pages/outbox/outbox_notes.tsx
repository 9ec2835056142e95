import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { type OutboxReason, type OutboxState, outboxChanged } from '../../api/outbox.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Note } from '../../parts/note.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './outbox_page.module.css'

type Props = { administration_id: string; state: OutboxState; may_work: boolean }

/** What keeps letters of the whole administration, each as a sentence with its number and what helps. */
export function OutboxNotes({ administration_id, state, may_work }: Props) {
  const { words, language } = useWords()
  const waiting = (reason: OutboxReason): number => state.waiting.find((one) => one.reason === reason)?.debtors ?? 0
  const cap = sayNumber(state.cap, language)
  return (
    <div className={classes.notes}>
      {!state.enabled && state.waiting_debtors > 0 && (
        <Note title={words.outbox_off}>
          <p>
            {words.outbox_off_left}{' '}
            <Link
              className="link"
              to="/administrations/$administration_id/settings"
              params={{ administration_id }}
              hash="switch"
            >
              {words.outbox_to_settings}
            </Link>
          </p>
        </Note>
      )}
      {state.stopped && (
        <Note tone="bad" title={words.outbox_stopped}>
          <p>{words.outbox_stopped_sentence}</p>
        </Note>
      )}
      {waiting('surge') > 0 && !state.surge_released && !state.stopped && (
        <Note tone="warning" title={words.outbox_surge}>
          <p>{fill(words.outbox_surge_sentence, { usual: sayNumber(state.surge_above, language) })}</p>
          {may_work && <ReleaseSurge administration_id={administration_id} debtors={waiting('surge')} />}
        </Note>
      )}
      {waiting('cap') > 0 && !state.stopped && (
        <Note tone="warning" title={counted(waiting('cap'), words.outbox_cap_one, words.outbox_cap)}>
          <p>{fill(words.outbox_cap_sentence, { cap })}</p>
        </Note>
      )}
    </div>
  )
}

function ReleaseSurge({ administration_id, debtors }: { administration_id: string; debtors: number }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
        {words.outbox_surge_release}
      </Button>
      <Confirm
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.outbox_surge_release}
        action={words.outbox_surge_release}
        grave={false}
        onConfirm={async () => {
          await ask('outbox_verbs.release_surge', { administration_id })
          say(words.outbox_surge_released)
          await outboxChanged(queries)
        }}
      >
        <p>{fill(words.outbox_surge_confirm, { count: debtors > 99 ? '99+' : debtors })}</p>
      </Confirm>
    </>
  )
}
