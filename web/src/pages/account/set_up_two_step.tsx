import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { encode } from 'uqr'
import { ask } from '../../api/client.ts'
import { CopyField } from '../../parts/copy_field.tsx'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { FormWays } from '../../parts/form_ways.tsx'
import { PasswordField } from '../../parts/password_field.tsx'
import { useWords } from '../../words/words.tsx'
import classes from './account.module.css'

type Begun = { current_password: string; secret: string; otpauth_url: string }
type SetUpTwoStepProps = { onCancel: () => void; onDone: (recovery_codes: string[]) => void | Promise<void> }

/** First the password, then the app: its code proves that it has the secret. */
export function SetUpTwoStep({ onCancel, onDone }: SetUpTwoStepProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  return begun ? (
    <ConfirmForm begun={begun} onCancel={onCancel} onDone={onDone} />
  ) : (
    <BeginForm onCancel={onCancel} onBegun={setBegun} />
  )
}

function BeginForm({ onCancel, onBegun }: { onCancel: () => void; onBegun: (begun: Begun) => void }) {
  const { words } = useWords()
  const form = useForm({
    initial: { current_password: '' },
    check: ({ current_password }) => ({ current_password: required(current_password, words) }),
    send: ({ current_password }) => ask('account.two_step_begin', { current_password }),
    done: (answer, { current_password }) => onBegun({ ...answer, current_password }),
  })
  return (
    <FormSheet form={form}>
      <PasswordField
        {...form.text('current_password')}
        label={words.current_password}
        hint={words.two_step_begin_sentence}
        autoComplete="current-password"
      />
      <FormWays form={form} submit={words.go_on} onCancel={onCancel} />
    </FormSheet>
  )
}

function ConfirmForm({ begun, onCancel, onDone }: SetUpTwoStepProps & { begun: Begun }) {
  const { words } = useWords()
  const { current_password, secret, otpauth_url } = begun
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: required(code, words) }),
    send: ({ code }) => ask('account.two_step_confirm', { current_password, secret, code: code.replace(/\s/g, '') }),
    done: ({ recovery_codes }) => onDone(recovery_codes),
  })
  return (
    <FormSheet form={form}>
      <p className={classes.scan}>{words.two_step_scan}</p>
      <QrCode text={otpauth_url} label={words.two_step_qr} />
      <CopyField label={words.two_step_key} value={secret} />
      <TextInput
        {...form.text('code')}
        label={words.two_step_code}
        autoComplete="one-time-code"
        inputMode="numeric"
        className={classes.code}
      />
      <FormWays form={form} submit={words.two_step_confirm} onCancel={onCancel} />
    </FormSheet>
  )
}

/** Dark on white in both colour schemes: some apps read nothing else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((line, y) => line.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={classes.qr}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
