import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { readAgain } from '../../api/signing.ts'
import type { Link } from '../../api/types.ts'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { PasswordField } from '../../parts/password_field.tsx'
import { passwordProblem } from '../../parts/password_problem.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'

/** An invitation, a forgotten password, or the end of a sign-up: each ends with a new password. */
export function LinkForm({ token, link }: { token: string; link: Link }) {
  const { words } = useWords()
  const texts = sayPurpose(link, words)
  const form = useLinkForm(token, link)
  return (
    <Sheet>
      <PageHeading title={texts.heading} sentence={texts.sentence} />
      <FormSheet form={form}>
        {/* Password managers take the account from here. */}
        <input
          type="email"
          name="email_address"
          autoComplete="username"
          value={link.email_address ?? ''}
          readOnly
          hidden
        />
        {link.needs_recovery_code && (
          <>
            <Note tone="warning">
              <p>{words.reset_recovery_sentence}</p>
            </Note>
            <TextInput
              {...form.text('recovery_code')}
              label={words.reset_recovery_code}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </>
        )}
        <PasswordField
          {...form.text('password')}
          label={words.new_password}
          hint={words.new_password_hint}
          autoComplete="new-password"
        />
        {link.purpose === 'sign_up' && (
          <Checkbox
            label={words.sign_up_terms}
            checked={form.values.accepts_terms}
            onChange={(event) => form.set('accepts_terms', event.currentTarget.checked)}
            error={form.problem('accepts_terms')}
          />
        )}
        <Button type="submit" loading={form.busy} fullWidth>
          {texts.action}
        </Button>
      </FormSheet>
    </Sheet>
  )
}

/** Sets the password, and goes on as somebody who is signed in. */
function useLinkForm(token: string, link: Link) {
  const { words } = useWords()
  const queries = useQueryClient()
  const router = useRouter()
  return useForm({
    initial: { password: '', recovery_code: '', accepts_terms: false },
    check: ({ password, recovery_code, accepts_terms }) => ({
      password: passwordProblem(password, words),
      recovery_code: link.needs_recovery_code ? required(recovery_code, words) : null,
      accepts_terms: link.purpose === 'sign_up' && !accepts_terms ? words.sign_up_terms_problem : null,
    }),
    send: ({ password, recovery_code, accepts_terms }) =>
      ask('link.use', {
        token,
        password,
        ...(link.needs_recovery_code ? { recovery_code: recovery_code.trim() } : {}),
        ...(link.purpose === 'sign_up' ? { accepts_terms } : {}),
      }),
    done: async () => {
      await readAgain(queries)
      router.history.replace('/')
    },
    refused: (problem) => {
      if (problem.code === 'conflict') return words.link_taken_sentence
      return problem.code === 'not_found' ? words.link_dead_sentence : null
    },
  })
}

function sayPurpose({ purpose, ...link }: Link, words: Words): { heading: string; sentence: string; action: string } {
  const name = link.name ?? ''
  const company = link.company_name ?? ''
  if (purpose === 'password_reset') {
    return {
      heading: words.reset_heading,
      sentence: fill(words.reset_sentence, { email_address: link.email_address ?? '' }),
      action: words.reset_action,
    }
  }
  if (purpose === 'sign_up') {
    return {
      heading: fill(words.sign_up_heading, { name }),
      sentence: fill(words.sign_up_sentence, { company }),
      action: words.sign_up_action,
    }
  }
  return {
    heading: fill(words.invitation_heading, { name }),
    sentence: fill(words.invitation_sentence, { company }),
    action: words.invitation_action,
  }
}
