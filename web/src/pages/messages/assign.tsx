import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type RecordKey, searchQuery } from '../../api/records.ts'
import { assignMessage, discardMessage, type MessageSubject, workDone } from '../../api/work.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './messages.module.css'

const shown_max = 5

type Done = {
  message_key: RecordKey
  /** It waits no longer. */
  onDone?: (() => void) | undefined
}

/** A stranger wrote: somebody says whose it is, or throws it away. */
export function Assign({ message_key, onDone }: Done) {
  const { words } = useWords()
  const [text, setText] = useState('')
  const sought = text.trim()
  // Enter takes the first that is found for this text, also when it was pressed before the answer came.
  const [wanted, setWanted] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])
  const found = useQuery({
    ...searchQuery(message_key.administration_id, sought),
    enabled: sought.length > 1,
  })
  const debtors = (found.data?.debtors ?? []).slice(0, shown_max)
  const invoices = (found.data?.invoices ?? []).slice(0, shown_max)
  const [debtor] = debtors
  const [invoice] = invoices
  const first = useAssigning({ message_key, onDone })
  useEffect(() => {
    if (wanted !== sought || found.isPending) return
    setWanted(null)
    if (first.busy) return
    if (debtor) first.attempt({ debtor_id: debtor.id }, debtor.name)
    else if (invoice) first.attempt({ invoice_id: invoice.id }, invoice.invoice_number)
  }, [wanted, sought, found.isPending, debtor, invoice, first])
  return (
    <Section
      title={words.messages_assign}
      sentence={words.messages_assign_sentence}
      action={<Discard {...{ message_key, onDone }} />}
    >
      <TextInput
        ref={field}
        label={words.messages_assign_search}
        description={words.messages_assign_enter}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          // Who types on has not seen whom this would be.
          setWanted(null)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found.isEnabled) setWanted(sought)
        }}
      />
      <ul className={classes.found} aria-label={words.messages_assign}>
        {debtors.map(({ id, name, debtor_number }) => (
          <Choice
            key={`d${id}`}
            {...{ message_key, onDone }}
            subject={{ debtor_id: id }}
            name={`${name} (${debtor_number})`}
          />
        ))}
        {invoices.map(({ id, invoice_number, debtor_name }) => (
          <Choice
            key={`i${id}`}
            {...{ message_key, onDone }}
            subject={{ invoice_id: id }}
            name={`${invoice_number}, ${debtor_name}`}
          />
        ))}
      </ul>
    </Section>
  )
}

type ChoiceProps = Done & { subject: MessageSubject; name: string }

function Choice({ subject, name, ...done }: ChoiceProps) {
  const { busy, attempt } = useAssigning(done)
  return (
    <li>
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => attempt(subject, name)}>
        {name}
      </Button>
    </li>
  )
}

function useAssigning({ message_key, onDone }: Done) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  return useAttempt(async (subject: MessageSubject, name: string) => {
    await assignMessage(message_key, subject)
    say(fill(words.messages_assigned, { name }))
    onDone?.()
    await workDone(queries)
  })
}

function Discard({ message_key, onDone }: Done) {
  const { words } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useNotice()
  const [asked, setAsked] = useState(false)
  const discard = async (): Promise<void> => {
    await discardMessage(message_key)
    say(words.messages_discarded)
    onDone?.()
    const { administration_id } = message_key
    await navigate({
      to: '/administrations/$administration_id/inbox',
      params: { administration_id },
      search: { tab: 'strangers' },
    })
    await workDone(queries)
  }
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
        {words.messages_discard}
      </Button>
      <Confirm
        opened={asked}
        onClose={() => setAsked(false)}
        title={words.messages_discard_title}
        action={words.messages_discard}
        onConfirm={discard}
        leads_on
      >
        <p>{words.messages_discard_sentence}</p>
      </Confirm>
    </>
  )
}
