import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type RecordKey, searchQuery } from '../../api/records.ts'
import { assignMessage, discardMessage, type MessageSubject, workDone } from '../../api/work.ts'
import { useNotice } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './messages.module.css'

const shown_max = 5

/** A stranger wrote: somebody says whose it is, or throws it away. */
export function Assign({ message_key }: { message_key: RecordKey }) {
  const { words } = useWords()
  const [text, setText] = useState('')
  const found = useQuery({
    ...searchQuery(message_key.administration_id, text.trim()),
    enabled: text.trim().length > 1,
  })
  const debtors = (found.data?.debtors ?? []).slice(0, shown_max)
  const invoices = (found.data?.invoices ?? []).slice(0, shown_max)
  return (
    <Section
      title={words.messages_assign}
      sentence={words.messages_assign_sentence}
      action={<Discard message_key={message_key} />}
    >
      <TextInput
        label={words.messages_assign_search}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={classes.found} aria-label={words.messages_assign}>
        {debtors.map(({ id, name, debtor_number }) => (
          <Choice
            key={`d${id}`}
            message_key={message_key}
            subject={{ debtor_id: id }}
            name={`${name} (${debtor_number})`}
          />
        ))}
        {invoices.map(({ id, invoice_number, debtor_name }) => (
          <Choice
            key={`i${id}`}
            message_key={message_key}
            subject={{ invoice_id: id }}
            name={`${invoice_number}, ${debtor_name}`}
          />
        ))}
      </ul>
    </Section>
  )
}

type ChoiceProps = { message_key: RecordKey; subject: MessageSubject; name: string }

function Choice({ message_key, subject, name }: ChoiceProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { busy, attempt } = useAttempt(async () => {
    await assignMessage(message_key, subject)
    say(fill(words.messages_assigned, { name }))
    await workDone(queries)
  })
  return (
    <li>
      <Button size="compact-sm" variant="default" loading={busy} onClick={attempt}>
        {name}
      </Button>
    </li>
  )
}

function Discard({ message_key }: { message_key: RecordKey }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useNotice()
  const { busy, attempt } = useAttempt(async () => {
    await discardMessage(message_key)
    say(words.messages_discarded)
    const { administration_id } = message_key
    await navigate({ to: '/administrations/$administration_id/messages', params: { administration_id } })
    await workDone(queries)
  })
  return (
    <Button size="compact-sm" variant="default" loading={busy} onClick={attempt}>
      {words.messages_discard}
    </Button>
  )
}
