import { ActionIcon, Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { outboxChanged, type WaitingLetter, type WaitingOf } from '../../api/outbox.ts'
import { Icon } from '../../parts/icons.tsx'
import { Key } from '../../parts/key.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useKeys } from '../../parts/use_keys.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './letter_verbs.module.css'
import { RefuseForm } from './refuse_form.tsx'

type Props = { administration_id: string; of: WaitingOf; letter: WaitingLetter; onDone: () => void }

/** What is sent along so that nobody lets go or refuses what they have not seen. */
export const seenLetter = ({ key, step, members }: WaitingLetter) => ({
  ...{ key, step, record_ids: members.filter(({ performs }) => performs !== null).map(({ id }) => id) },
})

/** Let go, hold until a day, skip, or begin again; each with its key. */
export function LetterVerbs({ administration_id, of, letter, onDone }: Props) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [asking, setAsking] = useState<'pause' | 'reset' | null>(null)
  const done = async (sentence: string): Promise<void> => {
    say(fill(sentence, { debtor: of.debtor_name }))
    onDone()
    await outboxChanged(queries)
  }
  const shown = { debtor_id: of.debtor_id, letter: seenLetter(letter) }
  const releasing = useAttempt(async () => {
    const { debtor_id, letter } = shown
    const { released } = await ask('outbox_verbs.release', { administration_id, debtor_ids: [debtor_id], letter })
    await done(released > 0 ? words.outbox_released_for : words.outbox_nothing_released)
  })
  const skipping = useAttempt(async () => {
    await ask('outbox_verbs.refuse', { administration_id, ...shown, how: 'skip' })
    await done(words.outbox_skipped)
  })
  const busy = releasing.busy || skipping.busy
  useKeys({
    a: [words.outbox_release, () => !busy && releasing.attempt()],
    s: [words.outbox_skip, () => !busy && skipping.attempt()],
    h: [words.outbox_hold_until, () => setAsking('pause')],
    r: [words.outbox_reset, () => setAsking('reset')],
  })
  return (
    <div className={classes.verbs}>
      <Button
        variant="default"
        loading={skipping.busy}
        disabled={releasing.busy}
        aria-keyshortcuts="s"
        rightSection={<Key of="S" />}
        onClick={skipping.attempt}
      >
        {words.outbox_skip}
      </Button>
      <Button
        variant="default"
        disabled={busy}
        aria-keyshortcuts="h"
        rightSection={<Key of="H" />}
        onClick={() => setAsking('pause')}
      >
        {words.outbox_hold_until}
      </Button>
      <Button
        loading={releasing.busy}
        disabled={skipping.busy}
        aria-keyshortcuts="a"
        rightSection={<Key of="A" />}
        onClick={releasing.attempt}
      >
        {words.outbox_release}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={words.outbox_more}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item rightSection={<Key of="R" />} onClick={() => setAsking('reset')}>
            {words.outbox_reset}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <RefuseForm
          administration_id={administration_id}
          shown={shown}
          of_case={letter.members.some(({ family, performs }) => family === 'credit_cases' && performs !== null)}
          how={asking}
          onClose={() => setAsking(null)}
          onDone={() => done(asking === 'pause' ? words.outbox_held : words.outbox_was_reset)}
        />
      )}
    </div>
  )
}
