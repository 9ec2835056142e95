import { PasswordInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { useWords } from '../words/words.tsx'

type PasswordFieldProps = {
  label: string
  name: string
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
  error: string | null
  autoComplete: 'current-password' | 'new-password'
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
  /** Whether a dialog begins here. */
  'data-autofocus'?: boolean | undefined
}

/** A field for a password, which can be shown; it says when Caps Lock is on. */
export function PasswordField({ autoComplete, hint, ...field }: PasswordFieldProps) {
  const { words } = useWords()
  const [caps_lock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div>
      <PasswordInput
        {...field}
        autoComplete={autoComplete}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={() => setCapsLock(false)}
        visibilityToggleButtonProps={{ 'aria-label': words.show_password, tabIndex: 0 }}
      />
      <div role="status">{caps_lock && <span className="hint">{words.caps_lock}</span>}</div>
    </div>
  )
}
