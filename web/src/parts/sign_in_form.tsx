import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { ask } from '../api/client.ts'
import { readAgain } from '../api/signing.ts'
import type { Person, Session } from '../api/types.ts'
import { useWords } from '../words/words.tsx'
import { required, useForm } from './form.ts'
import { FormSheet } from './form_sheet.tsx'
import { PasswordField } from './password_field.tsx'

type Known = { email_address: string; password: string }

type SignInProps = {
  onSignedIn: (session: Session) => void | Promise<void>
  /** Whose session ended on the page below, which stays as it is. */
  again?: Person
}

/** Asks for address and password, and then for a code from those who use two steps. */
export function SignInForm(props: SignInProps) {
  const [known, setKnown] = useState<Known | null>(null)
  if (known) return <CodeForm {...props} known={known} onLeave={() => setKnown(null)} />
  return <PasswordForm {...props} onSecondFactor={setKnown} />
}

function PasswordForm({ onSignedIn, again, onSecondFactor }: SignInProps & { onSecondFactor: (known: Known) => void }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const first = useRef<HTMLInputElement>(null)
  // Of whoever was signed in only the password is asked for.
  const password = useRef<HTMLInputElement>(null)
  const is_again = again !== undefined
  useLayoutEffect(() => (is_again ? password : first).current?.focus(), [is_again])
  const form = useForm({
    initial: { email_address: again?.email_address ?? '', password: '' },
    check: (values) => ({
      email_address: required(values.email_address, words),
      password: required(values.password, words),
    }),
    send: (values) => ask('session.sign_in', values),
    done: async (answer, values) => {
      if (!answer.signed_in) return onSecondFactor(values)
      await onSignedIn(await readAgain(queries, again?.id))
    },
    refused: (problem) => (problem.code === 'unauthorized' ? words.wrong_password : null),
  })
  return (
    <FormSheet form={form}>
      <TextInput
        {...form.text('email_address')}
        ref={first}
        label={words.email_address}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...form.text('password')}
        ref={password}
        data-autofocus={is_again || undefined}
        label={words.password}
        autoComplete="current-password"
      />
      <Button type="submit" loading={form.busy} fullWidth>
        {words.sign_in}
      </Button>
      <Link className="link" to="/forgotten_password" {...(again ? { target: '_blank' } : {})}>
        {words.forgotten_password}
      </Link>
    </FormSheet>
  )
}

function CodeForm({ known, onSignedIn, again, onLeave }: SignInProps & { known: Known; onLeave: () => void }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const first = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: required(code, words) }),
    send: ({ code }) => ask('session.sign_in', { ...known, code: code.trim() }),
    done: async () => {
      await onSignedIn(await readAgain(queries, again?.id))
    },
    refused: (problem) => (problem.code === 'unauthorized' ? words.wrong_code : null),
  })
  return (
    <FormSheet form={form} label={words.second_factor_heading}>
      <div role="status">
        <strong>{words.second_factor_heading}</strong>
        <p className="hint">{words.second_factor_sentence}</p>
      </div>
      <TextInput
        {...form.text('code')}
        ref={first}
        label={words.second_factor_code}
        description={words.second_factor_lost}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" loading={form.busy} fullWidth>
        {words.second_factor_confirm}
      </Button>
      <Button variant="subtle" onClick={onLeave}>
        {words.other_person}
      </Button>
    </FormSheet>
  )
}
