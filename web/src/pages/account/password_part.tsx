import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { session_query, sessions_query } from '../../api/queries.ts'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PasswordField } from '../../parts/password_field.tsx'
import { passwordProblem } from '../../parts/password_problem.ts'
import { Card, Section } from '../../parts/section.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { useWords } from '../../words/words.tsx'

export function PasswordPart() {
  const { words } = useWords()
  const { person } = useSignedIn()
  const queries = useQueryClient()
  const say = useNotice()
  const form = useForm({
    initial: { current_password: '', password: '' },
    check: ({ current_password, password }) => ({
      current_password: required(current_password, words),
      password: passwordProblem(password, words),
    }),
    send: (values) => ask('account.password', values),
    done: async () => {
      form.reset()
      say(words.password_changed)
      await queries.invalidateQueries({ queryKey: session_query.queryKey })
      await queries.invalidateQueries({ queryKey: sessions_query.queryKey })
    },
  })
  return (
    <Section title={words.password_heading} sentence={words.password_sentence}>
      <Card>
        <FormSheet form={form}>
          <input type="email" autoComplete="username" value={person.email_address} readOnly hidden />
          <div className="pair">
            <PasswordField
              {...form.text('current_password')}
              label={words.current_password}
              autoComplete="current-password"
            />
            <PasswordField
              {...form.text('password')}
              label={words.new_password}
              hint={words.new_password_hint}
              autoComplete="new-password"
            />
          </div>
          <div>
            <Button type="submit" loading={form.busy}>
              {words.password_change}
            </Button>
          </div>
        </FormSheet>
      </Card>
    </Section>
  )
}
