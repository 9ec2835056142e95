import { Button, Radio, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Missed, type Webhook, type WebhookOwner, webhooksQuery, webhookVerbs } from '../../api/webhooks.ts'
import { useWords } from '../../words/words.tsx'
import { Confirm } from '../confirm.tsx'
import { useNotice } from '../notices.tsx'
import { useAttempt } from '../use_attempt.ts'

type WebhookVerbsProps = {
  owner: WebhookOwner
  webhook: Webhook
  onNewSecret: (secret: string) => void
  onRemoved: () => Promise<void>
}

/** What can be done with a webhook; what has consequences asks once more. */
export function WebhookVerbs({ owner, webhook, onNewSecret, onRemoved }: WebhookVerbsProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const verbs = webhookVerbs(owner)
  const { id, status } = webhook
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: webhooksQuery(owner).queryKey })
  const act = useAttempt(async (work: () => Promise<void>, done: string) => {
    await work()
    say(done)
    await refresh()
  })
  const [renewing, renewal] = useDisclosure(false)
  const [removing, removal] = useDisclosure(false)
  return (
    <div className="ways">
      {status === 'active' ? (
        <Button variant="default" onClick={() => act.attempt(() => verbs.pause(id), words.webhook_paused)}>
          {words.webhook_pause}
        </Button>
      ) : (
        <Activate activate={(missed) => verbs.activate(id, missed).then(refresh)} />
      )}
      <Button
        variant="default"
        onClick={() => act.attempt(() => verbs.test(id, 'webhook_test'), words.webhook_test_sent)}
      >
        {words.webhook_test}
      </Button>
      {status === 'active' && <Replay replay={(from) => verbs.replay(id, from).then(refresh)} />}
      <Button variant="default" onClick={renewal.open}>
        {words.webhook_renew}
      </Button>
      <Button variant="outline" color="red" onClick={removal.open}>
        {words.webhook_remove}
      </Button>
      <Confirm
        opened={renewing}
        onClose={renewal.close}
        title={words.webhook_renew}
        action={words.webhook_renew}
        onConfirm={async () => {
          onNewSecret(await verbs.renewSecret(id))
          await refresh()
        }}
        leads_on
      >
        <p>{words.webhook_renew_sentence}</p>
      </Confirm>
      <Confirm
        opened={removing}
        onClose={removal.close}
        title={words.webhook_remove}
        action={words.webhook_remove}
        onConfirm={async () => {
          await verbs.remove(id)
          await onRemoved()
          await refresh()
        }}
      >
        <p>{words.webhook_remove_sentence}</p>
      </Confirm>
    </div>
  )
}

type Choice = 'all' | 'none' | 'since'

/** Activating asks what becomes of the events in between. */
function Activate({ activate }: { activate: (missed: Missed) => Promise<void> }) {
  const { words } = useWords()
  const [opened, asking] = useDisclosure(false)
  const [choice, setChoice] = useState<Choice>('all')
  const [since, setSince] = useState('')
  const missed = (): Missed => {
    if (choice === 'since') return { replay_from: new Date(since).toISOString() }
    return choice === 'none' ? { skip_missed: true } : {}
  }
  return (
    <>
      <Button onClick={asking.open}>{words.webhook_activate}</Button>
      <Confirm
        opened={opened}
        onClose={asking.close}
        title={words.webhook_activate}
        action={words.webhook_activate}
        grave={false}
        ready={choice !== 'since' || since !== ''}
        onConfirm={() => activate(missed())}
      >
        <Radio.Group label={words.webhook_missed} value={choice} onChange={(value) => setChoice(value as Choice)}>
          <Radio value="all" label={words.webhook_missed_all} mt="xs" />
          <Radio value="none" label={words.webhook_missed_none} mt="xs" />
          <Radio value="since" label={words.webhook_missed_since} mt="xs" />
        </Radio.Group>
        {choice === 'since' && <SinceField since={since} onChange={setSince} />}
      </Confirm>
    </>
  )
}

function Replay({ replay }: { replay: (from: string) => Promise<void> }) {
  const { words } = useWords()
  const [opened, asking] = useDisclosure(false)
  const [since, setSince] = useState('')
  return (
    <>
      <Button variant="default" onClick={asking.open}>
        {words.webhook_replay}
      </Button>
      <Confirm
        opened={opened}
        onClose={asking.close}
        title={words.webhook_replay}
        action={words.webhook_replay}
        grave={false}
        ready={since !== ''}
        onConfirm={() => replay(new Date(since).toISOString())}
      >
        <p>{words.webhook_replay_sentence}</p>
        <SinceField since={since} onChange={setSince} />
      </Confirm>
    </>
  )
}

function SinceField({ since, onChange }: { since: string; onChange: (since: string) => void }) {
  const { words } = useWords()
  return (
    <TextInput
      type="datetime-local"
      label={words.webhook_since}
      value={since}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
