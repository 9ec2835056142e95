import { Button, TextInput } from '@mantine/core'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { PasswordField } from '../../parts/password_field.tsx'
import { useWords } from '../../words/words.tsx'

type ProveFormProps<Result> = {
  action: string
  send: (body: { current_password: string; code: string }) => Promise<Result>
  done: (result: Result) => void | Promise<void>
}

/** Password and code once more, before something that weakens or renews the second step. */
export function ProveForm<Result>({ action, send, done }: ProveFormProps<Result>) {
  const { words } = useWords()
  const form = useForm({
    initial: { current_password: '', code: '' },
    check: ({ current_password, code }) => ({
      current_password: required(current_password, words),
      code: required(code, words),
    }),
    send: ({ current_password, code }) => send({ current_password, code: code.trim() }),
    done,
  })
  return (
    <FormSheet form={form}>
      <PasswordField
        {...form.text('current_password')}
        label={words.current_password}
        autoComplete="current-password"
      />
      <TextInput
        {...form.text('code')}
        label={words.two_step_code_or_recovery}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <Button type="submit" loading={form.busy}>
          {action}
        </Button>
      </div>
    </FormSheet>
  )
}
