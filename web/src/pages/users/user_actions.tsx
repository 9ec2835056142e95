import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { ConsoleError } from '../../api/console_error.ts'
import { forget } from '../../api/queries.ts'
import type { User } from '../../api/types.ts'
import { useBusy } from '../../browser/use_busy.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Note } from '../../parts/note.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { fill } from '../../words/fill.ts'
import { sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'

/** What can be done for or with a person, besides their name and roles. */
export function UserActions({ user }: { user: User }) {
  const { words } = useWords()
  const [resetting, reset] = useDisclosure(false)
  const [removing, removal] = useDisclosure(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useNotice()
  const { name } = user
  const resetNow = async (): Promise<void> => {
    await ask('users.reset_two_step', { id: user.id })
    await queries.invalidateQueries({ queryKey: ['users'] })
    say(fill(words.user_reset_two_step_done, { name }))
  }
  const removeNow = async (): Promise<void> => {
    await ask('users.delete', { id: user.id })
    say(fill(words.user_removed, { name }))
    await navigate({ to: '/settings/users', ignoreBlocker: true })
    forget(queries, 'users', user.id)
  }
  return (
    <Section title={words.actions}>
      <div className="ways">
        {user.invited && <InviteAgain user={user} />}
        {user.two_step && (
          <Button variant="default" onClick={reset.open}>
            {words.user_reset_two_step}
          </Button>
        )}
        <Button variant="outline" color="red" onClick={removal.open}>
          {words.user_remove}
        </Button>
      </div>
      <Confirm
        opened={resetting}
        onClose={reset.close}
        title={fill(words.user_reset_two_step_heading, { name })}
        action={words.user_reset_two_step}
        onConfirm={resetNow}
      >
        <p>{words.user_reset_two_step_sentence}</p>
      </Confirm>
      <Confirm
        opened={removing}
        onClose={removal.close}
        title={fill(words.user_remove_heading, { name })}
        action={words.user_remove}
        onConfirm={removeNow}
        refused={({ code }) => (code === 'conflict' ? { sentence: words.user_last_administrator, remedy: null } : null)}
      >
        <p>{words.user_remove_sentence}</p>
      </Confirm>
    </Section>
  )
}

function InviteAgain({ user }: { user: User }) {
  const { words } = useWords()
  const say = useNotice()
  const { busy, isBusy, setBusy } = useBusy()
  const [refusal, setRefusal] = useState<string | null>(null)
  const invite = async (): Promise<void> => {
    if (isBusy()) return
    setBusy(true)
    setRefusal(null)
    try {
      await ask('users.invite_again', { id: user.id })
      say(fill(words.user_invited_again, { name: user.name }))
    } catch (problem) {
      if (!(problem instanceof ConsoleError)) throw problem
      setRefusal(sayRefusal(words, problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="default" loading={busy} onClick={() => void invite()}>
        {words.user_invite_again}
      </Button>
      {refusal && (
        <Note tone="bad" live>
          <p>{refusal}</p>
        </Note>
      )}
    </>
  )
}
