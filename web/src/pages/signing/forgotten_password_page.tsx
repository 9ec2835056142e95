import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { session_query } from '../../api/queries.ts'
import { useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

export function ForgottenPasswordPage() {
  const { words } = useWords()
  const [sent_to, setSentTo] = useState<string | null>(null)
  return (
    <Sheet>
      {sent_to === null ? <AskForm onSent={setSentTo} /> : <Sent email_address={sent_to} />}
      <p>
        <Link className="link" to="/sign_in">
          {words.to_sign_in}
        </Link>
      </p>
    </Sheet>
  )
}

function AskForm({ onSent }: { onSent: (email_address: string) => void }) {
  const { words } = useWords()
  const form = useForm({
    initial: { email_address: '' },
    check: ({ email_address }) => ({
      email_address: /^\S+@\S+$/.test(email_address.trim()) ? null : words.problem_email_address,
    }),
    send: ({ email_address }) => ask('session.forgotten_password', { email_address: email_address.trim() }),
    done: (_answer, { email_address }) => onSent(email_address.trim()),
  })
  return (
    <>
      <PageHeading title={words.forgotten_heading} sentence={words.forgotten_sentence} />
      <FormSheet form={form}>
        <TextInput
          {...form.text('email_address')}
          label={words.email_address}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" loading={form.busy} fullWidth>
          {words.forgotten_send}
        </Button>
      </FormSheet>
    </>
  )
}

function Sent({ email_address }: { email_address: string }) {
  const { words } = useWords()
  const { data } = useQuery(session_query)
  return (
    <div role="status">
      <PageHeading
        title={words.forgotten_sent_heading}
        sentence={fill(words.forgotten_sent_sentence, { email_address })}
      />
      {data?.mails_kept && (
        <Note tone="warning">
          <p>{words.forgotten_mails_kept}</p>
        </Note>
      )}
    </div>
  )
}
